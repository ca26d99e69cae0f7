import { MARK_CHAR } from "../../platform/text/edit-mark.ts";
import { textOf } from "../../platform/text/plain-text.ts";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A longer word is cut. */
const LONGEST_WORD = 40;

/** Returns the start of a text without a word that goes on in the rest. */
function wholeWords(start: string, rest: string): string {
  const space = start.search(/\s\S*$/);
  const isWhole = /^\s/.test(rest) || space < Math.max(1, start.length - LONGEST_WORD);
  return (isWhole ? start : start.slice(0, space)).trimEnd();
}

/**
 * Returns the start of some HTML as plain text, cut at a space and with an ellipsis if it's longer (SPEC 9).
 * @param max in user-perceived characters
 */
export function excerptOf(html: string, max: number): string {
  const text = textOf(html);
  if (text.length <= max) return text;
  let count = 0;
  for (const { index, segment } of characters.segment(text)) {
    // The page editor's marks aren't text.
    if (MARK_CHAR.test(segment)) continue;
    if (count === max) return `${wholeWords(text.slice(0, index), text.slice(index))}…`;
    count += 1;
  }
  return text;
}
