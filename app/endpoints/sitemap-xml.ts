import { href, type RouterContextProvider } from "react-router";
import { INDEXED_FILTER_CASE_STUDIES } from "../copy/business.ts";
import { pagePath } from "../copy/site/page-path.ts";
import { type PageName, pages } from "../copy/site/pages.ts";
import { caseStudiesPath } from "../features/case-studies/industry-filter.ts";
import { listPublishedIndustries } from "../features/case-studies/queries.server.ts";
import { imagesIn } from "../features/media/images.server.ts";
import { addressFor } from "../features/media/own-image.ts";
import { listPageSeo } from "../features/page-seo/queries.server.ts";
import { type Entry, sitemapIndexXml, sitemapXml } from "../features/page-seo/sitemap-xml.ts";
import { kindsWith } from "../features/records/kinds.server.ts";
import { listAddresses, summarizePublished } from "../features/records/queries.server.ts";
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
 * `GET /sitemap.xml`: every indexable page and every published record, with true dates. If there are many, it lists
 * parts instead, `GET /sitemaps/{part}`, each of which is read separately.
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
    kindsWith("page").map(async ({ page }) => ({ page, ...(await summarizePublished(db, page)) })),
  );
  const parts = new Map<string, () => Promise<Entry[]>>([
    ["pages", () => listPages(db, records)],
    ...records.flatMap(({ page, total }) =>
      inParts(page.section, total, (of) => listAddresses(db, page, of)),
    ),
  ]);
  if (part !== undefined) {
    const [, name] = /^(.+)\.xml$/.exec(part) ?? [];
    const list = parts.get(name ?? "");
    return list ? sitemapXml(await withImages(context, await list()), siteUrl) : null;
  }
  if (records.reduce((sum, { total }) => sum + total, PAGE_NAMES.length) > PART_MAX) {
    const names = [...parts.keys()];
    return sitemapIndexXml(names.map((name) => siteUrl + href("/sitemaps/:part", { part: `${name}.xml` })));
  }
  const entries = await Promise.all([...parts.values()].map((list) => list()));
  return sitemapXml(await withImages(context, entries.flat()), siteUrl);
}

/** Search engines get the URL of the image file, not the path that the record uses. */
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

/** Returns the parts of one kind of record: `blog-1`, `blog-2` and so on. */
const inParts = (name: string, total: number, list: (of: Cut) => Promise<Entry[]>) =>
  Array.from({ length: Math.ceil(total / PART_MAX) }, (_, i) => {
    const cut = { limit: PART_MAX, offset: i * PART_MAX };
    return [`${name}-${i + 1}`, () => list(cut)] as const;
  });

type Listed = { page: RecordPage; changed: Date | null };

async function listPages(db: Database, records: readonly Listed[]): Promise<Entry[]> {
  const [seo, texts, industries] = await Promise.all([
    listPageSeo(db),
    listContentDates(db),
    listPublishedIndustries(db),
  ]);
  const changes = (name: PageName) => [
    ...[...seo, ...texts].filter(({ page_name }) => page_name === name).map(({ updated_at }) => updated_at),
    // A list page changes when a record on it does.
    ...records.filter(({ page }) => page.listedOn.includes(name)).map(({ changed }) => changed),
  ];
  const isIndexable = (name: PageName) =>
    seo.find(({ page_name }) => page_name === name)?.is_indexable ?? pages[name].seo.is_indexable;
  return [
    ...PAGE_NAMES.filter(isIndexable).map((name) => ({
      path: pagePath(name),
      changed: newest(changes(name)) ?? builtAt,
      image: seo.find(({ page_name }) => page_name === name)?.share_image ?? undefined,
    })),
    ...(isIndexable("case-studies") ? listFiltered(industries) : []),
  ];
}

/** Returns the filtered list of each indexable industry; names that differ only in case share one. */
function listFiltered(industries: Awaited<ReturnType<typeof listPublishedIndustries>>): Entry[] {
  const paths = Map.groupBy(industries, ({ name }) => caseStudiesPath({ industry: name }));
  return [...paths]
    .filter(([, same]) => same.reduce((sum, { total }) => sum + total, 0) >= INDEXED_FILTER_CASE_STUDIES)
    .map(([path, same]) => ({ path, changed: newest(same.map(({ changed }) => changed)) }));
}

function newest(dates: readonly (Date | null)[]): Date | undefined {
  const times = dates.flatMap((date) => (date ? [date.getTime()] : []));
  return times.length ? new Date(Math.max(...times)) : undefined;
}
