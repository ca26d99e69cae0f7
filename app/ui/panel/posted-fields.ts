/** Returns posted fields by name. Browsers omit switches that are off, so these become "off". */
export function postedFields(
  entries: Iterable<readonly [string, FormDataEntryValue]>,
): Record<string, string> {
  const held = [...entries].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = Object.fromEntries(held);
  for (const [name, value] of held) if (name === "switches") fields[value] ??= "off";
  return fields;
}
