// An on/off switch; the label names what it controls.
import { useId } from "react";

/**
 * Renders a checkbox that reads as a switch. Browsers post nothing for an unchecked one, so the form also posts the
 * switches it showed in `switches`, for `readForm`.
 */
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
  /** explains what turning it on does */
  hint?: string;
  onChange?: (isOn: boolean) => void;
}) {
  const hintId = useId();
  const control = (
    <label className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
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
