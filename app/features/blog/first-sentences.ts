import { textOf } from "../../platform/text/plain-text.ts";

/** The length that search engines and social networks show of a description. */
const EXCERPT_CHARS = 160;

/** Elements that aren't sentences: headings, lists, tables, code, images, embeds, and paragraphs with only a link. */
const NO_SENTENCE =
  /<(h[1-6]|li|table|pre|figure|iframe)\b[\s\S]*?<\/\1\s*>|<p\b[^>]*>\s*<a\b[^>]*>[^<]*<\/a>\s*<\/p>/gi;
/** Ends a paragraph, so that one without a period doesn't run into the next. */
const PARAGRAPH_END = /<\/?(?:p|div|blockquote|section|article|ul|ol)\b[^>]*>/i;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * Returns as many whole sentences from the start of a post as fit into 160 characters. A first sentence that is too
 * long is cut after a word.
 * @param content HTML
 * @returns plain text; empty if the post has no paragraphs
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
