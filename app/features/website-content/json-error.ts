import { JsonFault, walkJson } from "../../platform/text/json-walk.ts";

/** Deeper than any list on the site, but safe for the call stack. */
const MAX_DEPTH = 40;

const WORDS = {
  value: "expected text in double quotes, a number, a list or an object here.",
  name: 'expected a name in double quotes here, such as "title".',
  colon: "expected a colon after the name.",
  comma: "expected a comma here.",
  trailing: "remove the comma after the last item.",
  follow: "remove everything from here on.",
  end: "something is missing at the end.",
};

/**
 * Returns why JSON is invalid, with its line number (SPEC 5: "json needs valid JSON"); null if it's valid.
 */
export function findJsonError(text: string): string | null {
  try {
    walkJson(text, {
      onBegin(_bracket, depth, refuse) {
        if (depth >= MAX_DEPTH) refuse("this is nested too deeply.");
      },
      wordsFor: (fault) => WORDS[fault],
    });
    return null;
  } catch (error) {
    if (error instanceof JsonFault) return error.message;
    throw error;
  }
}
