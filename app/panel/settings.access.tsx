import { getFormProps } from "@conform-to/react";
import { KeyRound, MonitorSmartphone } from "lucide-react";
import { PASSWORD_CHARS_MIN, passwordChange } from "../features/admin-session/rules.ts";
import { TextField } from "../ui/field.tsx";
import { FormProblem, SubmitButton } from "../ui/form-parts.tsx";
import { useRowPost } from "../ui/row-post.ts";
import { useSaveForm } from "../ui/save-form.ts";
import { type Column, Table } from "../ui/table.tsx";
import type { Route } from "./+types/settings";
import { CardHead } from "./settings.parts.tsx";

/**
 * Changes the panel's password.
 * @param isFixed the environment sets it: a change here would be undone by the next start, so there is no form
 */
export function PasswordCard({ isFixed }: { isFixed: boolean }) {
  return (
    <section className="card" id="password" tabIndex={-1} aria-label="Password">
      <CardHead title="Password" about="The one password of this control panel." icon={KeyRound} />
      {isFixed ? (
        <p className="sett__b">
          The password is set where the site is started, by the variable ADMIN_PASSWORD, and it holds again at
          every start. Change it there; every browser is then logged out.
        </p>
      ) : (
        <PasswordForm />
      )}
    </section>
  );
}

function PasswordForm() {
  const { fetcher, form, field, ref, clear } = useSaveForm({
    schema: passwordChange,
    values: {},
    required: [],
    missing: "",
    failed: "Failed to change the password",
    onSaved: () => clear(),
  });
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form
      method="post"
      className="sett__b"
      data-form="password"
      {...getFormProps(form)}
      noValidate
      ref={ref}
    >
      <input type="hidden" name="intent" value="password" />
      <FormProblem errors={form.errors} />
      <div className="fgrid fgrid--2">
        <TextField
          field={field("current_password")}
          label="Present password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          field={field("new_password")}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_CHARS_MIN} characters. Every other browser is logged out.`}
        />
      </div>
      <div className="btns">
        <SubmitButton isBusy={isBusy}>Change Password</SubmitButton>
      </div>
    </fetcher.Form>
  );
}

const COLUMNS: Column<Route.ComponentProps["loaderData"]["sessions"][number]>[] = [
  { head: "Since", cell: ({ since }) => since },
  { head: "Last seen", cell: ({ seen }) => seen },
];

/** The browsers that are logged in, each but this one with a button that logs it out. */
export function SessionsCard({ sessions }: Pick<Route.ComponentProps["loaderData"], "sessions">) {
  const post = useRowPost();
  return (
    <section className="card" id="sessions" tabIndex={-1} aria-label="Sessions">
      <CardHead title="Sessions" about="Browsers that are logged in." icon={MonitorSmartphone} />
      <Table
        caption="Logged-in browsers"
        columns={COLUMNS}
        rows={sessions}
        keyOf={({ id_hash }) => id_hash}
        actions={({ id_hash, isThis, since }) =>
          isThis ? (
            <span className="badge badge--line">This browser</span>
          ) : (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => post({ intent: "end-session", session: id_hash })}
            >
              End<span className="sr"> the session since {since}</span>
            </button>
          )
        }
      />
    </section>
  );
}
