import { createHash } from "node:crypto";
import type { SourceItem } from "../imported/item.ts";

/** No two of Ghost's newer ids are the same. */
const UNIQUE = /^[\da-f]{24}$/;

/**
 * Returns a key that is the same in every export and on the live site. Without the old site's URL, two uploads may be of
 * different sites, so only items that are the same in every respect have the same key. Others would overwrite each other.
 */
export function sourceKey(
  source: string,
  siteUrl: string,
  id: string | number,
  { title, slug, date, html }: Pick<SourceItem, "title" | "slug" | "date" | "html">,
): string {
  const host = (URL.parse(siteUrl)?.host ?? siteUrl).replace(/^www\./, "");
  if (host || UNIQUE.test(String(id))) return `${source}:${host}:${id}`;
  const print = createHash("sha256").update(JSON.stringify([title, slug, date ?? html]));
  return `${source}:~${print.digest("base64url").slice(0, 16)}:${id}`;
}
