import { textOf } from "../../platform/text/plain-text.ts";
import {
  addFinding,
  countIn,
  dayInWords,
  noteConverted,
  notImported,
  readDate,
  type SourceItem,
  type SourceSummary,
} from "../imported/item.ts";
import { convertHtml } from "./convert.server.ts";
import { elementorHtml } from "./elementor.ts";
import { withoutScheme } from "./image-source.ts";
import { readWxr, type WxrChannel, type WxrItem } from "./read-wxr.server.ts";
import { sourceKey } from "./source-key.server.ts";
import type { Library } from "./wordpress-library.server.ts";
import { readWordPressSeo } from "./wordpress-seo.ts";

export const INTERNAL =
  /^(attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_.*|et_.*|wpcf7_contact_form|wpforms.*|mc4wp-form|tablepress_table|popup.*|ct_.*|brizy.*)$/;

/** Copies, caches, and what posts contain. */
const UNNAMED = /^(attachment|revision|customize_changeset|oembed_cache|user_request|wp_block)$/;

/** Reads the items of one file. */
export async function* readWordPress(
  path: string,
  library: Library,
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  const { channel } = library;
  summary.siteTitle = textOf(channel.title);
  summary.siteUrl = channel.siteUrl;
  const again = { ...channel, authors: new Map(), categories: [] };
  const internal: Record<string, number> = {};
  for await (const raw of readWxr(path, again)) {
    const type = raw.fields.get("wp:post_type") ?? "";
    if (INTERNAL.test(type) && !UNNAMED.test(type)) countIn(internal, type);
    const item = asItem(raw, library, summary);
    if (item) yield item;
  }
  for (const [type, count] of Object.entries(internal))
    addFinding(summary.left, {
      title: `${type} (${count})`,
      why: "Menus, forms and designs aren't imported.",
    });
  const listed = new Set(summary.archives.map(({ from }) => from));
  const archives = archivesOf(channel.siteUrl, library.years, channel.categories);
  summary.archives.push(...archives.filter(({ from }) => !listed.has(from)));
}

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
  { fields, meta, terms, line, customFields, comments }: WxrItem,
  { type, title, isPublished }: Pick<SourceItem, "type" | "title" | "isPublished">,
  library: Library,
  summary: SourceSummary,
): SourceItem {
  const field = (name: string) => fields.get(name) ?? "";
  const { channel, images, years } = library;
  const id = field("wp:post_id");
  const source = field("content:encoded") || elementorHtml(meta.get("_elementor_data") ?? "");
  const content = convertHtml(withBlocks(source, library.blocks, meta.get("footnotes") ?? ""), {
    imageById: (image) => images.get(image),
    originals: library.originals,
    attachedImages: library.attached.get(id) ?? [],
    siteUrl: channel.siteUrl,
    isWordPress: true,
  });
  const shown = title || `Untitled ${type} ${id}`;
  if (!title) content.notes.push("It has no title, so it's named by its number.");
  const status = field("wp:status");
  const date = readDate(field("wp:post_date_gmt")) ?? readDate(field("wp:post_date"));
  if (status === "future" && date)
    content.notes.push(`It was scheduled for ${dayInWords(date)}, and becomes a draft.`);
  if (field("wp:is_sticky") === "1") content.notes.push("It was pinned to the top. Pin it here, too.");
  const categories = terms.filter(({ domain }) => domain === "category");
  const primary = meta.get("_yoast_wpseo_primary_category") ?? meta.get("rank_math_primary_category");
  const slugOfPrimary = channel.categories.find(({ id }) => id !== "" && id === primary)?.slug;
  const chosen = categories.find(({ slug }) => slug === slugOfPrimary) ?? categories[0];
  // An export of some posts doesn't list all categories.
  if (primary && !slugOfPrimary && categories.length > 1)
    addFinding(summary.changed, {
      title: shown,
      why: `Filed under its first category, “${textOf(categories[0]!.name)}”.`,
      line,
    });
  const category = textOf(chosen?.name ?? "");
  content.notes.push(
    ...notImported("other categories", namesOf(categories.filter((one) => one !== chosen))),
    ...notImported("tags", namesOf(terms.filter(({ domain }) => domain !== "category"))),
    ...notImported("custom fields", customFields),
    ...notImported("comments", comments ? [String(comments)] : []),
  );
  noteConverted(summary, { title: shown, line }, content);
  if (date && isPublished) years.add(field("wp:post_date").slice(0, 4));
  const author = channel.authors.get(field("dc:creator")) ?? field("dc:creator");
  const excerpt = textOf(field("excerpt:encoded"));
  const oldUrls = isPublished
    ? [...new Set([field("link"), `${channel.siteUrl}/?p=${id}`])].filter(Boolean)
    : [];
  if (isPublished) oldUrls.push(...earlierUrls(field("link"), field("wp:post_name"), meta, library.links));
  if (isPublished && type === "page") oldUrls.push(`${channel.siteUrl}/?page_id=${id}`);
  const thumbnail = meta.get("_thumbnail_id") ?? "";
  const featuredImage = images.get(thumbnail) ?? null;
  if (Number(thumbnail) && !featuredImage)
    addFinding(summary.changed, { title: shown, why: "Its featured image isn't in the export.", line });
  for (const { url } of [...content.images, ...(featuredImage ? [featuredImage] : [])])
    library.used.add(imageName(url));
  const seo = readWordPressSeo(
    meta,
    {
      ...{ title, excerpt: excerpt || textOf(content.html).slice(0, 155), category, author, id, type },
      ...{ siteTitle: summary.siteTitle, tagline: textOf(channel.tagline) },
      tags: terms.filter(({ domain }) => domain === "post_tag").map(({ name }) => textOf(name)),
      date: asDate(date),
      modified: asDate(readDate(field("wp:post_modified_gmt"))),
    },
    oldUrls,
    (name) => countIn(summary.variables, name),
  );
  const own = { title: shown, slug: field("wp:post_name"), date, html: content.html };
  return {
    key: sourceKey("wordpress", channel.siteUrl, id, own),
    ...own,
    ...{ type, isPublished, author, category, excerpt, seo, oldUrls },
    featuredImage,
    images: content.images,
  };
}

