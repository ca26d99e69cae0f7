import { KeyRound, MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { PASSWORD_CHARS_MIN, passwordChange } from "./password-rules.ts";

export const PASSWORD_WORDS = { done: "Password changed", failed: "Failed to change the password" };
export const SESSION_WORDS = { done: "Session ended", failed: "Failed to end the session" };

/**
 * Renders the form for changing the password.
 * @param isFixed true if ADMIN_PASSWORD is set, so the next start would overwrite a change
 */
export function PasswordCard({
  about,
  currentLabel = "Current password",
  isFixed = false,
}: {
  about: string;
  currentLabel?: string;
  isFixed?: boolean;
}) {
  return (
    <CardSection id="password" title="Password" about={about} icon={KeyRound}>
      {isFixed ? (
        <div className="sett__b sett__words">
          <p>
            You can't change the password here. It's set on the server by the variable ADMIN_PASSWORD, and
            that value is applied again at every start, so a change here would be overwritten.
          </p>
          <p>
            To change it, ask your developer to set a new ADMIN_PASSWORD and restart the site. That logs out
            every browser.
          </p>
        </div>
      ) : (
        <PasswordForm currentLabel={currentLabel} />
      )}
    </CardSection>
  );
}

function PasswordForm({ currentLabel }: { currentLabel: string }) {
  const { fetcher, form, formProps, field, clear } = useSaveForm({
    schema: passwordChange,
    values: {},
    failed: PASSWORD_WORDS.failed,
    onSaved: () => clear(),
  });
  const isBusy = fetcher.state !== "idle";
  const [isBlind, setBlind] = useState(true);
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="password">
      <input type="hidden" name="intent" value="password" />
      <FormProblem errors={form.errors} />
      <div className="fgrid fgrid--2">
        <PasswordField
          field={field("current_password")}
          label={currentLabel}
          autoComplete="current-password"
        />
        <PasswordField
          field={field("new_password")}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_CHARS_MIN} characters. Logs out every other browser.`}
          onShown={(isShown) => setBlind(!isShown)}
        />
        {isBlind && (
          <div className="fgrid__right">
            <input type="hidden" name="is_blind" value="on" />
            <PasswordField
              field={field("repeat_password")}
              label="Confirm new password"
              autoComplete="new-password"
              hint="Not needed while the new password is visible."
            />
          </div>
        )}
      </div>
      <div className="btns">
        <SubmitButton isBusy={isBusy}>Change Password</SubmitButton>
      </div>
    </fetcher.Form>
  );
}

type Session = {
  id_hash: string;
  isThis: boolean;
  /** absent on your own account page */
  name?: string;
  browser: string;
  network: string;
  since: string;
  seen: string;
};

const NAME: Column<Session> = { head: "Name", className: "tbl__text", cell: ({ name }) => name };
const COLUMNS: Column<Session>[] = [
  { head: "Browser", className: "tbl__main", cell: ({ browser }) => <b>{browser}</b> },
  { head: "Network", className: "tbl__text", cell: ({ network }) => network },
  { head: "Logged in", className: "subtle tbl__date", cell: ({ since }) => since },
  { head: "Last used", className: "subtle tbl__date", cell: ({ seen }) => seen },
];

/** Lists signed-in browsers, with a button to end each session except this one. */
export function SessionsCard({ sessions, about }: { sessions: Session[]; about: string }) {
  const post = useRowAction();
  return (
    <CardSection id="sessions" title="Sessions" about={about} icon={MonitorSmartphone}>
      <Table
        caption="Logged-in browsers"
        columns={sessions.some(({ name }) => name) ? COLUMNS.toSpliced(1, 0, NAME) : COLUMNS}
        rows={sessions}
        keyOf={({ id_hash }) => id_hash}
        actions={({ id_hash, isThis, browser, since }) =>
          isThis ? (
            <span className="badge badge--line">This browser</span>
          ) : (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => post({ intent: "end-session", session: id_hash })}
            >
              End
              <span className="sr">
                {" "}
                the session since {since}, {browser}
              </span>
            </button>
          )
        }
      />
    </CardSection>
  );
}
