import { type ReactNode, useRef } from "react";
import { controlProps, Field, type FieldState } from "./field.tsx";

const COLOR = /^#[0-9a-f]{6}$/i;
const inFull = (color: string) => color.replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/i, "#$1$1$2$2$3$3");

/**
 * Renders a color picker with a text box. The form posts the text.
 * @param props.fallback `#rrggbb`, which the picker shows if the text isn't a color
 */
export function ColorField({
  field,
  label,
  hint,
  isRequired,
  pickLabel,
  color,
  onColor,
  fallback = "#000000",
}: {
  field: FieldState;
  label: string;
  hint: ReactNode;
  isRequired?: boolean;
  pickLabel: string;
  color: string;
  onColor: (color: string) => void;
  fallback?: string;
}) {
  const typed = useRef<HTMLInputElement>(null);
  return (
    <Field field={field} label={label} isRequired={isRequired} hint={hint}>
      <div className="colorf">
        <input
          type="color"
          aria-label={`${pickLabel}: ${label}`}
          value={COLOR.test(inFull(color)) ? inFull(color) : fallback}
          onChange={(event) => {
            const picked = event.currentTarget.value.toUpperCase();
            if (typed.current) typed.current.value = picked;
            onColor(picked);
          }}
        />
        <input
          {...controlProps(field, hint)}
          ref={typed}
          type="text"
          className="input mono"
          defaultValue={typeof field.initialValue === "string" ? field.initialValue : ""}
          placeholder={isRequired ? undefined : fallback.toUpperCase()}
          onChange={(event) => onColor(event.currentTarget.value)}
        />
      </div>
    </Field>
  );
}
