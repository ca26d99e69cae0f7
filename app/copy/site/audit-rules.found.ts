// Types and formatting for the texts of the audit's rules.

/** A finding as the audit stores it; texts in `value` come from the site that was checked. */
export type Found = {
  state: "pass" | "warn" | "fail" | "unchecked" | "note";
  value: Record<string, string | number | string[]>;
};

/** The texts of one rule. `found` is never called for an unchecked finding. */
export type RuleWords = { name: string; found: (finding: Found) => string; todo: string };

/** Returns a list value, or an empty list. */
export const list = (value: Found["value"][string] | undefined) => (Array.isArray(value) ? value : []);
/** Returns a list value as text. */
export const named = (value: Found["value"][string] | undefined) => list(value).join(", ");
/** Returns a numeric value, or 0. */
export const number = (value: Found["value"][string] | undefined) => Number(value ?? 0);
/** `3 links`, `1 link` */
export const count = (value: Found["value"][string] | undefined, one: string, many = `${one}s`) =>
  `${number(value).toLocaleString("en-US")} ${number(value) === 1 ? one : many}`;
/** Returns the sentence for a finding's problem, or an empty one. */
export const of = (sentences: Record<string, string>, problem: Found["value"][string] | undefined) =>
  sentences[String(problem)] ?? "";
