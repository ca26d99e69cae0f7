import { Braces, List } from "lucide-react";
import { useId, useState } from "react";
import type { CopyValue } from "../../copy/site/page-copy.ts";
import type { Parts } from "../../copy/site/parts.ts";
import { Field, type FieldState } from "../../ui/panel/field.tsx";
import { JsonControl } from "../../ui/panel/json-control.tsx";
import { asStored } from "./content-type.ts";
import { JsonPart } from "./json-part.tsx";
import { findValueError, mismatch } from "./value-error.ts";

/**
 * Renders a list or object as a form or as JSON. The control with the field's name always holds JSON.
 * @param props.model the built-in value; if undefined, only the JSON can be edited
 * @param props.parts what the model's parts are
 * @param props.explain returns how the site interprets the JSON
 * @param props.columns headings of a table
 * @param props.linksFrom see `RichTextField`
 */
export function JsonField({
  field,
  model,
  parts,
  name,
  columns,
  explain,
  linksFrom,
}: {
  field: FieldState;
  model: CopyValue | undefined;
  parts: Parts;
  name: string;
  columns?: readonly string[];
  explain?: (json: string) => string | undefined;
  linksFrom: string;
}) {
  const labelId = useId();
  const [json, setJson] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  /** true for JSON from the form, which has the right shape even if some parts are invalid */
  const [isFromForm, setFromForm] = useState(false);
  const hasForm =
    model !== undefined &&
    (isFromForm || mismatch({ content_type: "json", content_value: json }, model, parts) === null);
  const [isAsJson, setAsJson] = useState(!hasForm);
  const isShownAsJson = isAsJson || !hasForm;
  const stored = { content_type: "json", content_value: json };
  const fault = (field.errors?.length && findValueError(stored, model, parts, columns)) || undefined;
  const hint = isShownAsJson
    ? "Must be valid JSON: text in double quotes, no comma after the last item."
    : explain?.(json);

  return (
    <Field field={field} label="Value" hint={hint} labelId={labelId}>
      <JsonControl
        field={field}
        hint={hint}
        labelId={labelId}
        isShown={isShownAsJson}
        rows={12}
        value={json}
        onChange={(typed) => {
          setJson(typed);
          setFromForm(false);
          setAsJson(true);
        }}
      />
      {!isShownAsJson && (
        <JsonPart
          value={JSON.parse(json)}
          model={model!}
          parts={parts}
          path={[]}
          label={name}
          fault={fault}
          columns={columns}
          linksFrom={linksFrom}
          onChange={(value) => {
            setJson(asStored(value));
            setFromForm(true);
          }}
        />
      )}
      {model !== undefined && (
        <div className="btns">
          <button
            type="button"
            className="btn btn--ghost"
            disabled={isShownAsJson && !hasForm}
            onClick={() => setAsJson(!isShownAsJson)}
          >
            {isShownAsJson ? <List className="i" aria-hidden /> : <Braces className="i" aria-hidden />}
            {isShownAsJson ? "Edit as a form" : "Edit as JSON"}
          </button>
        </div>
      )}
    </Field>
  );
}