/** Without a limit, a few reusable blocks inside each other could fill the memory. */
const BLOCK_CHARS = 2_000_000;

/** Fills in reusable blocks and footnotes, which aren't stored in the content. */
function withBlocks(content: string, blocks: Library["blocks"], footnotes: string): string {
  let room = BLOCK_CHARS;
  const fill = (text: string) =>
    text.replace(/<!--\s*wp:block\s*\{"ref":(\d+)[^>]*\/-->/g, (whole, id: string) => {
      const block = blocks.get(id);
      if (block === undefined || block.length > room) return whole;
      room -= block.length;
      return block;
    });
  // Blocks can contain others.
  return fill(fill(content)).replace(
    /<!--\s*wp:footnotes[^>]*\/-->/,
    (whole) => footnoteList(footnotes) || whole,
  );
}

function footnoteList(json: string): string {
  try {
    const notes = JSON.parse(json) as { id: string; content: string }[];
    const line = ({ id, content }: (typeof notes)[number]) =>
      `<li id="${id}">${content} <a href="#${id}-link">↩</a></li>`;
    return notes.length ? `<ol>${notes.map(line).join("")}</ol>` : "";
  } catch {
    return "";
  }
}

/** Returns URLs from before a slug was changed, which WordPress redirects, unless another item has them now. */
function earlierUrls(
  link: string,
  slug: string,
  meta: WxrItem["meta"],
  links: ReadonlySet<string>,
): string[] {
  const at = slug ? link.lastIndexOf(`/${slug}`) + 1 : 0;
  return (at ? (meta.get("_wp_old_slug") ?? "").split("\n") : [])
    .filter(Boolean)
    .map((old) => link.slice(0, at) + old + link.slice(at + slug.length))
    .filter((url) => !links.has(url));
}

const namesOf = (terms: WxrItem["terms"]) => terms.map(({ name, slug }) => textOf(name) || slug);

/** Returns an image's name without the sizes that WordPress adds. */
const imageName = (url: string) =>
  withoutScheme(url).replace(/(-scaled)?(-\d{2,4}x\d{2,4})?(?=\.\w{3,4}$)/i, "");

/** Reports files in the old site's media library that no imported item uses. */
export function noteUnused(library: Library, summary: SourceSummary): void {
  for (const { url } of library.images.values())
    if (!library.used.has(imageName(url)))
      addFinding(summary.left, { title: url, why: "No imported post uses this file of the media library." });
}

const asDate = (iso: string | null) => (iso ? new Date(iso) : null);

/** Returns WordPress's archive URLs, each with the closest page here. */
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
    // A posts page at /blog stays where it is, but the pages below it don't exist here.
    ...(base
      ? []
      : [
          { from: "/blog/page/*", to: "/blog" },
          { from: "/blog/feed/*", to: "/rss.xml" },
        ]),
  ];
}
