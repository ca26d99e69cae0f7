import { textOf } from "../../platform/text/plain-text.ts";
import { convertHtml } from "./convert.server.ts";
import { elementorHtml } from "./elementor.ts";
import { withoutScheme } from "./image-source.ts";
import {
  addFinding,
  countIn,
  dayInWords,
  noteConverted,
  readDate,
  type SourceImage,
  type SourceItem,
  type SourceSummary,
  sourceKey,
} from "./item.ts";
import { readWxr, type WxrChannel, type WxrItem } from "./read-wxr.server.ts";
import { readWordPressSeo } from "./wordpress-seo.ts";

/** What posts refer to. */
export type Library = {
  channel: WxrChannel;
  images: Map<string, SourceImage>;
  /** URLs of uploaded files, without the scheme */
  originals: Set<string>;
  /** images by the id of the post that they were uploaded to */
  attached: Map<string, SourceImage[]>;
  /** content of reusable blocks by id */
  blocks: Map<string, string>;
  /** URLs of all items */
  links: Set<string>;
  years: Set<string>;
};

export const INTERNAL =
  /^(attachment|revision|nav_menu_item|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_.*|et_.*|wpcf7_contact_form|wpforms.*|mc4wp-form|tablepress_table|popup.*|ct_.*|brizy.*)$/;

/**
 * Reads what posts refer to, which may come later in the file, or in another one if the export is split.
 * @returns the libraries by the files' paths; files of the same site share one
 */
export async function readLibraries(paths: readonly string[]): Promise<Map<string, Library>> {
  const bySite = new Map<string, Library>();
  const byPath = new Map<string, Library>();
  for (const path of paths) {
    const own = emptyLibrary();
    for await (const { fields, meta } of readWxr(path, own.channel)) addTo(own, fields, meta);
    const { siteUrl, authors, categories } = own.channel;
    const shared = bySite.get(siteUrl);
    if (shared) {
      for (const [login, name] of authors) shared.channel.authors.set(login, name);
      const slugs = new Set(shared.channel.categories.map(({ slug }) => slug));
      shared.channel.categories.push(...categories.filter(({ slug }) => !slugs.has(slug)));
      for (const [id, image] of own.images) shared.images.set(id, image);
      for (const [id, list] of own.attached)
        shared.attached.set(id, [...(shared.attached.get(id) ?? []), ...list]);
      for (const [id, block] of own.blocks) shared.blocks.set(id, block);
      for (const url of own.originals) shared.originals.add(url);
      for (const link of own.links) shared.links.add(link);
    } else bySite.set(siteUrl, own);
    byPath.set(path, shared ?? own);
  }
  return byPath;
}

const emptyLibrary = (): Library => ({
  channel: { title: "", tagline: "", siteUrl: "", authors: new Map(), categories: [] },
  ...{
    images: new Map(),
    originals: new Set(),
    attached: new Map(),
    blocks: new Map(),
    links: new Set(),
    years: new Set(),
  },
});

function addTo(library: Library, fields: WxrItem["fields"], meta: WxrItem["meta"]) {
  const field = (name: string) => fields.get(name) ?? "";
  const [id, url, parent] = [field("wp:post_id"), field("wp:attachment_url"), field("wp:post_parent")];
  library.links.add(field("link"));
  if (field("wp:post_type") === "wp_block") library.blocks.set(id, field("content:encoded"));
  if (!url || !id) return;
  const image = { url, alt: meta.get("_wp_attachment_image_alt") ?? "" };
  library.images.set(id, image);
  library.originals.add(withoutScheme(url));
  if (parent === "0" || !/\.(jpe?g|png|gif|webp|avif)$/i.test(url)) return;
  const list = library.attached.get(parent);
  if (list) list.push(image);
  else library.attached.set(parent, [image]);
}

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
  for await (const raw of readWxr(path, again)) {
    const item = asItem(raw, library, summary);
    if (item) yield item;
  }
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
  { fields, meta, terms, line }: WxrItem,
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
  const status = field("wp:status");
  const date = readDate(field("wp:post_date_gmt")) ?? readDate(field("wp:post_date"));
  if (status === "future" && date)
    content.notes.push(`It was scheduled for ${dayInWords(date)}, and becomes a draft.`);
  if (field("wp:is_sticky") === "1") content.notes.push("It was pinned to the top. Pin it here, too.");
  noteConverted(summary, { title: shown, line }, content);
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
  return {
    key: sourceKey("wordpress", channel.siteUrl, id),
    ...{ type, title, isPublished, date, author, category, excerpt, seo, oldUrls },
    slug: field("wp:post_name"),
    html: content.html,
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
