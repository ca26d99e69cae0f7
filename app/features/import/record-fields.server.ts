import { createHash } from "node:crypto";
import { textOf } from "../../platform/text/plain-text.ts";
import { isImageUrl } from "../../platform/text/text-rules.ts";
import type { Choices, TargetKind } from "../imported/choices.ts";
import type { SourceItem } from "../imported/item.ts";
import { KINDS } from "../records/kinds.server.ts";
import { fullSize } from "./image-source.ts";
import type { LinkMap, Planned } from "./plan.ts";

/**
 * Returns a record's form fields and a hash of them, which tells a later import whether the item changed. The
 * slug isn't hashed, because it depends on other records.
 * @param imagePaths paths of copied images by old URL, empty for images to remove
 */
export function recordFields(
  item: SourceItem,
  { target, slug }: Planned,
  of: { choices: Choices; links: LinkMap; imagePaths: ReadonlyMap<string, string> },
): { fields: Record<string, string>; hash: string } {
  const { choices, links, imagePaths } = of;
  const html = withImages(links.rewrite(item.html), imagePaths);
  const title = item.title || slug;
  const featured = item.featuredImage
    ? (imagePaths.get(item.featuredImage.url) ?? item.featuredImage.url)
    : "";
  const secure = featured.replace(/^http:/i, "https:");
  const image = isImageUrl(secure) ? secure : "";
  const canonical = item.seo.canonical && (links.find(item.seo.canonical) ?? item.seo.canonical);
  const shared = {
    title,
    meta_title: item.seo.title,
    meta_description: item.seo.description,
    canonical_url: canonical,
    is_indexable: String(item.seo.isIndexable),
    is_followable: String(item.seo.isFollowable),
  };
  const own: Partial<Record<TargetKind, Record<string, string>>> = {
    "blog-posts": {
      excerpt: textOf(item.excerpt),
      content: html,
      author: choices.authors === "site" ? "" : item.author,
      category: choices.category || item.category,
      featured_image: image,
    },
    "case-studies": { client: title, industry_id: choices.industry_id, image, challenge: html },
    "landing-pages": {
      sections: JSON.stringify(inSections(html).map((body) => ({ type: "text", body }))),
      share_image: image,
    },
  };
  const { fields: known = [] } = KINDS.find(({ name }) => name === target) ?? {};
  const firstOf = (format: string) => known.find((field) => field.format === format)?.name ?? format;
  const byFormat = { [firstOf("html")]: html, [firstOf("image")]: image };
  const fields = { ...shared, ...(own[target as TargetKind] ?? byFormat) };
  const hash = createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
  // Not part of the hash, because the old site may be gone by the next import.
  fields.meta_title ||= (item.live?.title ?? "").slice(0, 500);
  fields.meta_description ||= (item.live?.description ?? "").slice(0, 2_000);
  return { fields: { ...fields, slug }, hash };
}

/** The limit of a section's text. */
const SECTION_CHARS = 50_000;

/** Divides a long text at its headings, so that each part fits in a section. */
function inSections(html: string): string[] {
  const parts: string[] = [];
  for (const chapter of html.split(/(?=<h2[\s>])/)) {
    const last = parts.at(-1);
    if (last !== undefined && last.length + chapter.length <= SECTION_CHARS)
      parts[parts.length - 1] = last + chapter;
    else parts.push(chapter);
  }
  return parts;
}

/** Replaces or removes images, and links to them, in sanitized HTML, where http has become https. */
function withImages(html: string, imagePaths: ReadonlyMap<string, string>): string {
  const find = (url: string) =>
    imagePaths.get(url) ??
    imagePaths.get(url.replace(/^https:/, "http:")) ??
    imagePaths.get(url.replace(/^http:/, "https:"));
  const pathOf = (written: string) => {
    const url = written.replaceAll("&amp;", "&");
    return find(url) ?? find(fullSize(url));
  };
  return html
    .replace(/<img\b[^>]*?\ssrc="([^"]*)"[^>]*>/g, (img, written: string) =>
      pathOf(written) === "" ? "" : img,
    )
    .replace(/<a\b[^>]*>\s*<\/a>/g, "")
    .replace(/<figure>\s*<\/figure>\s*|<p>\s*<\/p>\s*/g, "")
    .replace(
      /(<(?:img\b[^>]*?\ssrc|a\b[^>]*?\shref)=")([^"]*)(")/g,
      (whole, before: string, written: string, after: string) => {
        const path = pathOf(written);
        return path ? before + path + after : whole;
      },
    );
}
