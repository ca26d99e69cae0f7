/**
 * Replaces the names in braces in a text: fill("{industry} Case Studies", { industry: "SaaS" }). A name without a value
 * stays as it is, so that the owner notices the typo.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : braces,
  );
}
