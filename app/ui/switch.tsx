// On or off; the label names what it governs.

/**
 * A checkbox of the given name that reads as a switch. A browser posts nothing for one that is off, so the form also
 * posts which switches it showed, in the field `switches`: `readForm` takes it from there.
 */
export function Switch({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="switch">
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state */}
      <input type="checkbox" role="switch" name={name} defaultChecked={isOn} />
      <input type="hidden" name="switches" value={name} />
      {label}
    </label>
  );
}
