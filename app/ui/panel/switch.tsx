import { useId } from "react";

/** Browsers omit unchecked checkboxes, so a hidden `switches` input names each switch for `readForm`. */
export function Switch({
  name,
  label,
  isOn,
  hint,
  onChange,
}: {
  name: string;
  label: string;
  isOn: boolean;
  hint?: string;
  onChange?: (isOn: boolean) => void;
}) {
  const hintId = useId();
  const control = (
    <label className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own state
        role="switch"
        name={name}
        defaultChecked={isOn}
        aria-describedby={hint && hintId}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <input type="hidden" name="switches" value={name} />
      {label}
    </label>
  );
  if (!hint) return control;
  return (
    <div className="field">
      {control}
      <p className="hint" id={hintId}>
        {hint}
      </p>
    </div>
  );
}
