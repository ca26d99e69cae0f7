// What CSV columns and Markdown front matter have in common: fields that people name as they like.
import { textOf } from "../../platform/text/plain-text.ts";
import { slugify } from "../../platform/text/slug.ts";
import type { convertHtml } from "./convert.server.ts";
import { type SourceItem, sourceKey } from "./item.ts";

/** The names of each field, in order of preference; in lower case, without spaces and underscores. */
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
  status: "status state published",
  type: "type posttype layout",
  noindex: "noindex",
} as const;
export type PlainField = keyof typeof NAMES;

const plainName = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");

/** Returns, for each field, the given name that matches it. */
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

/**
 * Builds an item from named texts.
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
    value("slug") || (/^https?:\/\/[^/]+\/?$/.test(url) ? "" : fromUrl) || of.fallbackSlug || slugify(title);
  const isPublished =
    !/^(true|yes|1)$/i.test(value("draft")) &&
    !/^(draft|false|no|0|private|pending|unpublished)$/i.test(value("status"));
  const absolute = (link: string) => URL.parse(link, siteUrl || undefined)?.href ?? link;
  const image = value("image") && absolute(value("image"));
  return {
    key: sourceKey(of.source, siteUrl, url || slug),
    type: value("type").toLowerCase() || "post",
    ...{ title, slug, isPublished, html: content.html, images: content.images },
    date: dateOf(value("date")) ?? dateOf(/^\d{4}-\d\d-\d\d/.exec(of.fallbackSlug ?? "")?.[0] ?? ""),
    author: textOf(value("author")),
    category: textOf(value("category").split(/[,;|>]/)[0] ?? ""),
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

/** A date without a time zone is taken as UTC, so that its day stays the same. */
function dateOf(written: string): string | null {
  if (!written.trim()) return null;
  const isPlain = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/.test(written.trim());
  const time = written.trim().replace(" ", "T");
  const date = new Date(isPlain ? (time.includes("T") ? `${time}Z` : time) : written);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
