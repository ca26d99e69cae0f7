import type { CopyValue } from "../../copy/site/page-copy.ts";
import { type PartPath, type Parts, partAt } from "../../copy/site/parts.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { contentType } from "./content-type.ts";
import { isOptionalPart, itemModel } from "./value-error.ts";

/**
 * Returns the value with sanitized HTML (decision 0035.3), even inside lists and objects. Adds missing
 * optional parts.
 * @param model the built-in value, which says which parts are HTML
 * @param parts what the model's parts are
 * @param removed collects removed HTML
 */
export function cleanParts(
  value: CopyValue,
  model: CopyValue,
  parts: Parts,
  removed = new Set<string>(),
  path: PartPath = [],
): CopyValue {
  if (typeof value === "number" || typeof model === "number") return value;
  if (typeof value === "string") {
    if (contentType(model) !== "html") return value;
    const clean = cleanHtml(value);
    for (const one of clean.removed) removed.add(one);
    return clean.html;
  }
  if (Array.isArray(value)) {
    const first = Array.isArray(model) ? itemModel(model, partAt(parts, path)) : undefined;
    return first === undefined
      ? value
      : value.map((item, i) => cleanParts(item, first, parts, removed, [...path, i]));
  }
  const models = new Map(Object.entries(model));
  const cleaned = Object.entries(value).map(([key, part]) => {
    const own = models.get(key);
    return [key, own === undefined ? part : cleanParts(part, own, parts, removed, [...path, key])] as const;
  });
  // Optional parts may be newer than the stored value. They start empty, not with sample content.
  const lacking = [...models]
    .filter(([key, own]) => !Object.hasOwn(value, key) && isOptionalPart(own, partAt(parts, [...path, key])))
    .map(([key, own]) => [key, isOptionalPart(own) ? own : ""] as const);
  return Object.fromEntries([...cleaned, ...lacking]);
}

/**
 * Returns a value as stored, with sanitized HTML, and a list of what was removed.
 * @param model the built-in value; undefined if no page shows this text
 * @param parts what the model's parts are
 */
export function cleanValue(
  { content_value, content_type }: { content_value: string; content_type: string },
  model: CopyValue | undefined,
  parts: Parts = {},
): { content_value: string; removed: string[] } {
  const type = model === undefined || contentType(model) === "text" ? content_type : contentType(model);
  const removed = new Set<string>();
  if (type === "html") {
    const html = cleanParts(content_value, "<p>", parts, removed) as string;
    return { content_value: html.trim(), removed: [...removed] };
  }
  if (type === "json" && model !== undefined && typeof model === "object") {
    const clean = cleanParts(JSON.parse(content_value), model, parts, removed);
    if (removed.size) return { content_value: JSON.stringify(clean, null, 2), removed: [...removed] };
  }
  return { content_value, removed: [] };
}
