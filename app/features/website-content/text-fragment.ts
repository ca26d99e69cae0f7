// The end of an address that makes a browser go to a text of the page and mark it, without a script: `#:~:text=…`.
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { isLink } from "./link.ts";
import type { StoredValue } from "./value-error.ts";

/** Enough words to be found; more only grow the chance that something of the page stands between them. */
const WORDS_MAX = 8;
/** What the first block of HTML ends with. */
const BLOCK_END = /<\/(?:p|h[1-6]|li|td|th|blockquote|figcaption|pre)>/i;

/**
 * The first words of a text as a page shows them.
 * @returns "" for what is no text on the page: a link, a picture, a color
 */
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
 * @param words from `firstWords`
 * @param page the first words of all texts of the same page; where others have these too, the mark reaches from
 *   `headline`, that of the section, to the first time that they come after it
 * @returns "" where nothing can be marked
 */
export function textFragment(words: string, page: readonly string[], headline: string): string {
  if (!words) return "";
  const isAlone = (text: string) => page.filter((one) => holds(one, text)).length <= 1;
  if (!isAlone(words) && headline && headline !== words && isAlone(headline))
    return `#:~:text=${encode(headline)},${encode(words)}`;
  return `#:~:text=${encode(words)}`;
}

const holds = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

/** Without the names in braces that the site fills in: the words on the longer side of the first one. */
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

/** A hyphen, a comma and an ampersand have a meaning of their own there. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
