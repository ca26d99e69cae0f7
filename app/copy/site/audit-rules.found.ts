// What the words of the audit's rules are made with.

/** A finding as the audit stores it; texts in `value` come from the site that was checked. */
export type Found = {
  state: "pass" | "warn" | "fail" | "unchecked" | "note";
  value: Record<string, string | number | string[]>;
};

/** What there is to say of one rule; `found` is not asked about what was not checked. */
export type RuleWords = { name: string; found: (finding: Found) => string; todo: string };

/** The texts of a value that has several. */
export const list = (value: Found["value"][string] | undefined) => (Array.isArray(value) ? value : []);
/** The same, as they are read out. */
export const named = (value: Found["value"][string] | undefined) => list(value).join(", ");
/** A value that counts something. */
export const number = (value: Found["value"][string] | undefined) => Number(value ?? 0);
/** `3 links`, `1 link` */
export const count = (value: Found["value"][string] | undefined, one: string, many = `${one}s`) =>
  `${number(value).toLocaleString("en-GB")} ${number(value) === 1 ? one : many}`;
/** The sentence of a problem that the finding names. */
export const of = (sentences: Record<string, string>, problem: Found["value"][string] | undefined) =>
  sentences[String(problem)] ?? "";
