import { textOf } from "../../platform/text/plain-text.ts";

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The beginning of an HTML text as plain words (SPEC 9: the challenge on a card), an ellipsis where it was cut.
 * @param max characters as a reader counts them: an emoji or an accented letter is one, and is never cut apart
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
