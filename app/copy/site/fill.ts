/**
 * Puts values into a text that names them in braces: fill("{industry} Case Studies", { industry: "SaaS" }).
 * A name that nothing is given for stays as it is, so that an owner sees the slip.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : braces,
  );
}
