// The format in which every source passes on its posts and pages, before anything is stored.

/** An image that an item refers to, by its absolute URL on the old site. */
export type SourceImage = { url: string; alt: string };

export type SourceItem = {
  /** identifies it in every export of the same site, so that a second import finds it again */
  key: string;
  /** what the source calls it: "post", "page" or a custom type */
  type: string;
  title: string;
  slug: string;
  isPublished: boolean;
  /** publication date, ISO 8601; null if the source has none */
  date: string | null;
  author: string;
  category: string;
  /** converted and sanitized */
  html: string;
  excerpt: string;
  featuredImage: SourceImage | null;
  seo: {
    title: string;
    description: string;
    /** empty if it's the item's own URL */
    canonical: string;
    isIndexable: boolean;
    isFollowable: boolean;
  };
  /** from the live page, if the export has no SEO title or description; stored in case the old site is gone later */
  live?: { title: string; description: string };
  /** its URLs on the old site, the main one first; absolute, or paths if the site's host isn't known */
  oldUrls: string[];
  /** the images in its HTML */
  images: SourceImage[];
};

/** Something that isn't imported, or only in part, and why. `line` is its line in the file. */
export type Finding = { title: string; why: string; line?: number };

/** What a page of the old site says to visitors and search engines. */
export type LivePage = { title: string; description: string; heading: string; text: string };

/** What a source contains besides its items. */
export type SourceSummary = {
  siteTitle: string;
  /** origin and folder of the old site, without a trailing slash; empty if unknown */
  siteUrl: string;
  /** number of items by type, including those that aren't imported */
  found: Record<string, number>;
  /** items that aren't imported */
  left: Finding[];
  /** items that lose part of their content */
  changed: Finding[];
  /** unknown shortcodes and SEO variables by name, with the number of items */
  shortcodes: Record<string, number>;
  variables: Record<string, number>;
  /** paths in the old site's sitemap */
  sitemap: string[];
  /** the first published items as the old site shows them, by key */
  samples: Record<string, LivePage>;
  /** old URLs without an item, each with a proposed target; an empty target stays a 404 */
  archives: { from: string; to: string }[];
};

/** The maximum length of a list in a summary. */
const LISTED_MAX = 1_000;

export const emptySummary = (): SourceSummary => ({
  siteTitle: "",
  siteUrl: "",
  found: {},
  left: [],
  changed: [],
  shortcodes: {},
  variables: {},
  archives: [],
  sitemap: [],
  samples: {},
});

export function countIn(counts: Record<string, number>, name: string): void {
  // Names come from the file, so one of them may be "constructor".
  const count = Object.hasOwn(counts, name) ? counts[name]! : 0;
  if (count || Object.keys(counts).length < LISTED_MAX) counts[name] = count + 1;
}

export function addFinding(list: Finding[], finding: Finding): void {
  if (list.length < LISTED_MAX) list.push({ ...finding, title: finding.title.slice(0, 200) });
}

/** Adds what a conversion removed to the summary. */
export function noteConverted(
  summary: SourceSummary,
  at: { title: string; line?: number | undefined },
  { removed, shortcodes }: { removed: string[]; shortcodes: string[] },
): void {
  const line = at.line === undefined ? {} : { line: at.line };
  if (removed.length)
    addFinding(summary.changed, { title: at.title, ...line, why: `Removed: ${removed.join(", ")}.` });
  for (const name of shortcodes) countIn(summary.shortcodes, name);
}

/** Returns an item's key, which is the same in an export and on the site itself, with or without www. */
export const sourceKey = (source: string, siteUrl: string, id: string | number) =>
  `${source}:${(URL.parse(siteUrl)?.host ?? siteUrl).replace(/^www\./, "")}:${id}`;

/** A response of the old site, after its redirects; `failure` says why there's none. */
export type OldPage = {
  url: string;
  status: number;
  text: string;
  headers: Record<string, unknown>;
  failure?: string;
};

/** Requests a URL through the guard; it never rejects. @param bytes how much to read at most */
export type AskOldSite = (url: string, bytes: number) => Promise<OldPage>;

/** A file that can't be imported at all; `message` is for people. */
export class UnreadableSource extends Error {
  override name = "UnreadableSource";
}

/** A reader yields items as it finds them and fills in the summary. */
export type ReadSource = (
  file: { path: string; name: string },
  summary: SourceSummary,
) => AsyncGenerator<SourceItem>;
