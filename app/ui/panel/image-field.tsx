import { useState } from "react";
import { controlProps, Field, type FieldState } from "./field.tsx";

/**
 * The picture's address, and the picture; without an address the cover that visitors will see.
 * @param props.cover an SVG document
 * @param props.coverHint says where the cover comes from, or what to enter
 * @param props.isRequired whether there is no cover to fall back on; then it may be a logo, and nothing of it is cut off
 */
export function ImageField({
  field,
  label,
  cover,
  coverHint,
  isRequired,
  onChange,
}: {
  field: FieldState;
  label: string;
  cover: string;
  coverHint: string;
  isRequired?: boolean;
  /** told each address, where no form is to send the control */
  onChange?: (image: string) => void;
}) {
  const [typed, setTyped] = useState(typeof field.initialValue === "string" ? field.initialValue : "");
  const [broken, setBroken] = useState<string | null>(null);
  const image = typed.trim();
  const hint = image
    ? broken === image
      ? "There is no picture at this address, or it may not be shown here."
      : isRequired
        ? coverHint
        : "This picture is used on cards and on the page."
    : coverHint;
  return (
    <div className={isRequired ? "imgf imgf--whole" : "imgf"}>
      <img
        src={image && broken !== image ? image : `data:image/svg+xml,${encodeURIComponent(cover)}`}
        alt=""
        width={160}
        height={100}
        onError={() => setBroken(image)}
      />
      <Field field={field} label={label} isOptional={!isRequired} isRequired={isRequired} hint={hint}>
        <input
          {...controlProps(field, hint)}
          className="input"
          type="text"
          inputMode="url"
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            onChange?.(value.trim());
          }}
        />
      </Field>
    </div>
  );
}
