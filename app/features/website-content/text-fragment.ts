// Builds a text fragment (`#:~:text=…`), which makes browsers scroll to a text and highlight it.
import { type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { isLink } from "../../platform/text/link.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import type { StoredValue } from "./value-error.ts";

/** More words would only increase the chance of markup between them. */
const WORDS_MAX = 8;
const BLOCK_END = /<\/(?:p|h[1-6]|li|td|th|blockquote|figcaption|pre)>/i;

/** Returns the first words of a text's longest part without placeholders; "" for links, images and colors. */
export function firstWords({ content_value, content_type, parts }: StoredValue & { parts: Parts }): string {
  switch (content_type) {
    case "html":
      return start(textOf(content_value.split(BLOCK_END).find((part) => textOf(part)) ?? ""));
    case "json":
      return start(firstText(parseJson(content_value), parts, []));
    case "color":
    case "image_url":
      return "";
    default:
      return isLink(content_value) ? "" : start(content_value);
  }
}

/**
 * Returns a text fragment; "" if the text has no words.
 * @param words from `firstWords`
 * @param page first words of all texts on the page; if `words` aren't unique, the fragment starts at
 *   `headline`
 * @param headline the section's headline
 */
export function textFragment(words: string, page: readonly string[], headline: string): string {
  if (!words) return "";
  const isAlone = (text: string) => page.filter((one) => holds(one, text)).length <= 1;
  if (!isAlone(words) && headline && headline !== words && isAlone(headline))
    return `#:~:text=${encode(headline)},${encode(words)}`;
  return `#:~:text=${encode(words)}`;
}

const holds = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

function start(text: string): string {
  const [longest = ""] = text.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  return longest.trim().split(/\s+/).slice(0, WORDS_MAX).join(" ");
}

function firstText(value: unknown, parts: Parts, path: PartPath): string {
  if (partAt(parts, path).is === "icon") return "";
  if (typeof value === "string") return isLink(value) ? "" : textOf(value);
  if (value === null || typeof value !== "object") return "";
  for (const [key, part] of Object.entries(value)) {
    const text = firstText(part, parts, [...path, Array.isArray(value) ? Number(key) : key]);
    if (text) return text;
  }
  return "";
}

/** Hyphens are special in text fragments, but `encodeURIComponent` keeps them. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");
