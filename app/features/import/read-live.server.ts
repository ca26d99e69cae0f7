// Reads a live site, either as the source of an import or for details that an export lacks.
import { textOf } from "../../platform/text/plain-text.ts";
import {
  type AskOldSite,
  addFinding,
  countIn,
  type LivePage,
  noteConverted,
  type OldPage,
  readDate,
  type SourceItem,
  type SourceSummary,
  UnreadableSource,
} from "../imported/item.ts";
import type { PageFacts } from "../page-checks/facts.ts";
import { mainHeadingsOf, robotsOf } from "../page-checks/facts.ts";
import { isSameHost } from "../page-checks/judges.ts";
import { readPage } from "../page-checks/read-page.server.ts";
import { convertHtml } from "./convert.server.ts";
import { fitItem } from "./fit.server.ts";
import { linkKey, oldPathOf } from "./plan.ts";
import { findRest, readRest } from "./read-rest.server.ts";
import { sourceKey } from "./source-key.server.ts";

export type OldSite = { ask: AskOldSite; listSitemap(siteUrl: string): Promise<string[]> };

const PAGE_BYTES = 2_000_000;
const PAGES_MAX = 2_000;
const SAMPLES = 5;
const SAMPLE_CHARS = 300;
/** About as many requests at once as a visitor's browser makes. */
const AT_ONCE = 4;
/** The time limit for requesting an export's live pages. */
const LIVE_PAGES_MS = 8 * 60_000;
/** After this many failures in a row, the old site counts as gone. */
const FAILURES_MAX = 8;

/**
 * Reads what's public on a site.
 * @throws UnreadableSource if it can't be reached
 */
export async function* readSite(
  typed: string,
  site: OldSite,
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  for await (const item of readPublic(typed, site, summary)) {
    const fitted = fitItem(item, summary);
    if (fitted) yield fitted;
  }
}

async function* readPublic(
  typed: string,
  { ask, listSitemap }: OldSite,
  summary: SourceSummary,
): AsyncGenerator<SourceItem> {
  let home = await ask(`${typed}/`, PAGE_BYTES);
  if (home.failure) home = await ask(`${typed.replace(/^https:/, "http:")}/`, PAGE_BYTES);
  if (home.failure)
    throw new UnreadableSource(`We couldn't reach ${typed}. ${home.failure} Check the URL, then try again.`);
  const [asked, found] = [new URL(typed), new URL(home.url)];
  summary.siteUrl = isSameHost(asked.host, found.host)
    ? found.origin + asked.pathname.replace(/\/$/, "")
    : typed;
  const rest = await findRest(summary.siteUrl, ask, summary);
  if (rest) return yield* readRest(rest, ask, summary);
  summary.siteTitle = siteTitleOf(readPage(home.text));
  const urls = await listSitemap(summary.siteUrl);
  if (!urls.length)
    throw new UnreadableSource(
      `${found.host} has no WordPress API and no sitemap that we can read. Upload an export instead.`,
    );
  for (const url of urls.slice(PAGES_MAX))
    addFinding(summary.left, { title: url, why: "We only read the first 2,000 pages of a sitemap." });
  for (const url of urls.slice(0, PAGES_MAX)) {
    const page = await ask(url, PAGE_BYTES);
    const item = pageItem(url, page, summary);
    if (item) yield item;
  }
}

/** Returns a page as an item, or null if it's skipped. The type is the path's first folder, or "page" without one. */
function pageItem(url: string, page: OldPage, summary: SourceSummary): SourceItem | null {
  const { siteUrl } = summary;
  const path = oldPathOf(url, siteUrl);
  const [folder = "", ...rest] = (path ?? "").split("/").filter(Boolean);
  const type = rest.length ? folder.toLowerCase() : "page";
  countIn(summary.found, type);
  const leave = (why: string) => {
    addFinding(summary.left, { title: url, why });
    return null;
  };
  if (page.status !== 200) return leave(page.failure ?? `The old site returned ${page.status}.`);
  if (path === "/") return leave("It's the home page.");
  const facts = readPage(page.text);
  const content = convertHtml(mainHtml(page.text), { siteUrl: page.url });
  const live = livePage(facts, page.text);
  const title = live.heading || live.title || folder;
  if (!content.html) return leave("It has no main text.");
  noteConverted(summary, { title }, content);
  const [canonical = ""] = facts.canonicals;
  const published = /"datePublished"\s*:\s*"([^"]+)"/.exec(facts.blocks.join("\n"))?.[1] ?? "";
  const own = { title, slug: rest.at(-1) ?? folder, date: readDate(published), html: content.html };
  return {
    key: sourceKey("page", siteUrl, path ?? url, own),
    ...own,
    ...{ type, isPublished: true, author: "", category: "", images: content.images, excerpt: "" },
    featuredImage: /^https?:/.test(facts.share.image) ? { url: facts.share.image, alt: "" } : null,
    seo: {
      ...{ title: live.title, description: live.description },
      canonical: canonical === url || canonical === page.url ? "" : canonical,
      isIndexable: !/noindex/i.test(robotsOf(facts)),
      isFollowable: !/nofollow/i.test(robotsOf(facts)),
    },
    oldUrls: [url],
  };
}

