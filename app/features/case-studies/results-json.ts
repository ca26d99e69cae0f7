import { JSON_NUMBER, JSON_TEXT, JSON_WORD, scanJson } from "../../platform/json-scanner.ts";

/** The key results of a case study (SPEC 3): label to text or number. */
export type Results = Record<string, string | number>;

/** Where a results text cannot be used, and why; the line counts from 1. */
export class ResultsFault extends Error {
  override name = "ResultsFault";
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
  }
}

/**
 * Reads the results as JSON (SPEC 5). `JSON.parse` would take lists and repeated labels, and not every browser's
 * says where it stumbled; the owner is told the line at fault (decision 0035.22).
 * @param text a JSON object of label to text or number; empty means none
 * @throws ResultsFault for anything else
 */
export function parseResults(text: string): Results {
  const { take, next, skip, here, line } = scanJson(text);
  const refuse = (reason: string): never => {
    throw new ResultsFault(line(), reason);
  };

  if (next() === undefined) return {};
  if (next() !== "{") refuse("the results start with { and end with }.");
  skip();

  // Without a prototype no label can be mistaken for something that objects have.
  const results: Results = Object.create(null);
  while (next() !== "}") {
    const labelAt = here();
    const label = take(JSON_TEXT);
    if (label === undefined) {
      refuse(
        next() === undefined
          ? "the closing } is missing."
          : Object.keys(results).length
            ? 'a label in double quotes is expected here, as in "Organic Traffic" (no comma after the last result).'
            : 'a label in double quotes is expected here, as in "Organic Traffic".',
      );
    }
    const name = JSON.parse(label as string) as string;
    if (name.trim() === "") throw new ResultsFault(line(labelAt), "the label is empty.");
    if (name in results) throw new ResultsFault(line(labelAt), `the label “${name}” is there twice.`);
    if (next() !== ":") refuse(`a colon is expected after the label “${name}”.`);
    skip();
    next();
    const value = take(JSON_TEXT) ?? take(JSON_NUMBER);
    if (value === undefined) {
      const isOther = next() === "[" || next() === "{" || take(JSON_WORD) !== undefined;
      refuse(
        isOther
          ? `“${name}” must be a text in double quotes or a number, nothing else.`
          : `after “${name}” a text in double quotes or a number is expected, as in "+120%" or 41.`,
      );
    }
    const parsed = JSON.parse(value as string) as string | number;
    if (typeof parsed === "number" && !Number.isFinite(parsed))
      refuse(`the number of “${name}” is too large.`);
    results[name] = parsed;
    const end = next();
    if (end === ",") skip();
    else if (end !== "}")
      refuse(end === undefined ? "the closing } is missing." : `a comma is missing after “${name}”.`);
    if (end === "," && next() === "}") refuse("there is a comma after the last result.");
  }
  skip();
  if (next() !== undefined) refuse("nothing may follow the closing }.");
  return { ...results };
}

/** The same results as the owner edits them, one to a line. */
export function formatResults(results: Results): string {
  return Object.keys(results).length ? JSON.stringify(results, null, 2) : "";
}
