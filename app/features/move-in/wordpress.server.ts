// Turns the items of a WordPress export into this site's: content converted, SEO fields resolved, old URLs listed.
import { textOf } from "../../platform/text/plain-text.ts";
import { convertHtml } from "./convert.server.ts";
import { elementorHtml } from "./elementor.ts";
import {
  addFinding,
  countIn,
  noteConverted,
  type ReadSource,
  type SourceImage,
  type SourceItem,
  type SourceSummary,
  sourceKey,
} from "./item.ts";
import { readWxr, type WxrChannel, type WxrItem } from "./read-wxr.server.ts";
import { readWordPressSeo } from "./wordpress-seo.ts";

type Library = { channel: WxrChannel; images: Map<string, SourceImage>; years: Set<string> };

/** What WordPress and its plugins store as posts although visitors never see it. */
export const INTERNAL =
  /^(attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_.*|et_.*|wpcf7_contact_form|wpforms.*|mc4wp-form|tablepress_table|popup.*|ct_.*|brizy.*)$/;

/** Reads a WordPress export in two passes: images and categories may come after the posts that use them. */
export const readWordPress: ReadSource = async function* ({ path }, summary) {
  const library: Library = {
    channel: { title: "", tagline: "", siteUrl: "", authors: new Map(), categories: [] },
    images: new Map(),
    years: new Set(),
  };
  for await (const { fields, meta } of readWxr(path, library.channel)) {
    const url = fields.get("wp:attachment_url");
    const id = fields.get("wp:post_id");
    if (url && id) library.images.set(id, { url, alt: meta.get("_wp_attachment_image_alt") ?? "" });
  }
  const { channel } = library;
  summary.siteTitle = textOf(channel.title);
  summary.siteUrl = channel.siteUrl;
  const again = { ...channel, authors: new Map(), categories: [] };
  for await (const raw of readWxr(path, again)) {
    const item = asItem(raw, library, summary);
    if (item) yield item;
  }
  summary.archives.push(...archivesOf(channel.siteUrl, library.years, channel.categories));
};

function asItem(raw: WxrItem, library: Library, summary: SourceSummary): SourceItem | null {
  const field = (name: string) => raw.fields.get(name) ?? "";
  const type = field("wp:post_type") || "post";
  const title = textOf(field("title"));
  const leave = (why: string) => {
    addFinding(summary.left, { title: title || `${type} ${field("wp:post_id")}`, why, line: raw.line });
    return null;
  };
  if (raw.trouble) return leave(raw.trouble);
  if (INTERNAL.test(type)) {
    if (type === "attachment") countIn(summary.found, type);
    return null;
  }
  const status = field("wp:status") || "publish";
  if (status === "auto-draft" || status === "inherit") return null;
  countIn(summary.found, type);
  if (status === "trash") return leave("It's in the trash.");
  if (status === "private") return leave("It's private.");
  if (field("wp:post_password")) return leave("It's protected by a password.");
  return convert(raw, { type, title, isPublished: status === "publish" }, library, summary);
}

function convert(
  { fields, meta, terms, line }: WxrItem,
  { type, title, isPublished }: Pick<SourceItem, "type" | "title" | "isPublished">,
  { channel, images, years }: Library,
  summary: SourceSummary,
): SourceItem {
  const field = (name: string) => fields.get(name) ?? "";
  const id = field("wp:post_id");
  const source = field("content:encoded") || elementorHtml(meta.get("_elementor_data") ?? "");
  const content = convertHtml(source, {
    imageById: (image) => images.get(image),
    siteUrl: channel.siteUrl,
    isWordPress: true,
  });
  const shown = title || `Untitled ${type} ${id}`;
  noteConverted(summary, { title: shown, line }, content);
  const categories = terms.filter(({ domain }) => domain === "category");
  const primary = meta.get("_yoast_wpseo_primary_category") ?? meta.get("rank_math_primary_category");
  // The export stores the primary category as an id without its name. With a single category, that doesn't matter.
  if (primary && categories.length > 1)
    addFinding(summary.changed, {
      title: shown,
      why: `Filed under its first category, “${textOf(categories[0]!.name)}”.`,
      line,
    });
  const category = textOf(categories[0]?.name ?? "");
  const date = dateOf(field("wp:post_date_gmt")) ?? dateOf(field("wp:post_date"));
  if (date && isPublished) years.add(field("wp:post_date").slice(0, 4));
  const author = channel.authors.get(field("dc:creator")) ?? field("dc:creator");
  const excerpt = textOf(field("excerpt:encoded"));
  const oldUrls = isPublished
    ? [...new Set([field("link"), `${channel.siteUrl}/?p=${id}`])].filter(Boolean)
    : [];
  if (isPublished && type === "page") oldUrls.push(`${channel.siteUrl}/?page_id=${id}`);
  const seo = readWordPressSeo(
    meta,
    {
      ...{ title, excerpt: excerpt || textOf(content.html).slice(0, 155), category, author, id, type },
      ...{ siteTitle: summary.siteTitle, tagline: textOf(channel.tagline) },
      tags: terms.filter(({ domain }) => domain === "post_tag").map(({ name }) => textOf(name)),
      date: asDate(date),
      modified: asDate(dateOf(field("wp:post_modified_gmt"))),
    },
    oldUrls,
    (name) => countIn(summary.variables, name),
  );
  return {
    key: sourceKey("wordpress", channel.siteUrl, id),
    ...{ type, title, isPublished, date, author, category, excerpt, seo, oldUrls },
    slug: field("wp:post_name"),
    html: content.html,
    featuredImage: images.get(meta.get("_thumbnail_id") ?? "") ?? null,
    images: content.images,
  };
}

const asDate = (iso: string | null) => (iso ? new Date(iso) : null);

/** Returns a WordPress date as ISO 8601; null for its "no date". */
function dateOf(written: string): string | null {
  if (!/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(written)) return null;
  const date = new Date(`${written.replace(" ", "T")}Z`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns the archives that WordPress adds, each with the closest page here. */
export function archivesOf(
  siteUrl: string,
  years: ReadonlySet<string>,
  listed: WxrChannel["categories"] = [],
): SourceSummary["archives"] {
  const base = URL.parse(siteUrl)?.pathname.replace(/\/$/, "") ?? "";
  const categories = listed.map(({ slug, parent }) => `/category/${parent ? `${parent}/` : ""}${slug}/*`);
  const blog = [
    ...categories,
    "/category/*",
    "/tag/*",
    "/author/*",
    "/page/*",
    ...[...years].sort().map((year) => `/${year}/*`),
  ];
  return [
    ...blog.map((from) => ({ from: base + from, to: "/blog" })),
    { from: `${base}/feed/*`, to: "/rss.xml" },
    { from: `${base}/comments/*`, to: "/rss.xml" },
  ];
}
