import { MARK_CHAR } from "../../platform/text/edit-mark.ts";
import { textOf } from "../../platform/text/plain-text.ts";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns the start of some HTML as plain text, with an ellipsis if cut (SPEC 9).
 * @param max in user-perceived characters
 */
export function excerptOf(html: string, max: number): string {
  const text = textOf(html);
  if (text.length <= max) return text;
  let count = 0;
  for (const { index, segment } of characters.segment(text)) {
    // The page editor's marks aren't text.
    if (MARK_CHAR.test(segment)) continue;
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
