import type { CopyValue } from "../../copy/site/page-copy.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { contentType } from "./content-type.ts";
import { isOptionalPart } from "./value-error.ts";

/**
 * The HTML in a value cleaned by the allow-list (decision 0035.3), inside lists and objects too.
 * @param model the built-in value: it tells which parts are HTML
 * @param removed what was taken out is added here
 * @returns it with the optional parts that it lacked
 */
export function cleanParts(value: CopyValue, model: CopyValue, removed: Set<string>): CopyValue {
  if (typeof value === "number" || typeof model === "number") return value;
  if (typeof value === "string") {
    if (contentType(model) !== "html") return value;
    const clean = cleanHtml(value);
    for (const one of clean.removed) removed.add(one);
    return clean.html;
  }
  if (Array.isArray(value)) {
    const first = Array.isArray(model) ? model[0] : undefined;
    return first === undefined ? value : value.map((item) => cleanParts(item, first, removed));
  }
  const models = new Map(Object.entries(model));
  const parts = Object.entries(value).map(([key, part]) => {
    const own = models.get(key);
    return [key, own === undefined ? part : cleanParts(part, own, removed)] as const;
  });
  // What was stored before the site had such a part.
  const lacking = [...models].filter(([key, own]) => !Object.hasOwn(value, key) && isOptionalPart(own));
  return Object.fromEntries([...parts, ...lacking]);
}

/**
 * A value as it is stored: HTML is cleaned when it is saved, and what was removed is returned.
 * @param model the built-in value of its address, undefined where the site has no such text
 */
export function cleanValue(
  { content_value, content_type }: { content_value: string; content_type: string },
  model: CopyValue | undefined,
): { content_value: string; removed: string[] } {
  const type = model === undefined || contentType(model) === "text" ? content_type : contentType(model);
  const removed = new Set<string>();
  if (type === "html") {
    const html = cleanParts(content_value, "<p>", removed) as string;
    return { content_value: html.trim(), removed: [...removed] };
  }
  if (type === "json" && model !== undefined && typeof model === "object") {
    const clean = cleanParts(JSON.parse(content_value), model, removed);
    if (removed.size) return { content_value: JSON.stringify(clean, null, 2), removed: [...removed] };
  }
  return { content_value, removed: [] };
}