/** Returns a page's main part without the heading, which becomes the title. */
function mainHtml(html: string): string {
  const [, , main = ""] = /<(article|main)\b[^>]*>([\s\S]*)<\/\1>/i.exec(html) ?? [];
  return main.replace(/<h1\b[^>]*>[\s\S]*?<\/h1>/i, "").replace(/<(nav|aside|form)\b[\s\S]*?<\/\1>/gi, "");
}

const livePage = (facts: PageFacts, html: string): LivePage => ({
  title: textOf(facts.titles.first),
  description: textOf(facts.description ?? ""),
  heading: textOf(mainHeadingsOf(facts)[0] ?? ""),
  text: textOf(mainHtml(html)).slice(0, SAMPLE_CHARS),
});

/** Guesses the site's name from a title such as "Name | What it does". */
const siteTitleOf = ({ titles }: PageFacts) => textOf(titles.first).split(/\s[|–—-]\s/)[0] ?? "";

/**
 * Fills in missing SEO texts from the live pages. Failures are ignored, because the old site may be gone.
 * @param isOnline whether the items come from the live site
 */
export async function* withLivePages(
  items: AsyncIterable<SourceItem>,
  site: OldSite | null,
  summary: SourceSummary,
  isOnline: boolean,
): AsyncGenerator<SourceItem> {
  const endsAt = performance.now() + LIVE_PAGES_MS;
  const keys = new Set<string>();
  let failures = site ? 0 : FAILURES_MAX;
  let late = 0;
  const complete = async (item: SourceItem) => {
    const [url = ""] = item.oldUrls;
    const path = oldPathOf(url, summary.siteUrl);
    for (const one of item.oldUrls) keys.add(linkKey(oldPathOf(one, summary.siteUrl) ?? one));
    const isSample = Object.keys(summary.samples).length < SAMPLES;
    const isMissing = !item.seo.title || !item.seo.description;
    if (!/^https?:/.test(url) || path === null || !(isSample || isMissing) || failures >= FAILURES_MAX)
      return;
    if (performance.now() > endsAt) return void late++;
    const page = await site!.ask(url, PAGE_BYTES);
    failures = page.status === 200 ? 0 : failures + 1;
    if (page.status !== 200) return;
    const facts = readPage(page.text);
    const live = livePage(facts, page.text);
    if (isSample) summary.samples[item.key] = live;
    const { title, description } = live;
    if (!isOnline) item.live = { title, description };
    else {
      item.seo.title ||= title;
      item.seo.description ||= description;
      if (/noindex/i.test(robotsOf(facts))) item.seo.isIndexable = false;
    }
  };
  let batch: SourceItem[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < AT_ONCE) continue;
    await Promise.all(batch.map(complete));
    yield* batch;
    batch = [];
  }
  await Promise.all(batch.map(complete));
  yield* batch;
  if (late)
    addFinding(summary.changed, {
      title: summary.siteUrl,
      why: `The old site is slow, so we skipped the SEO titles of ${late} items.`,
    });
  if (site && summary.siteUrl && failures < FAILURES_MAX) await listLeftovers(site, summary, keys);
}

/** Adds the sitemap's other URLs to the summary, so the owner can redirect them. */
async function listLeftovers(site: OldSite, summary: SourceSummary, keys: ReadonlySet<string>) {
  const paths = (await site.listSitemap(summary.siteUrl))
    .map((url) => oldPathOf(url, summary.siteUrl))
    .filter((path) => path !== null);
  summary.sitemap = paths;
  const folders = summary.archives.map(({ from }) => from.replace(/\*$/, ""));
  for (const path of paths)
    if (path !== "/" && !keys.has(linkKey(path)) && !folders.some((folder) => path.startsWith(folder)))
      summary.archives.push({ from: path, to: "" });
}
