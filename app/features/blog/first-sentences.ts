import { textOf } from "../../platform/text/plain-text.ts";

/** Search engines and social networks cut descriptions at about this length. */
const EXCERPT_CHARS = 160;

/** Elements left out of excerpts, including paragraphs with only a link. */
const NO_SENTENCE =
  /<(h[1-6]|li|table|pre|figure|iframe)\b[\s\S]*?<\/\1\s*>|<p\b[^>]*>\s*<a\b[^>]*>[^<]*<\/a>\s*<\/p>/gi;
/** A sentence ends with its paragraph, even without a period. */
const PARAGRAPH_END = /<\/?(?:p|div|blockquote|section|article|ul|ol)\b[^>]*>/i;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Returns the first whole sentences of a post, up to 160 characters. A longer first sentence is cut after a
 * word.
 * @param content HTML
 * @returns plain text; may be empty
 */
export function firstSentences(content: string): string {
  const paragraphs = content.replace(NO_SENTENCE, "<p>").split(PARAGRAPH_END).map(textOf).filter(Boolean);
  let excerpt = "";
  for (const paragraph of paragraphs)
    for (const { segment } of sentences.segment(`${paragraph} `)) {
      const longer = excerpt + segment;
      if (longer.trimEnd().length > EXCERPT_CHARS) return excerpt.trim() || cutAfterWord(segment);
      excerpt = longer;
    }
  return excerpt.trim();
}

const cutAfterWord = (text: string) => `${text.slice(0, EXCERPT_CHARS - 1).replace(/\s+\S*$/, "")}…`;
