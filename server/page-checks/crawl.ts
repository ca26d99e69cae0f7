import { setTimeout as delay } from "node:timers/promises";
import { LISTED_PAGES } from "../../app/copy/site/page-names.ts";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { pages as builtIn, type PageName } from "../../app/copy/site/pages.ts";
import type { FoundImages } from "../../app/features/media/images.server.ts";
import { checkPage } from "../../app/features/page-checks/check-page.server.ts";
import { LinkFollower } from "../../app/features/page-checks/links.server.ts";
import type { ReadPage } from "../../app/features/page-checks/queries.server.ts";
import { readFound } from "../../app/features/page-checks/read-found.ts";
import type { Known } from "../../app/features/page-checks/rule.ts";
import type { FetchAsVisitor } from "../../app/platform/http/context.server.ts";
import { readSitemap } from "../audit/read-sitemap.ts";

/** Larger sites are read over several nights. */
const PAGES_MAX = 2_000;
/** Each pause is as long as the page took, because visitors come first. */
const PAUSE_MS = { least: 20, most: 1_000 };
/** Slow machines read the rest on the following nights. */
const LONGEST_MS = 45 * 60_000;
const TOGETHER = 10;
const PARTS_MAX = 100;
const ADDRESSES_MAX = 60_000;

/** This many failures in a row have a common cause, such as the database. */
const UNMADE_MAX = 5;

export class SitemapUnreadable extends Error {}
export class SiteUnavailable extends Error {}

/** Returns the paths in the sitemap, and those of built-in pages hidden from it. Throws SitemapUnreadable. */
export async function listPages(ask: FetchAsVisitor, siteUrl: string): Promise<string[]> {
  const paths = new Set(LISTED_PAGES.filter(isPage).map(pagePath));
  const read = async (path: string, isPart: boolean) => {
    const response = await ask(path);
    if (response.status !== 200) throw new SitemapUnreadable(`${path} answers ${response.status}`);
    const sitemap = readSitemap(Buffer.from(await response.arrayBuffer()), ADDRESSES_MAX);
    if (sitemap.kind === "index" && !isPart) {
      for (const part of sitemap.first.slice(0, PARTS_MAX)) await read(pathOf(part, siteUrl), true);
    } else if (sitemap.kind === "urlset") {
      for (const address of sitemap.first) paths.add(pathOf(address, siteUrl));
    } else throw new SitemapUnreadable(`${path} isn't a sitemap`);
  };
  await read("/sitemap.xml", false);
  return [...paths];
}

const isPage = (name: string): name is PageName => Object.hasOwn(builtIn, name);

function pathOf(address: string, siteUrl: string): string {
  const url = URL.parse(address, siteUrl);
  if (!url) throw new SitemapUnreadable(`${address} isn't a URL`);
  return url.pathname + url.search;
}

/**
 * Returns pages that were never read, followed by those read longest ago.
 * @param known when each page was last read, by path
 */
export function choosePages(
  paths: readonly string[],
  known: ReadonlyMap<string, number>,
  max = PAGES_MAX,
): string[] {
  return paths.toSorted((a, b) => (known.get(a) ?? 0) - (known.get(b) ?? 0)).slice(0, max);
}

/**
 * Reads pages, and reports them in small batches (decision 0019).
 * @param site.knownOf returns facts about a page that aren't in its HTML
 * @param site.findOwn finds uploaded images in texts
 * @param site.tell receives the pages
 * @param site.longestMs limit for all pages together
 * @throws SiteUnavailable, without reporting the pages that failed
 */
export async function crawlPages(
  paths: readonly string[],
  site: {
    ask: FetchAsVisitor;
    siteUrl: string;
    knownOf: (path: string) => Promise<Known>;
    findOwn: (texts: string[]) => Promise<FoundImages>;
    tell: (pages: ReadPage[]) => unknown;
    signal: AbortSignal;
    longestMs?: number;
  },
): Promise<void> {
  const { ask, siteUrl, signal } = site;
  const follower = new LinkFollower(ask, siteUrl);
  let read: ReadPage[] = [];
  let unmade: ReadPage[] = [];
  const end = performance.now() + (site.longestMs ?? LONGEST_MS);
  for (const [i, path] of paths.entries()) {
    if (signal.aborted) return;
    const startedAt = performance.now();
    const options = { ask, siteUrl, known: await site.knownOf(path), findOwn: site.findOwn, follower };
    let checked = await checkPage(path, options);
    let found = readFound(path, siteUrl, checked);
    // The server may just have been busy, so check again.
    if (found.issues.some(({ kind }) => kind === "speed" || kind === "page")) {
      checked = await checkPage(path, options);
      found = readFound(path, siteUrl, checked);
    }
    if ((checked.status ?? 500) >= 500) {
      if (unmade.push(found) === UNMADE_MAX) throw new SiteUnavailable("Too many pages failed to render");
    } else {
      read.push(...unmade, found);
      unmade = [];
    }
    const isLast = i === paths.length - 1 || performance.now() > end;
    if (isLast) read.push(...unmade);
    if (read.length >= TOGETHER || isLast) {
      await site.tell(read);
      read = [];
    }
    if (isLast) return;
    const took = performance.now() - startedAt;
    const pause = Math.min(Math.max(took, PAUSE_MS.least), PAUSE_MS.most);
    await delay(pause, undefined, { signal }).catch(() => {});
  }
}
