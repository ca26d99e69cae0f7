// On or off; the label names what it governs.
import { useId } from "react";

/**
 * A checkbox of the given name that reads as a switch. A browser posts nothing for one that is off, so the form also
 * posts which switches it showed, in the field `switches`: `readForm` takes it from there.
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
  /** what turning it on means, below */
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
