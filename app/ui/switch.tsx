// On or off; the label names what it governs.

/**
 * A checkbox of the given name that reads as a switch. A browser posts nothing for one that is off, so the form also
 * posts which switches it showed, in the field `switches`: `readForm` takes it from there.
 */
export function Switch({
  name,
  label,
  isOn,
  onChange,
}: {
  name: string;
  label: string;
  isOn: boolean;
  onChange?: (isOn: boolean) => void;
}) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
        role="switch"
        name={name}
        defaultChecked={isOn}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
      />
      <input type="hidden" name="switches" value={name} />
      {label}
    </label>
  );
}
