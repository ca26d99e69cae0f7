const SPACE = /[ \t\r\n]*/y;

/** What JSON is made of, besides its brackets, colons and commas; to `take`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them inside a text
export const JSON_TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
export const JSON_NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
export const JSON_WORD = /true|false|null/y;

/** Steps through JSON for those who tell where it stumbles: not every browser's `JSON.parse` says so. */
export function scanJson(text: string) {
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  return {
    /** What stands here if it fits the sticky pattern, and goes behind it; else undefined. */
    take,
    /** The character that comes next but for spaces; undefined at the end. */
    next() {
      take(SPACE);
      return text[at];
    },
    /** Goes behind the character that is next. */
    skip() {
      at++;
    },
    /** This place, for `line`. */
    here: () => at,
    /** The line of a place, counted from 1. */
    line: (place = at) => text.slice(0, place).split("\n").length,
  };
}
