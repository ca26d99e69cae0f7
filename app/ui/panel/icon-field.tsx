import { useId, useState } from "react";
import { ICON_NAMES, NamedIcon } from "../site/named-icon.tsx";
import { Field, type FieldState } from "./field.tsx";

const inWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");

/** @param props.value unknown names show a check mark, as on the site */
export function IconField(props: {
  field: FieldState;
  label: string;
  value: string;
  onChange: (name: string) => void;
}) {
  const { field, label, value, onChange } = props;
  const group = useId();
  const [isOpen, setOpen] = useState(false);
  const present = ICON_NAMES.includes(value) ? value : "check";
  return (
    <Field field={field} label={label} labelId={`${group}-label`}>
      <details className="iconf" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="input" aria-describedby={`${group}-label`}>
          <NamedIcon name={present} />
          {inWords(present)}
        </summary>
        {isOpen && (
          <div className="iconf__all" role="radiogroup" aria-labelledby={`${group}-label`}>
            {ICON_NAMES.map((name) => (
              <label key={name} title={inWords(name)}>
                {/* Not part of the form, which posts the icon within another value. */}
                <input
                  type="radio"
                  form=""
                  name={group}
                  checked={name === present}
                  onChange={() => onChange(name)}
                />
                <NamedIcon name={name} />
                <span className="sr">{inWords(name)}</span>
              </label>
            ))}
          </div>
        )}
      </details>
    </Field>
  );
}
