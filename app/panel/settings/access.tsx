import { KeyRound, MonitorSmartphone } from "lucide-react";
import { useState } from "react";
import { PASSWORD_CHARS_MIN, passwordChange } from "../../features/admin-session/rules.ts";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PasswordField } from "../../ui/panel/password-field.tsx";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import type { Route } from "./+types/tab";
import { CardSection } from "./parts.tsx";

/**
 * Changes the panel's password.
 * @param isFixed set by the environment: the next start would undo a change, so there's no form
 */
export function PasswordCard({ isFixed }: { isFixed: boolean }) {
  return (
    <CardSection id="password" title="Password" about="The password for this control panel." icon={KeyRound}>
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
        <PasswordForm />
      )}
    </CardSection>
  );
}

function PasswordForm() {
  const { fetcher, form, formProps, field, clear } = useSaveForm({
    schema: passwordChange,
    values: {},
    failed: "Failed to change the password",
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
          label="Current password"
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

const COLUMNS: Column<Route.ComponentProps["loaderData"]["sessions"][number]>[] = [
  { head: "Browser", className: "tbl__main", cell: ({ browser }) => <b>{browser}</b> },
  { head: "Network", className: "tbl__text", cell: ({ network }) => network },
  { head: "Logged in", className: "subtle tbl__date", cell: ({ since }) => since },
  { head: "Last used", className: "subtle tbl__date", cell: ({ seen }) => seen },
];

/** Signed-in browsers; each except this one has a button that ends its session. */
export function SessionsCard({ sessions }: Pick<Route.ComponentProps["loaderData"], "sessions">) {
  const post = useRowAction();
  return (
    <CardSection
      id="sessions"
      title="Sessions"
      about="Browsers that are logged in. If you don't recognize one, end its session and change the password."
      icon={MonitorSmartphone}
    >
      <Table
        caption="Logged-in browsers"
        columns={COLUMNS}
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
