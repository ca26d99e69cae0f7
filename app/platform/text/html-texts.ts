// The texts between the tags of sanitized HTML, so that each can be edited without touching the markup.
import { textOf } from "./plain-text.ts";

/** Sanitized HTML has no ">" in attributes. Every second part is a tag. */
const partsOf = (html: string) => html.split(/(<[^>]*>)/);
const hasWords = (part: string, i: number) => i % 2 === 0 && textOf(part) !== "";

/** Returns the texts in order, each as one line without entities. Spaces between tags aren't texts. */
export const textsIn = (html: string): string[] => partsOf(html).filter(hasWords).map(textOf);

/**
 * Returns HTML with `change` applied to each text.
 * @param change receives a text as it stands in the HTML, without the spaces around it, and its index
 */
export function mapTexts(html: string, change: (text: string, index: number) => string): string {
  let index = 0;
  return partsOf(html)
    .map((part, i) => {
      if (!hasWords(part, i)) return part;
      const [, before = "", text = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(part) ?? [];
      return before + change(text, index++) + after;
    })
    .join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns HTML with the text at an index replaced by other words. */
export const withTextAt = (html: string, index: number, words: string): string =>
  mapTexts(html, (text, i) => (i === index ? words.replace(/[&<>]/g, (one) => ESCAPES[one]!) : text));
