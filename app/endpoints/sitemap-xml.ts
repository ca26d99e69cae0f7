import { href, type RouterContextProvider } from "react-router";
import { INDEXED_FILTER_CASE_STUDIES } from "../copy/business.ts";
import { pagePath } from "../copy/page-path.ts";
import { type PageName, pages } from "../copy/pages.ts";
import {
  countPublishedPosts,
  findLastPostChange,
  listPostAddresses,
} from "../features/blog/queries.server.ts";
import { caseStudiesPath } from "../features/case-studies/industry-filter.ts";
import {
  listCaseStudyAddresses,
  listPublishedIndustries,
  summarizeCaseStudies,
} from "../features/case-studies/queries.server.ts";
import { listPageSeo } from "../features/page-seo/queries.server.ts";
import { type Entry, sitemapIndexXml, sitemapXml } from "../features/page-seo/sitemap-xml.ts";
import { listContentDates } from "../features/website-content/queries.server.ts";
import { configContext, visitorDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { orOutage } from "../platform/outage.server.ts";
import type { Route } from "./+types/sitemap-xml";

const PAGE_NAMES = Object.keys(pages) as PageName[];

/** The protocol allows 50,000 addresses in a file; fewer keep its making short and its size small. */
const PART_MAX = 10_000;

/**
 * `GET /sitemap.xml`: every page that is for search engines, and every published record, with true dates. Where they
 * are many it names parts instead, `GET /sitemaps/{part}`, of which each is read by itself.
 */
export function loader({ context, params }: Route.LoaderArgs) {
  return orOutage(context, "The sitemap", async () => {
    const xml = await writeSitemap(context, params.part);
    const type = xml === null ? "text/plain" : "application/xml";
    const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "no-cache" };
    return new Response(xml ?? "Not found", { status: xml === null ? 404 : 200, headers });
  });
}

async function writeSitemap(context: Readonly<RouterContextProvider>, part: string | undefined) {
  const { siteUrl } = context.get(configContext);
  const db = context.get(visitorDb);
  const [studies, posts] = await Promise.all([summarizeCaseStudies(db), countPublishedPosts(db)]);
  const parts = new Map<string, () => Promise<Entry[]>>([
    ["pages", () => listPages(db, studies.changed)],
    ...inParts("case-studies", studies.total, (of) => listStudies(db, of)),
    ...inParts("blog", posts, (of) => listPosts(db, of)),
  ]);
  if (part !== undefined) {
    const [, name] = /^(.+)\.xml$/.exec(part) ?? [];
    const list = parts.get(name ?? "");
    return list ? sitemapXml(await list(), siteUrl) : null;
  }
  if (PAGE_NAMES.length + studies.total + posts > PART_MAX) {
    const names = [...parts.keys()];
    return sitemapIndexXml(names.map((name) => siteUrl + href("/sitemaps/:part", { part: `${name}.xml` })));
  }
  const entries = await Promise.all([...parts.values()].map((list) => list()));
  return sitemapXml(entries.flat(), siteUrl);
}

type Cut = { limit: number; offset: number };

/** A kind of record, cut into parts: `blog-1`, `blog-2` and so on. */
const inParts = (name: string, total: number, list: (of: Cut) => Promise<Entry[]>) =>
  Array.from({ length: Math.ceil(total / PART_MAX) }, (_, i) => {
    const cut = { limit: PART_MAX, offset: i * PART_MAX };
    return [`${name}-${i + 1}`, () => list(cut)] as const;
  });

async function listPages(db: Database, lastStudy: Date | null): Promise<Entry[]> {
  const [seo, texts, lastPost, industries] = await Promise.all([
    listPageSeo(db),
    listContentDates(db),
    findLastPostChange(db),
    listPublishedIndustries(db),
  ]);
  const changes = (name: PageName) => [
    ...[...seo, ...texts].filter(({ page_name }) => page_name === name).map(({ updated_at }) => updated_at),
    // Lists change with what they list.
    ...(name === "blog" ? [lastPost] : []),
    ...(name === "home" || name === "case-studies" || name === "sitemap" ? [lastStudy] : []),
  ];
  const isIndexable = (name: PageName) =>
    seo.find(({ page_name }) => page_name === name)?.is_indexable ?? pages[name].seo.is_indexable;
  return [
    ...PAGE_NAMES.filter(isIndexable).map((name) => ({
      path: pagePath(name),
      changed: newest(changes(name)),
    })),
    ...(isIndexable("case-studies") ? listFiltered(industries) : []),
  ];
}

/** The list of each industry that is for search engines; names that differ only in case share one. */
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

async function listStudies(db: Database, of: Cut): Promise<Entry[]> {
  const rows = await listCaseStudyAddresses(db, of);
  return rows.map(({ slug, ...row }) => ({ path: href("/case-studies/:slug", { slug }), ...row }));
}

async function listPosts(db: Database, of: Cut): Promise<Entry[]> {
  const rows = await listPostAddresses(db, of);
  return rows.map(({ slug, ...row }) => ({ path: href("/blog/:slug", { slug }), ...row }));
}
