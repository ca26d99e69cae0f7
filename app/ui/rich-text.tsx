// Text with headings, lists and links. Its value is HTML in a form control of the field's name, editor or not.
import { lazy, Suspense, useId, useState } from "react";
import { controlProps, Field, type FieldState } from "./field.tsx";

// The editor is most of the panel's weight, and most of the panel does without it.
const Editor = lazy(() => import("./rich-text.editor.tsx"));

/** What the editor can show and give back, by tag and attribute; HTML with anything else is edited as HTML. */
const SHOWN: Record<string, string[]> = {
  ...Object.fromEntries(
    "p br strong b em i u s ul li h2 h3 h4 blockquote code pre hr".split(" ").map((tag) => [tag, []]),
  ),
  a: ["href", "target", "rel"],
  ol: ["start"],
};

function isShownWhole(html: string): boolean {
  const tags = html.matchAll(/<\/?([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi);
  return [...tags].every(([, tag = "", attributes = ""]) => {
    const known = SHOWN[tag.toLowerCase()];
    const names = attributes.replace(/"[^"]*"|'[^']*'/g, "").match(/[a-z][a-z-]*/gi) ?? [];
    return known !== undefined && names.every((name) => known.includes(name.toLowerCase()));
  });
}

/**
 * A field of rich text. The control of its name always holds the value: it posts, and it can be filled, while the
 * editor shows the same.
 */
export function RichTextField({
  field,
  label,
  isOptional,
}: {
  field: FieldState;
  label: string;
  isOptional?: boolean;
}) {
  const labelId = useId();
  const [html, setHtml] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [isAsHtml, setAsHtml] = useState(() => !isShownWhole(html));

  const isShownAsHtml = isAsHtml || !isShownWhole(html);
  const hint =
    isAsHtml && !isShownWhole(html)
      ? "This HTML holds more than the editor can show, so it stays HTML."
      : undefined;
  return (
    <Field field={field} label={label} isOptional={isOptional} labelId={labelId} hint={hint}>
      <div className="rte" data-invalid={field.errors?.length ? true : undefined}>
        <textarea
          {...controlProps(field, hint)}
          className={isShownAsHtml ? "rte__html mono" : "rte__value"}
          aria-labelledby={isShownAsHtml ? labelId : undefined}
          aria-hidden={isShownAsHtml ? undefined : true}
          tabIndex={isShownAsHtml ? undefined : -1}
          spellCheck={isShownAsHtml ? false : undefined}
          value={html}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setHtml(next);
            // Filled from outside with something the editor would drop: show it as it is.
            if (!isShownWhole(next)) setAsHtml(true);
          }}
        />
        <Suspense fallback={<div className="rte__b subtle">Loading...</div>}>
          <Editor
            html={html}
            onChange={setHtml}
            labelId={labelId}
            isAsHtml={isShownAsHtml}
            canLeaveHtml={isShownWhole(html)}
            onToggleHtml={() => setAsHtml(!isAsHtml)}
          />
        </Suspense>
      </div>
    </Field>
  );
}
