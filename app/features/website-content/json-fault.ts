import { JSON_NUMBER, JSON_TEXT, JSON_WORD, scanJson } from "../../platform/json-scanner.ts";

/** Deeper than any list of the site, and shallow enough for every stack. */
const MAX_DEPTH = 40;

/**
 * Why a text is not JSON, with its line, counted from 1 (SPEC 5: "json needs valid JSON"); null where it is.
 */
export function jsonFault(text: string): string | null {
  const { take, next, skip, line } = scanJson(text);
  const refuse = (reason: string): never => {
    throw new Fault(`Line ${line()}: ${reason}`);
  };
  /** What stands between an opening bracket and its closing one. */
  const members = (close: "]" | "}", member: () => void) => {
    skip();
    if (next() === close) {
      skip();
      return;
    }
    for (;;) {
      member();
      const end = next();
      if (end !== "," && end !== close)
        refuse(end === undefined ? `the closing ${close} is missing.` : "a comma is missing here.");
      skip();
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
        if (take(JSON_TEXT) === undefined)
          refuse(
            next() === undefined
              ? "the closing } is missing."
              : 'a name in double quotes is expected here, as in "title".',
          );
        if (next() !== ":") refuse("a colon is expected after the name.");
        skip();
        value(depth + 1);
      });
    else if (
      take(JSON_TEXT) === undefined &&
      take(JSON_NUMBER) === undefined &&
      take(JSON_WORD) === undefined
    )
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
