// Decides each item's kind, slug and path, based on the owner's choices.
import { recordKinds } from "../../copy/panel/record-kinds.ts";
import { landingAt, landingSlug } from "../../copy/site/landing-path.ts";
import { decoded } from "../../platform/text/decoded.ts";
import { slugify } from "../../platform/text/slug.ts";
import { toAscii } from "../../platform/text/to-ascii.ts";
import type { Choices, Target } from "../imported/choices.ts";
import type { SourceItem } from "../imported/item.ts";
import { isSameHost } from "../page-checks/judges.ts";

export type ListedItem = Pick<
  SourceItem,
  "key" | "type" | "title" | "slug" | "isPublished" | "oldUrls" | "date"
>;

/** A record that an import created. */
export type Known = { kind: Target; slug: string };

export type Planned = {
  item: ListedItem;
  target: Target;
  slug: string;
  /** empty if the item is skipped */
  path: string;
  /** the preferred slug, if it's taken */
  taken?: string;
  reason?: string;
  /** how the new path differs from the old one */
  note?: string;
};

const SLUG_MAX = 190;

/**
 * Plans all items of an import.
 * @param of.taken slugs of other records, by kind
 * @param of.known imported records by item key; they keep their slugs
 * @param of.siteUrl the old site's URL, which may include a folder
 */
export function planImport(
  items: readonly ListedItem[],
  choices: Choices,
  of: {
    taken: ReadonlyMap<Target, ReadonlySet<string>>;
    known: ReadonlyMap<string, Known>;
    siteUrl?: string;
  },
): Planned[] {
  const used = new Map([...of.taken].map(([kind, slugs]) => [kind, new Set(slugs)]));
  for (const { kind, slug } of of.known.values()) used.set(kind, (used.get(kind) ?? new Set()).add(slug));
  return items.map((item) => {
    const known = of.known.get(item.key);
    const target = known?.kind ?? targetOf(choices, item.type);
    const left = (reason: string, taken?: string): Planned => ({
      ...{ item, target: "", slug: "", path: "", reason },
      ...(taken && { taken }),
    });
    if (!target) return left(`Items of the type “${item.type}” are imported only if you choose as what.`);
    if (!item.isPublished && choices.drafts === "skip") return left("It's a draft.");
    const slugs = used.get(target) ?? new Set<string>();
    used.set(target, slugs);
    const { base } = recordKinds[target];
    if (known) return { item, target, slug: known.slug, path: base + known.slug };
    const { wanted, note } =
      target === "landing-pages" ? pageSlugOf(item, of.siteUrl) : { wanted: slugOf(item), note: "" };
    if (!wanted) return left("It has no title and no slug.");
    if (target === "landing-pages" && !landingAt(base + landingSlug(wanted)))
      return left(`This site has its own page at /${wanted}.`, wanted);
    const isTaken = slugs.has(wanted);
    if (isTaken && choices.conflicts === "skip") return left(`The slug “${wanted}” is taken.`, wanted);
    let slug = wanted;
    for (let number = 2; slugs.has(slug); number++) slug = `${wanted}-${number}`;
    slugs.add(slug);
    return {
      item,
      target,
      slug,
      path: base + slug,
      ...(isTaken && { taken: wanted }),
      ...(note && { note }),
    };
  });
}

/** Returns a type's target. Type names come from the file, so one may be "constructor". */
export const targetOf = ({ types }: Choices, type: string): Target =>
  Object.hasOwn(types, type) ? types[type]! : "";

/** Returns an item's slug on this site. If none of its letters can be used, it's the item's type and number. */
function slugOf({ key, type, slug, title }: ListedItem): string {
  if (!slug && !title) return "";
  const wanted = plainSlug(decoded(slug)) || plainSlug(title) || slugify(`${type} ${/\d*$/.exec(key)![0]}`);
  return wanted.slice(0, SLUG_MAX).replace(/-$/, "");
}

