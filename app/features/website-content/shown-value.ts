import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import type { StoredValue } from "./value-error.ts";

const SHOWN_CHARS = 160;

/**
 * Returns a value as short plain text: HTML without tags, and the texts of a list or object.
 * @param of.parts says which of them are icons or images
 */
export function shownValue({ content_value, content_type, parts }: StoredValue & { parts: Parts }): string {
  const words =
    content_type === "html"
      ? textOf(content_value)
      : content_type === "json"
        ? wordsOfJson(content_value, parts)
        : content_value;
  return words.length > SHOWN_CHARS ? `${words.slice(0, SHOWN_CHARS).trimEnd()}…` : words;
}

function wordsOfJson(json: string, parts: Parts): string {
  const value = parseJson(json);
  return value === undefined ? json : wordsOf(value as CopyValue, parts, []);
}

function wordsOf(value: CopyValue | boolean | null, parts: Parts, path: PartPath): string {
  if (["icon", "image"].includes(partAt(parts, path).is ?? "")) return "";
  if (value === null || typeof value !== "object") return textOf(String(value));
  return Object.entries(value as { [key: string]: CopyValue })
    .map(([key, part]) => wordsOf(part, parts, [...path, Array.isArray(value) ? Number(key) : key]))
    .filter(Boolean)
    .join(" · ");
}
