import { textOf } from "../../platform/text/plain-text.ts";
import { dayInWords, notImported, readDate, type SourceItem } from "../imported/item.ts";
import { type convertHtml, lostImage } from "./convert.server.ts";
import { plainSlug } from "./plan.ts";
import { sourceKey } from "./source-key.server.ts";

/** Preferred names come first. All are written as `plainName` returns them. */
const NAMES = {
  title: "title posttitle name headline",
  slug: "slug postname handle",
  url: "url permalink link oldurl path address",
  content: "content body html posttext postcontent text markdown description",
  date: "date publishedat publishedon publishdate postdate pubdate created createdat",
  author: "author authorname by writer",
  category: "category categories section topic tags",
  excerpt: "excerpt summary teaser intro",
  image: "image featuredimage coverimage cover thumbnail featureimage hero heroimage imageurl",
  imageAlt: "imagealt featuredimagealt coveralt alttext",
  metaTitle: "metatitle seotitle titletag",
  metaDescription: "metadescription seodescription description",
  canonical: "canonical canonicalurl",
  draft: "draft isdraft",
  status: "status poststatus state published",
  type: "type posttype layout",
  noindex: "noindex",
} as const;
export type PlainField = keyof typeof NAMES;

const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");

/** Returns the column or key that matches each field. */
export function matchFields(names: readonly string[]): Partial<Record<PlainField, string>> {
  const byName = new Map(names.map((name) => [plainName(name), name]));
  const found: Partial<Record<PlainField, string>> = {};
  const taken = new Set<string>();
  for (const field of Object.keys(NAMES) as PlainField[]) {
    const name = NAMES[field]
      .split(" ")
      .map((one) => byName.get(one))
      .find((one) => one && !taken.has(one));
    if (!name) continue;
    found[field] = name;
    taken.add(name);
  }
  return found;
}

/** Returns the columns or keys that match no field. */
export const unmatched = (
  names: readonly string[],
  matched: Partial<Record<PlainField, string>>,
): string[] => {
  const used = new Set(Object.values(matched));
  return names.filter((name) => name && !used.has(name));
};

/** What isn't certainly public becomes a draft. A file without a status has only public posts. */
const PUBLIC = /^(|publish(ed)?|public|true|yes|1|live|active)$/i;
const HIDDEN = /^(draft|false|no|0|private|pending|unpublished)$/i;
/** Returns a type. Markdown files only name a layout, such as `single` or `../../layouts/BlogPost.astro`. */
function typeOf(written: string): string {
  const name = written.trim().toLowerCase();
  if (/^(single|default)$/.test(name)) return "post";
  if (!/[/.]|layout$/.test(name)) return name || "post";
  return /page[^/]*$/.test(name) ? "page" : "post";
}

/** Day and month may be swapped. */
const UNCLEAR = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}\b/;

/**
 * Builds an item from plain texts. Adds the featured image to `of.content.removed` if it can't be imported, and other
 * differences to `of.content.notes`.
 * @param of.more further old URLs
 */
export function itemOfFields(
  value: (field: PlainField) => string,
  of: {
    source: string;
    siteUrl: string;
    content: ReturnType<typeof convertHtml>;
    fallbackSlug?: string;
    more?: string[];
  },
): SourceItem {
  const { siteUrl, content } = of;
  const title = textOf(value("title"));
  const url = value("url");
  const fromUrl =
    url
      .replace(/[?#].*$/, "")
      .split("/")
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.\w{2,5}$/, "") ?? "";
  const slug =
    value("slug") ||
    (/^https?:\/\/[^/]+\/?$/.test(url) ? "" : fromUrl) ||
    of.fallbackSlug ||
    plainSlug(title);
  // A column named “published” may contain a date.
  const stated = value("status").trim();
  const publishedOn = !value("date") && /\d{4}/.test(stated) ? readDate(stated) : null;
  const status = publishedOn ? "" : stated;
  const written = value("date") || (publishedOn ? stated : "");
  const date =
    publishedOn ??
    readDate(value("date")) ??
    readDate(/^\d{4}-\d\d-\d\d/.exec(of.fallbackSlug ?? "")?.[0] ?? "");
  const isLater = date !== null && date > new Date().toISOString();
  const isPublished = !/^(true|yes|1)$/i.test(value("draft")) && PUBLIC.test(status) && !isLater;
  if (isLater) content.notes.push(`Its date is in the future (${dayInWords(date)}), so it becomes a draft.`);
  else if (!PUBLIC.test(status) && !HIDDEN.test(status))
    content.notes.push(`Its status is “${status.slice(0, 40)}”, so it becomes a draft.`);
  const [, one, other] = UNCLEAR.exec(written) ?? [];
  if (date && one !== other && Number(one) <= 12 && Number(other) <= 12)
    content.notes.push(`Its date, “${written.slice(0, 40)}”, was read as ${dayInWords(date)}.`);
  const absolute = (link: string) => URL.parse(link, siteUrl || undefined)?.href ?? link;
  const image = value("image") && absolute(value("image"));
  if (image && !/^https?:/.test(image)) content.removed.push(lostImage(image));
  const [category = "", ...others] = value("category")
    .split(/[,;|>]/)
    .map(textOf)
    .filter(Boolean);
  content.notes.push(...notImported("other categories", others));
  const own = { title, slug, date, html: content.html };
  return {
    key: sourceKey(of.source, siteUrl, url || slug, own),
    ...own,
    type: typeOf(value("type")),
    ...{ isPublished, images: content.images, category },
    author: textOf(value("author")),
    excerpt: textOf(value("excerpt")),
    featuredImage: /^https?:/.test(image) ? { url: image, alt: value("imageAlt") } : null,
    seo: {
      title: textOf(value("metaTitle")),
      description: textOf(value("metaDescription")),
      canonical: value("canonical") === url ? "" : value("canonical"),
      isIndexable: !/^(true|yes|1)$/i.test(value("noindex")),
      isFollowable: true,
    },
    oldUrls: isPublished
      ? [url, ...(of.more ?? [])].filter((one) => /^(\/|https?:)/.test(one)).map(absolute)
      : [],
  };
}
