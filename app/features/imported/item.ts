/** `url` is absolute and on the old site. */
export type SourceImage = { url: string; alt: string };

export type SourceItem = {
  /** the same in every import of a site, to find the item again */
  key: string;
  /** "post", "page" or a custom type */
  type: string;
  title: string;
  slug: string;
  isPublished: boolean;
  /** ISO 8601; null if unknown */
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
    canonical: string;
    isIndexable: boolean;
    isFollowable: boolean;
  };
  /** SEO texts of the live page, used if the export has none */
  live?: { title: string; description: string };
  /** main URL first; paths if the old host isn't known */
  oldUrls: string[];
  images: SourceImage[];
};

/** A problem with an item. `line` is the line in the file. */
export type Finding = { title: string; why: string; line?: number };

export type LivePage = { title: string; description: string; heading: string; text: string };

export type SourceSummary = {
  siteTitle: string;
  /** origin and folder of the old site, without a trailing slash; empty if unknown */
  siteUrl: string;
  /** number of items by type, including skipped ones */
  found: Record<string, number>;
  /** skipped items */
  left: Finding[];
  /** imported items that differ from the original */
  changed: Finding[];
  /** number of items that use each unknown shortcode */
  shortcodes: Record<string, number>;
  /** number of uses of each unknown SEO variable */
  variables: Record<string, number>;
  sitemap: string[];
  /** live pages by item key */
  samples: Record<string, LivePage>;
  /** suggested redirects for old URLs without an item; an empty `to` means that the owner has to choose */
  archives: { from: string; to: string }[];
};

const NAMES_MAX = 5_000;
/** Several lines for each of thousands of posts. */
const LISTED_MAX = 25_000;

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
  if (count || Object.keys(counts).length < NAMES_MAX) counts[name] = count + 1;
}

export function addFinding(list: Finding[], finding: Finding): void {
  if (list.length < LISTED_MAX)
    list.push({ ...finding, title: finding.title.trim().slice(0, 200) || "Untitled" });
  else if (list.length === LISTED_MAX)
    list.push({
      title: "…",
      why: `There are more than ${LISTED_MAX.toLocaleString("en-US")} of these. To see all, import fewer items at a time.`,
    });
}

export function noteConverted(
  summary: SourceSummary,
  at: { title: string; line?: number | undefined },
  { removed, shortcodes, notes }: { removed: string[]; shortcodes: string[]; notes: string[] },
): void {
  const line = at.line === undefined ? {} : { line: at.line };
  for (const why of [...removed.map((what) => `Removed: ${what}.`), ...notes])
    addFinding(summary.changed, { title: at.title, ...line, why });
  for (const name of shortcodes) countIn(summary.shortcodes, name);
}

/** Returns a note for the report that names what isn't carried over, or none. */
export const notImported = (what: string, names: readonly string[]): string[] =>
  names.length ? [`Its ${what} aren't imported: ${[...new Set(names)].join(", ").slice(0, 300)}`] : [];

/** Returns an old site's URL without a trailing slash, or "" if it isn't one. Exports may omit the scheme. */
export function readSiteUrl(written: string): string {
  const text = written.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text.replace(/^\/+/, "")}`);
  // What's left of a URL, such as `http:`, isn't a host.
  const isSite = url && (/^https?:\/\//i.test(text) || url.hostname.includes("."));
  return isSite ? (url.origin + url.pathname).replace(/\/+$/, "") : "";
}

const ZONE = /:\d\d.*(?:Z|[A-Z]{3,4}|[+-]\d\d:?\d\d)\)?$/i;
/** Some platforms write a missing date as year 0 or 1. */
const NO_DATE = /^000[01]-/;

/**
 * Returns a date in any common format as ISO 8601, or null. Without a time zone, it's read as UTC, so the day stays the
 * same on every server.
 */
export function readDate(written: string): string | null {
  const trimmed = written.trim();
  if (NO_DATE.test(trimmed)) return null;
  // Excel stores a date as the number of days since then.
  if (/^[2-6]\d{4}(\.\d+)?$/.test(trimmed))
    return new Date(Date.UTC(1899, 11, 30) + Math.round(Number(trimmed) * 86_400) * 1_000).toISOString();
  const text = trimmed.replace(
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/,
    (_, day: string, month: string, year: string) =>
      [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );
  const date = new Date(ZONE.test(text) ? text : `${text.replace(/^([\d-]+)T/, "$1 ")} UTC`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Returns a date as people write it, such as "March 4, 2021", for notes. */
export const dayInWords = (iso: string): string =>
  new Date(iso).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

/** `url` is the final URL after redirects. */
export type OldPage = {
  url: string;
  status: number;
  text: string;
  headers: Record<string, unknown>;
  failure?: string;
};

/**
 * Requests a URL through the guard that blocks private networks. Never rejects.
 * @param bytes limit for the response
 */
export type AskOldSite = (url: string, bytes: number) => Promise<OldPage>;

/** `message` is for the owner. */
export class UnreadableSource extends Error {
  override name = "UnreadableSource";
}

/** Yields items and fills in the summary. */
export type ReadSource = (
  file: { path: string; name: string },
  summary: SourceSummary,
) => AsyncGenerator<SourceItem>;
