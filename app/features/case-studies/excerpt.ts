import { textOf } from "../../platform/text/plain-text.ts";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Returns the start of an HTML text as plain text (SPEC 9: the challenge on a card), with an ellipsis if it was cut.
 * @param max length in characters as readers see them: an emoji or an accented letter counts as one and is never split
 */
export function excerptOf(html: string, max: number): string {
  const text = textOf(html);
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}…`;
    count += 1;
  }
  return text;
}
