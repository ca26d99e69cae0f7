import { walkJson } from "../../platform/text/json-walk.ts";

/** Numbers or text by label (SPEC 3). */
export type Results = Record<string, string | number>;

/**
 * Parses results from JSON (SPEC 5). Unlike `JSON.parse`, rejects lists and duplicate labels, and reports the
 * line of an error (decision 0035.22).
 * @throws JsonFault
 */
export function parseResults(text: string): Results {
  // Without a prototype, labels can't collide with inherited properties.
  const results: Results = Object.create(null);
  if (!text.trim()) return {};
  let label: string | undefined;
  walkJson(text, {
    onBegin(bracket, depth, refuse) {
      if (depth) refuse(`“${label}” must be text in double quotes or a number, nothing else.`);
      if (bracket === "[") refuse(START);
    },
    onName(name, refuse) {
      if (name.trim() === "") refuse("the label is empty.");
      if (name in results) refuse(`the label “${name}” appears twice.`);
      if (!isStorable(name)) refuse("the label contains an invalid escape sequence.");
      label = name;
    },
    onValue(value, refuse) {
      if (label === undefined) return refuse(START);
      if (typeof value !== "string" && typeof value !== "number")
        return refuse(`“${label}” must be text in double quotes or a number, nothing else.`);
      if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY)
        refuse(`the number of “${label}” is too large.`);
      if (typeof value === "string" && !isStorable(value))
        refuse(`“${label}” contains an invalid escape sequence.`);
      results[label] = value;
    },
    wordsFor(fault) {
      const before = label === undefined ? "" : " (no comma after the last result)";
      const said = {
        value:
          label === undefined
            ? START
            : `“${label}” needs a value: text in double quotes or a number, such as "+120%" or 41.`,
        name: `expected a label in double quotes here, such as "Organic Traffic"${before}.`,
        colon: `expected a colon after the label “${label}”.`,
        comma: `expected a comma after “${label}”.`,
        trailing: "remove the comma after the last result.",
        follow: "remove everything after the closing }.",
      };
      return fault === "end" ? said.value : said[fault];
    },
  });
  return { ...results };
}

/** PostgreSQL rejects NUL and lone surrogates, which JSON can encode. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

const START = "the results must start with { and end with }.";

/** Returns results as indented JSON for the form, or an empty string if there are none. */
export function formatResults(results: Results): string {
  return Object.keys(results).length ? JSON.stringify(results, null, 2) : "";
}
