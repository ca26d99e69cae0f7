import { UserPlus } from "lucide-react";
import { useEffect, useState } from "react";
import { roles, peopleTab as words } from "../../copy/panel/people.ts";
import { ROLES, type Role } from "../../features/staff/rights.ts";
import { invitation } from "../../features/staff/rules.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { FormProblem, SubmitButton } from "../../ui/panel/form-parts.tsx";
import { PreviewLink, type ShareReply } from "../../ui/panel/preview-link.tsx";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import { type Column, Table } from "../../ui/panel/table.tsx";
import type { Route } from "./+types/tab";

type Listed = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = Pick<Listed["people"][number], "name" | "email" | "role"> & {
  /** absent for an invitation */
  person?: Listed["people"][number];
  until?: string;
};

const ROLE_OPTIONS = ROLES.map((role) => (
  <option key={role} value={role}>
    {roles[role].name}
  </option>
));

/** Renders people with their role and state, and the form that invites someone. */
export function People({ list: { people, invited } }: { list: Listed }) {
  const fetcher = useSaveFetcher<ShareReply>();
  const [link, setLink] = useState<string>();
  const renewed = fetcher.data?.link;
  useEffect(() => {
    if (renewed) setLink(renewed);
  }, [renewed]);
  const post = (values: Record<string, string>) => fetcher.submit(values, { method: "post" });
  const rows: Row[] = [...people.map((person) => ({ ...person, person })), ...invited];
  const columns: Column<Row>[] = [
    {
      head: words.columns.name,
      className: "tbl__main",
      cell: ({ name, email, person }) => (
        <span className="tbl__named">
          <span>
            <b>{name}</b> {person?.isYou && <span className="badge badge--line">{words.you}</span>}
          </span>{" "}
          <small>{email}</small>
        </span>
      ),
    },
    {
      head: words.columns.role,
      cell: ({ name, role, person }) =>
        person && !person.isDisabled && !person.isYou ? (
          <select
            className="input"
            aria-label={words.role(name)}
            value={role}
            onChange={({ currentTarget }) =>
              post({ intent: "person-role", person: person.id, role: currentTarget.value })
            }
          >
            {ROLE_OPTIONS}
          </select>
        ) : (
          roles[role].name
        ),
    },
    {
      head: words.columns.state,
      className: "subtle",
      cell: ({ person, until = "" }) =>
        !person
          ? words.states.invited(until)
          : person.linkUntil
            ? words.states.hasLink(person.linkUntil)
            : words.states[person.isDisabled ? "disabled" : "active"],
    },
  ];
  return (
    <div className="setts">
      {rows.length ? (
        <div className="card">
          <Table
            caption={words.caption}
            columns={columns}
            rows={rows}
            keyOf={({ email }) => email}
            actions={(row) => <RowActions row={row} post={post} />}
          />
        </div>
      ) : (
        <p className="muted">
          <b>{words.none.title}.</b> {words.none.text}
        </p>
      )}
      {link && <PreviewLink link={link} label={words.link} />}
      <CardSection id="invite" title={words.form.title} about={words.form.about} icon={UserPlus}>
        <InviteForm onLink={setLink} />
      </CardSection>
    </div>
  );
}

function RowActions({ row, post }: { row: Row; post: (values: Record<string, string>) => void }) {
  const { person, name, email, role } = row;
  const of = <span className="sr"> {name}</span>;
  const invite = (label: string) => (
    <button
      type="button"
      className="btn btn--line"
      onClick={() => post({ intent: "invite", name, email, role })}
    >
      {label}
      {of}
    </button>
  );
  const revoke = (
    <button
      type="button"
      className="btn btn--ghost"
      onClick={() => post({ intent: "revoke-invitation", email })}
    >
      {words.actions.revoke}
      {of}
    </button>
  );
  if (!person)
    return (
      <>
        {invite(words.actions.renew)}
        {revoke}
      </>
    );
  const { id, isDisabled, isYou, hasFactor, linkUntil } = person;
  if (isYou) return null;
  return (
    <>
      {!isDisabled && invite(words.actions.newPassword)}
      {linkUntil && revoke}
      {!isDisabled && hasFactor && (
        <button
          type="button"
          className="btn btn--ghost"
          onClick={() => {
            if (window.confirm(words.confirmReset(name))) post({ intent: "person-reset-factor", person: id });
          }}
        >
          {words.actions.resetFactor}
          {of}
        </button>
      )}
      <button
        type="button"
        className="btn btn--ghost"
        onClick={() => {
          if (!isDisabled && !window.confirm(words.confirmDisable(name))) return;
          post({ intent: isDisabled ? "person-enable" : "person-disable", person: id });
        }}
      >
        {isDisabled ? words.actions.enable : words.actions.disable}
        {of}
      </button>
    </>
  );
}

function InviteForm({ onLink }: { onLink: (link: string | undefined) => void }) {
  const { fetcher, form, formProps, field, clear } = useSaveForm({
    schema: invitation,
    values: { role: "editor" satisfies Role },
    failed: words.toasts.inviteFailed,
    stored: "invite",
    onSaved: (_, reply) => {
      onLink((reply as ShareReply).link);
      clear();
    },
  });
  return (
    <fetcher.Form {...formProps} className="sett__b" data-form="invite" aria-label={words.form.title}>
      <input type="hidden" name="intent" value="invite" />
      <FormProblem errors={form.errors} />
      <div className="fgrid fgrid--2">
        <TextField field={field("name")} label={words.form.name} autoComplete="off" />
        <TextField field={field("email")} label={words.form.email} type="email" autoComplete="off" />
        <SelectField field={field("role")} label={words.form.role} hint={words.form.roleHint}>
          {ROLE_OPTIONS}
        </SelectField>
      </div>
      <div className="btns">
        <SubmitButton isBusy={fetcher.state !== "idle"}>{words.form.submit}</SubmitButton>
      </div>
    </fetcher.Form>
  );
}
