const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them inside a text
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
/** Deeper than any list of the site, and shallow enough for every stack. */
const MAX_DEPTH = 40;

/**
 * Why a text is not JSON, with its line, counted from 1 (SPEC 5: "json needs valid JSON"); null where it is. Not every
 * browser's `JSON.parse` says where it stumbled.
 */
export function jsonFault(text: string): string | null {
  let at = 0;
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
    throw new Fault(`Line ${text.slice(0, at).split("\n").length}: ${reason}`);
  };
  /** What stands between an opening bracket and its closing one. */
  const members = (close: "]" | "}", member: () => void) => {
    at++;
    if (next() === close) {
      at++;
      return;
    }
    for (;;) {
      member();
      const end = next();
      if (end !== "," && end !== close)
        refuse(end === undefined ? `the closing ${close} is missing.` : "a comma is missing here.");
      at++;
      if (end === close) return;
      if (next() === close) refuse("there is a comma after the last item.");
    }
  };
  const value = (depth: number): void => {
    if (depth > MAX_DEPTH) refuse("this is nested too deeply.");
    const first = next();
    if (first === "[") members("]", () => value(depth + 1));
    else if (first === "{")
      members("}", () => {
        next();
        if (take(TEXT) === undefined)
          refuse(
            text[at] === undefined
              ? "the closing } is missing."
              : 'a name in double quotes is expected here, as in "title".',
          );
        if (next() !== ":") refuse("a colon is expected after the name.");
        at++;
        value(depth + 1);
      });
    else if (take(TEXT) === undefined && take(PLAIN) === undefined)
      refuse(
        first === undefined
          ? "something is missing at the end."
          : "a text in double quotes, a number, a list or an object is expected here.",
      );
  };

  try {
    value(0);
    if (next() !== undefined) refuse("nothing may follow here.");
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
}

class Fault extends Error {}
