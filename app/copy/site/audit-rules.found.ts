// Types and formatting for the texts of audit rules.

/** A finding as stored. Texts in `value` come from the audited site. */
export type Found = {
  state: "pass" | "warn" | "fail" | "unchecked" | "note";
  value: Record<string, string | number | string[]>;
};

/** A rule's texts. `found` is never called for an unchecked finding. */
export type RuleWords = { name: string; found: (finding: Found) => string; todo: string };

export const list = (value: Found["value"][string] | undefined) => (Array.isArray(value) ? value : []);
export const named = (value: Found["value"][string] | undefined) => list(value).join(", ");
export const number = (value: Found["value"][string] | undefined) => Number(value ?? 0);
/** Returns a number with its noun: "3 links", "1 link". */
export const count = (value: Found["value"][string] | undefined, one: string, many = `${one}s`) =>
  `${number(value).toLocaleString("en-US")} ${number(value) === 1 ? one : many}`;
/** Returns the sentence for a finding's problem, or an empty string. */
export const of = (sentences: Record<string, string>, problem: Found["value"][string] | undefined) =>
  sentences[String(problem)] ?? "";