/** Returns a page's slug. Pages below a service keep their whole path. Others have no parents here. */
function pageSlugOf(item: ListedItem, siteUrl = ""): { wanted: string; note: string } {
  const base = URL.parse(siteUrl)?.pathname.replace(/\/$/, "") ?? "";
  const whole = URL.parse(item.oldUrls[0] ?? "", "http://old.invalid")?.pathname ?? "";
  const path = whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  const parts = path.split("/").filter(Boolean);
  const nested = landingSlug(path);
  if (nested.includes("/") && landingAt(`/${nested}`)) return { wanted: nested, note: "" };
  const isBelow = parts.length > 1;
  return {
    wanted: slugOf(item),
    note: isBelow ? "It was below another page, and is at the top level here." : "",
  };
}

/** Returns a slug in which letters of other scripts are spelled in a-z, and underscores become hyphens. */
export const plainSlug = (text: string) => slugify(toAscii(text).replaceAll("_", "-"));

/** Returns an old URL's path and query, or null if it's on another site. */
export function oldPathOf(url: string, siteUrl: string): string | null {
  const parsed = URL.parse(url, siteUrl || "http://old.invalid");
  const base = URL.parse(siteUrl || "http://old.invalid");
  if (!parsed || !base || !/^https?:$/.test(parsed.protocol) || !isSameHost(parsed.host, base.host))
    return null;
  // Two leading slashes would address another host.
  return parsed.pathname.replace(/^\/{2,}/, "/") + parsed.search;
}

/** Returns the same key for all spellings of a link. */
export const linkKey = (path: string) =>
  decoded(path)
    .toLowerCase()
    .replace(/\/+(?=\?|$)/, "");

export class LinkMap {
  readonly #paths = new Map<string, string>();
  readonly #siteUrl: string;

  constructor(plan: readonly Planned[], siteUrl: string) {
    this.#siteUrl = siteUrl;
    for (const { item, path } of plan)
      for (const url of path ? item.oldUrls : []) {
        const old = oldPathOf(url, siteUrl);
        // As for redirects, the first of several items wins.
        if (old !== null && !this.#paths.has(linkKey(old))) this.#paths.set(linkKey(old), path);
      }
  }

  /** Returns the new path with the link's fragment, or null if the page isn't imported. */
  find(link: string): string | null {
    if (!/^(https?:)?\/\/|^\//i.test(link)) return null;
    const [bare = "", hash] = link.split("#", 2);
    const old = oldPathOf(bare, this.#siteUrl);
    const found = old === null ? undefined : this.#paths.get(linkKey(old));
    return found ? found + (hash ? `#${hash}` : "") : null;
  }

  /** Rewrites the links in sanitized HTML. */
  rewrite(html: string): string {
    return html.replace(
      /(<a\b[^>]*?\shref=")([^"]*)(")/g,
      (whole, before: string, href: string, after: string) => {
        const path = this.find(href.replaceAll("&amp;", "&"));
        return path === null ? whole : before + path.replaceAll("&", "&amp;") + after;
      },
    );
  }
}

/** Returns a redirect from each old path of a published item and from what was below it. */
export function redirectsOf(plan: readonly Planned[], siteUrl: string): { from: string; to: string }[] {
  const found = new Map<string, string>();
  for (const { item, path } of plan)
    for (const url of path && item.isPublished ? item.oldUrls : []) {
      const old = oldPathOf(url, siteUrl);
      if (old === null || old === "/") continue;
      const [bare = "", query] = old.split("?", 2);
      const folder = decoded(bare).replace(/\/+$/, "");
      // A page's feed, attachments and further parts, such as `/about/2`, are in its folder.
      const isFile = /\.\w{2,5}$/.test(folder) || /[*?#\s]/.test(folder);
      const from = query ? old : isFile ? bare : `${folder}/*`;
      if (isFile && !query && folder.toLowerCase() === path) continue;
      if (!found.has(from)) found.set(from, path);
    }
  return [...found].map(([from, to]) => ({ from, to }));
}
