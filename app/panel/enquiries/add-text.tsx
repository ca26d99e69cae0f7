import type { z } from "zod";
import { TextAreaField } from "../../ui/panel/field.tsx";
import { useSaveForm } from "../../ui/panel/save-form.ts";

/** Renders a form that adds a text to an enquiry. Unsaved text survives closing the enquiry. */
export function AddText({
  id,
  name,
  schema,
  words,
  onAdded,
}: {
  id: string;
  /** of the field, and after "add-", of the intent */
  name: string;
  schema: z.ZodType;
  words: { label: string; placeholder?: string; hint?: string; add: string; missing: string; failed: string };
  onAdded?: () => void;
}) {
  const { missing, failed, add, ...labels } = words;
  const { fetcher, formProps, field, clear } = useSaveForm({
    ...{ schema, values: {}, required: [name], missing, failed, stored: `${name} ${id}` },
    onSaved: () => {
      clear();
      onAdded?.();
    },
  });
  return (
    <fetcher.Form {...formProps} className="form">
      <input type="hidden" name="intent" value={`add-${name}`} />
      <input type="hidden" name="id" value={id} />
      <TextAreaField field={field(name)} {...labels} />
      <button type="submit" className="btn btn--line enquiry__add" disabled={fetcher.state !== "idle"}>
        {add}
      </button>
    </fetcher.Form>
  );
}
