import type { CopyValue } from "../../copy/site/page-copy.ts";

/** In the order of SPEC 3. */
export const CONTENT_TYPES = ["text", "html", "image_url", "color", "number", "json"] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const IMAGE = /^(https?:\/\/|\/)\S+\.(avif|gif|jpe?g|png|svg|webp)$/i;

/**
 * Returns the type of a built-in text: lists and objects are json, `#` plus hex digits is a color, text that
 * starts with a tag is html, and an image URL is image_url.
 */
export function contentType(value: CopyValue): ContentType {
  if (typeof value === "number") return "number";
  if (typeof value === "object") return "json";
  if (COLOR.test(value)) return "color";
  if (IMAGE.test(value)) return "image_url";
  return /^<[a-z]/i.test(value) ? "html" : "text";
}

export const asStored = (value: CopyValue): string =>
  typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
