import type { CopyValue } from "../../copy/site/page-copy.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import type { StoredValue } from "./value-error.ts";

const SHOWN_CHARS = 160;

/** Returns a value as short plain text: HTML without tags, and the texts of a list or object. */
export function shownValue({ content_value, content_type }: Omit<StoredValue, "content_key">): string {
  const words =
    content_type === "html"
      ? textOf(content_value)
      : content_type === "json"
        ? wordsOfJson(content_value)
        : content_value;
  return words.length > SHOWN_CHARS ? `${words.slice(0, SHOWN_CHARS).trimEnd()}…` : words;
}

function wordsOfJson(json: string): string {
  const value = parseJson(json);
  return value === undefined ? json : wordsOf(value as CopyValue);
}

function wordsOf(value: CopyValue | boolean | null): string {
  if (value === null || typeof value !== "object") return textOf(String(value));
  return Object.entries(value as { [key: string]: CopyValue })
    .map(([key, part]) => (key === "icon" ? "" : wordsOf(part)))
    .filter(Boolean)
    .join(" · ");
}
