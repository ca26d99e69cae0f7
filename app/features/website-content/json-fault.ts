import { JsonFault, walkJson } from "../../platform/text/json-walk.ts";

/** Deeper than any list of the site, and shallow enough for every stack. */
const MAX_DEPTH = 40;

const WORDS = {
  value: "a text in double quotes, a number, a list or an object is expected here.",
  name: 'a name in double quotes is expected here, as in "title".',
  colon: "a colon is expected after the name.",
  comma: "a comma is missing here.",
  trailing: "there is a comma after the last item.",
  follow: "nothing may follow here.",
  end: "something is missing at the end.",
};

/**
 * Why a text is not JSON, with its line, counted from 1 (SPEC 5: "json needs valid JSON"); null where it is.
 */
export function jsonFault(text: string): string | null {
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
