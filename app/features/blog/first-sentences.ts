import { textOf } from "../../platform/plain-text.ts";

/** What search engines and social networks show of a description. */
const EXCERPT_CHARS = 160;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/**
 * An excerpt made of a post's first sentences: as many whole ones as fit into 160 characters, from its paragraphs and
 * lists; headings and tables are left out. A first sentence that is too long is cut after a word.
 * @param content HTML
 * @returns plain text, empty where the post has none
 */
export function firstSentences(content: string): string {
  const text = textOf(content.replace(/<(h[1-6]|table|pre|figure)\b[\s\S]*?<\/\1\s*>/gi, " "));
  let excerpt = "";
  for (const { segment } of sentences.segment(text)) {
    const longer = excerpt + segment;
    if (longer.trimEnd().length > EXCERPT_CHARS) break;
    excerpt = longer;
  }
  if (excerpt || !text) return excerpt.trim();
  return `${text.slice(0, EXCERPT_CHARS).replace(/\s+\S*$/, "")}…`;
}
