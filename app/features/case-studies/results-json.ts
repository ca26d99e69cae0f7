/** The key results of a case study (SPEC 3): label to text or number. */
export type Results = Record<string, string | number>;

/** Where a results text cannot be used, and why; the line counts from 1. */
export class ResultsFault extends Error {
  override name = "ResultsFault";
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
  }
}

const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them inside a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/**
 * Reads the results as JSON (SPEC 5). `JSON.parse` would take lists and repeated labels, and not every browser's
 * says where it stumbled; the owner is told the line at fault (DECISIONS 22).
 * @param text a JSON object of label to text or number; empty means none
 * @throws ResultsFault for anything else
 */
export function parseResults(text: string): Results {
  let at = 0;
  const line = (position: number) => text.slice(0, position).split("\n").length;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const next = () => {
    take(SPACE);
    return text[at];
  };
  const refuse = (reason: string): never => {
    throw new ResultsFault(line(at), reason);
  };

  if (next() === undefined) return {};
  if (text[at] !== "{") refuse("the results start with { and end with }.");
  at++;

  // Without a prototype no label can be mistaken for something that objects have.
  const results: Results = Object.create(null);
  while (next() !== "}") {
    const labelAt = at;
    const label = take(TEXT);
    if (label === undefined) {
      refuse(
        text[at] === undefined
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
    at++;
    next();
    const value = take(TEXT) ?? take(NUMBER);
    if (value === undefined) {
      const isOther = text[at] === "[" || text[at] === "{" || take(WORD) !== undefined;
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
    if (end === ",") at++;
    else if (end !== "}")
      refuse(end === undefined ? "the closing } is missing." : `a comma is missing after “${name}”.`);
    if (end === "," && next() === "}") refuse("there is a comma after the last result.");
  }
  at++;
  if (next() !== undefined) refuse("nothing may follow the closing }.");
  return { ...results };
}

/** The same results as the owner edits them, one to a line. */
export function formatResults(results: Results): string {
  return Object.keys(results).length ? JSON.stringify(results, null, 2) : "";
}
