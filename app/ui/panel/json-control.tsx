import { controlProps, type FieldState } from "./field.tsx";

export function JsonControl({
  field,
  hint,
  labelId,
  isShown,
  rows,
  value,
  onChange,
}: {
  field: FieldState;
  hint: string | undefined;
  labelId: string;
  isShown: boolean;
  rows: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <textarea
      {...controlProps(field, hint)}
      className={isShown ? "input mono" : "rte__value"}
      aria-labelledby={isShown ? labelId : undefined}
      aria-hidden={isShown ? undefined : true}
      tabIndex={isShown ? undefined : -1}
      rows={rows}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
