import { href, type RouterContextProvider } from "react-router";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { caseStudiesPath, isFilterIndexed } from "../features/case-studies/industry-filter.ts";
import { listPublishedIndustries } from "../features/case-studies/queries.server.ts";
import { listIndustries } from "../features/industries/queries.server.ts";
import { imagesIn } from "../features/media/images.server.ts";
import { addressFor } from "../features/media/own-image.ts";
import { canonicalOf } from "../features/page-seo/canonical.ts";
import { listPageSeo } from "../features/page-seo/queries.server.ts";
import { type Entry, sitemapIndexXml, sitemapXml } from "../features/page-seo/sitemap-xml.ts";
import { kindsWith } from "../features/records/kinds.server.ts";
import { countListed, listAddresses, summarizePublished } from "../features/records/queries.server.ts";
import type { RecordPage } from "../features/records/record-kind.server.ts";
import { listContentDates } from "../features/website-content/queries.server.ts";
import { builtAt } from "../platform/built-at.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import { respondOr503 } from "../platform/database/outage.server.ts";
import { configContext, visitorDb } from "../platform/http/context.server.ts";
import type { Route } from "./+types/sitemap-xml";

const PAGE_NAMES = Object.keys(pages) as PageName[];

/** The protocol allows 50,000 URLs per file; smaller files are faster to generate. */
const PART_MAX = 10_000;

/**
 * `GET /sitemap.xml`: pages and published records that are indexable and self-canonical, with real dates. Large sites
 * get a sitemap index instead, with each part at `GET /sitemaps/{part}`.
 */
export function loader({ context, params }: Route.LoaderArgs) {
  return respondOr503(context, "The sitemap", async () => {
    const xml = await writeSitemap(context, params.part);
    const type = xml === null ? "text/plain" : "application/xml";
    const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-cache" };
    return new Response(xml ?? "Not found", { status: xml === null ? 404 : 200, headers });
  });
}

async function writeSitemap(context: Readonly<RouterContextProvider>, part: string | undefined) {
  const { siteUrl } = context.get(configContext);
  const db = context.get(visitorDb);
  const records = await Promise.all(
    kindsWith("page").map(async ({ page }) => ({
      page,
      listed: await countListed(db, page, siteUrl),
      ...(await summarizePublished(db, page)),
    })),
  );
  const parts = new Map<string, () => Promise<Entry[]>>([
    ["pages", () => listPages(db, siteUrl, records)],
    ...records.flatMap(({ page, listed }) =>
      inParts(page.section, listed, (of) => listAddresses(db, page, { ...of, siteUrl })),
    ),
  ]);
  if (part !== undefined) {
    const [, name] = /^(.+)\.xml$/.exec(part) ?? [];
    const list = parts.get(name ?? "");
    return list ? sitemapXml(await withImages(context, await list()), siteUrl) : null;
  }
  if (records.reduce((sum, { listed }) => sum + listed, PAGE_NAMES.length) > PART_MAX) {
    const names = [...parts.keys()];
    return sitemapIndexXml(names.map((name) => siteUrl + href("/sitemaps/:part", { part: `${name}.xml` })));
  }
  const entries = await Promise.all([...parts.values()].map((list) => list()));
  return sitemapXml(await withImages(context, entries.flat()), siteUrl);
}

async function withImages(
  context: Readonly<RouterContextProvider>,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const images = await imagesIn(
    context,
    entries.map(({ image }) => image),
  );
  return entries.map((entry) => ({ ...entry, image: addressFor(images, entry.image ?? "") }));
}

type Cut = { limit: number; offset: number };

/** Returns the parts for a kind of record: `blog-1`, `blog-2` and so on. */
const inParts = (name: string, total: number, list: (of: Cut) => Promise<Entry[]>) =>
  Array.from({ length: Math.ceil(total / PART_MAX) }, (_, i) => {
    const cut = { limit: PART_MAX, offset: i * PART_MAX };
    return [`${name}-${i + 1}`, () => list(cut)] as const;
  });

type Listed = { page: RecordPage; changed: Date | null };

async function listPages(db: Database, siteUrl: string, records: readonly Listed[]): Promise<Entry[]> {
  const [seo, texts, industries, described] = await Promise.all([
    listPageSeo(db),
    listContentDates(db),
    listPublishedIndustries(db),
    listIndustries(db),
  ]);
  const changes = (name: PageName) => [
    ...[...seo, ...texts].filter(({ page_name }) => page_name === name).map(({ updated_at }) => updated_at),
    // A list page changes when one of its records changes.
    ...records.filter(({ page }) => page.listedOn.includes(name)).map(({ changed }) => changed),
  ];
  const ownOf = (name: PageName) => seo.find(({ page_name }) => page_name === name);
  const isIndexable = (name: PageName) => (ownOf(name) ?? pages[name].seo).is_indexable;
  const isListed = (name: PageName) => {
    const url = siteUrl + pagePath(name);
    return isIndexable(name) && canonicalOf(ownOf(name)?.canonical_url ?? "", url) === url;
  };
  return [
    ...PAGE_NAMES.filter(isListed).map((name) => ({
      path: pagePath(name),
      changed: newest(changes(name)) ?? builtAt,
      image: ownOf(name)?.share_image ?? undefined,
    })),
    // A filtered list keeps its own canonical URL, whatever the owner enters for the full list.
    ...(isIndexable("case-studies") ? listFiltered(industries, described) : []),
  ];
}

/** Returns the list page of each indexable industry. Names that differ only in case share a page. */
function listFiltered(
  industries: Awaited<ReturnType<typeof listPublishedIndustries>>,
  described: Awaited<ReturnType<typeof listIndustries>>,
): Entry[] {
  const pathOf = ({ name }: { name: string }) => caseStudiesPath({ industry: name });
  const indexed = described.filter((one) => isFilterIndexed({ ...one, total: 1 }));
  // The page shows the industry's description above its case studies.
  const dates = new Map(indexed.map((one) => [pathOf(one), one.updated_at]));
  return [...Map.groupBy(industries, pathOf)]
    .filter(([path]) => dates.has(path))
    .map(([path, same]) => ({
      path,
      changed: newest([dates.get(path) ?? null, ...same.map(({ changed }) => changed)]),
    }));
}

function newest(dates: readonly (Date | null)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length ? new Date(Math.max(...times)) : undefined;
}
