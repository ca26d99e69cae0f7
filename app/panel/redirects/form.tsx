import { useState } from "react";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { REDIRECT_LABELS } from "../../features/redirects/labels.ts";
import { REQUIRED_FIELDS, redirect } from "../../features/redirects/rules.ts";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { addOrUpdate, FormDialog } from "../../ui/panel/form-dialog.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";
import type { PendingDraft } from "../../ui/panel/waiting-changes.tsx";
import type { Route } from "./+types/tab";

type Values = NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"];

/**
 * Adds or edits a redirect.
 * @param record null to add one
 * @param waiting its pending changes
 * @param from the old URL to start with, such as one from the 404 log; `to` is the suggested new one
 */
export function RedirectForm({
  record,
  waiting,
  from,
  to,
  onClose,
}: {
  record: Values;
  waiting: PendingDraft | null;
  from?: string | null;
  to?: string | null;
  onClose: () => void;
}) {
  const isGone = record !== null && record.to_path === null;
  const [answer, setAnswer] = useState(isGone ? "410" : "301");
  const [typed, setTyped] = useState(record?.from_path ?? from ?? "");
  const saving = useSaveForm({
    schema: redirect,
    labels: REDIRECT_LABELS,
    values: {
      from_path: record?.from_path ?? from ?? "",
      to_path: record?.to_path ?? to ?? "",
      query: "match",
      answer,
      is_on: String(record?.is_on ?? true),
    },
    required: REQUIRED_FIELDS,
    missing: words.missing,
    failed: words.saveFailed,
    onSaved: onClose,
  });
  const { field, labeled } = saving;
  return (
    <FormDialog
      saving={saving}
      name="redirect"
      posts={addOrUpdate(record)}
      title={record ? "Edit redirect" : "Add redirect"}
      about={record?.from_path}
      size="small"
      record={record ? { kind: "redirects", id: record.id } : undefined}
      keepsNew
      waiting={waiting}
      onClose={onClose}
    >
      <div className="fgrid">
        <TextField
          {...labeled("from_path")}
          className="input mono"
          hint="A path such as /old-page, /?p=123 or /category/*. Capitalization and a trailing slash don't matter."
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {typed.includes("?") && (
          <SelectField field={field("query")} label={words.query}>
            <option value="match">{words.matchQuery}</option>
            <option value="ignore">{words.ignoreQuery}</option>
          </SelectField>
        )}
        <SelectField
          field={field("answer")}
          label="Response to visitors"
          onChange={(event) => setAnswer(event.currentTarget.value)}
        >
          <option value="301">Another URL (301)</option>
          <option value="410">The page is permanently removed (410)</option>
        </SelectField>
        {answer === "301" && (
          <TextField
            {...labeled("to_path")}
            className="input mono"
            hint={
              typed.trim().endsWith("*")
                ? "Such as /blog, or /blog/* to append whatever follows the old folder."
                : "On this site, such as /services, or on another site, starting with https://."
            }
          />
        )}
        <SelectField {...labeled("is_on")}>
          <option value="true">{words.onOption}</option>
          <option value="false">{words.offOption}</option>
        </SelectField>
      </div>
    </FormDialog>
  );
}
