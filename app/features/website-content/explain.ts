import { parseJson } from "../../platform/text/parse-json.ts";
import { HOURS_EXAMPLES, readOpeningHours } from "../../platform/time/opening-hours.ts";
import { type TextKey, writeTextKey } from "./text-key.ts";

/** Returns a function that says how the site interprets a text's JSON; undefined if the site only displays it. */
export const explainWith = (textKey: TextKey) =>
  writeTextKey(textKey) === "contact:hours:items" ? explainHours : undefined;

function explainHours(json: string): string | undefined {
  const unread = linesOf(json).filter((line) => !readOpeningHours(line));
  const forms = `Supported formats: ${HOURS_EXAMPLES}.`;
  if (unread.length === 0) return `“Open now” and today's hours are based on these. ${forms}`;
  const said = unread.map(({ days, hours }) => `“${days} ${hours}”`.replace(" ”", "”")).join(", ");
  return `Shown as typed, without “Open now”: ${said}. ${forms}`;
}

function linesOf(json: string): { days: string; hours: string }[] {
  const lines = parseJson(json);
  if (!Array.isArray(lines)) return [];
  return lines.filter((line) => typeof line?.days === "string" && typeof line?.hours === "string");
}
