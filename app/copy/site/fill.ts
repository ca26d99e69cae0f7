/**
 * Fills placeholders: fill("{industry} Case Studies", { industry: "SaaS" }). Unknown placeholders stay, so that the
 * owner notices a typo.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name) =>
    Object.hasOwn(values, name) ? String(values[name]) : braces,
  );
}
