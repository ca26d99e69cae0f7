// Builds the URL suffix that makes a browser scroll to a text and mark it, without a script: `#:~:text=…`.
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { isLink } from "./link.ts";
import type { StoredValue } from "./value-error.ts";

/** Enough words to find the text; more only increase the chance that other content splits them up. */
const WORDS_MAX = 8;
/** Matches the end of the first block of HTML. */
const BLOCK_END = /<\/(?:p|h[1-6]|li|td|th|blockquote|figcaption|pre)>/i;

/** Returns the first words of a text as a page shows them; "" for links, images and colors. */
export function firstWords({ content_value, content_type }: Omit<StoredValue, "content_key">): string {
  switch (content_type) {
    case "html":
      return start(textOf(content_value.split(BLOCK_END).find((part) => textOf(part)) ?? ""));
    case "json":
      return start(firstText(parseJson(content_value)));
    case "color":
    case "image_url":
      return "";
    default:
      return isLink(content_value) ? "" : start(content_value);
  }
}

/**
 * Returns the text fragment that marks a text; "" if nothing can be marked.
 * @param words from `firstWords`
 * @param page the first words of all texts on the same page; if another text has these too, the mark reaches from
 *   `headline`, the section's own, to the first match after it
 */
export function textFragment(words: string, page: readonly string[], headline: string): string {
  if (!words) return "";
  const isAlone = (text: string) => page.filter((one) => holds(one, text)).length <= 1;
  if (!isAlone(words) && headline && headline !== words && isAlone(headline))
    return `#:~:text=${encode(headline)},${encode(words)}`;
  return `#:~:text=${encode(words)}`;
}

const holds = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

/** Returns the first words of the longest stretch of text between the placeholders that the site fills in. */
function start(text: string): string {
  const [longest = ""] = text.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  return longest.trim().split(/\s+/).slice(0, WORDS_MAX).join(" ");
}

function firstText(value: unknown): string {
  if (typeof value === "string") return isLink(value) ? "" : textOf(value);
  if (value === null || typeof value !== "object") return "";
  for (const [key, part] of Object.entries(value)) {
    const text = key === "icon" ? "" : firstText(part);
    if (text) return text;
  }
  return "";
}

/** Hyphens, commas and ampersands have a special meaning in text fragments. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
