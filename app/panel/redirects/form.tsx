import { useState } from "react";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { REDIRECT_LABELS, REQUIRED_FIELDS, redirect } from "../../features/redirects/rules.ts";
import { SelectField, TextField } from "../../ui/panel/field.tsx";
import { RecordDialog } from "../../ui/panel/record-dialog.tsx";
import { autosaved, type FormProps, useAutosavedForm } from "../../ui/panel/record-form.tsx";
import type { Route } from "./+types/tab";

type Values = NonNullable<NonNullable<Route.ComponentProps["loaderData"]["opened"]>["record"]>;
type Props = FormProps<Values> & { from: string | null; to: string | null };

/**
 * Adds or edits a redirect.
 * @param record null to add a redirect
 * @param from an old URL, such as one from the 404 log; `to` is the suggested target
 */
export const RedirectForm = autosaved(({ record, waiting, choice, from, to, onClose }: Props) => {
  const saving = useAutosavedForm({
    record: record && {
      ...{ ...record, to_path: record.to_path ?? "", is_on: String(record.is_on) },
      ...{ query: "match", answer: record.to_path === null ? "410" : "301" },
    },
    waiting,
    created: {
      ...{ from_path: from ?? "", to_path: to ?? "", is_on: "true" },
      ...{ query: "match", answer: "301" },
    },
    choice,
    schema: redirect,
    labels: REDIRECT_LABELS,
    required: REQUIRED_FIELDS,
    missing: words.missing,
    failed: words.saveFailed,
    onSaved: onClose,
  });
  const { field, labeled } = saving.form;
  const [answer, setAnswer] = useState(saving.values.answer);
  const [typed, setTyped] = useState(saving.values.from_path ?? "");
  return (
    <RecordDialog
      edited={saving}
      name="redirect"
      title={record ? "Edit redirect" : "Add redirect"}
      about={record?.from_path}
      size="small"
      record={record ? { kind: "redirects", id: record.id } : undefined}
      keepsNew
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
    </RecordDialog>
  );
});
