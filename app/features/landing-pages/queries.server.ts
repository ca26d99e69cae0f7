import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { findService } from "../../copy/site/service-catalog.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { SectionType } from "./sections.ts";
import { landing_pages } from "./table.server.ts";

const isPublished = and(landing_pages.published, isNull(landing_pages.deleted_at));
const HEADER_MAX = 3;
const SERVICES_MAX = 6;
const FOOTER_MAX = 8;
const RELATED_MAX = 1_000;

const { id, slug, title, service, area, in_header, in_footer, sort } = landing_pages;
const inMenuOrder = [asc(sort), asc(landing_pages.id)];
const label = sql<string>`coalesce(nullif(${landing_pages.menu_label}, ''), ${title})`;
const link = { label, href: sql<string>`'/' || ${slug}` };

/** Returns null if no published page has that slug. */
export async function findPublishedLandingPage(db: Database, asked: string) {
  const [row] = await db
    .select()
    .from(landing_pages)
    .where(and(isPublished, eq(slug, asked)));
  return row ?? null;
}

/** Returns the links for the header menu, the Services menu and the footer, in order. */
export async function listMenuLinks(db: Database) {
  const rows = await db
    .select({ ...link, service, in_header, in_footer })
    .from(landing_pages)
    .where(and(isPublished, or(in_header, in_footer)))
    .orderBy(...inMenuOrder)
    .limit(200);
  const header = rows.filter((row) => row.in_header && !row.service).slice(0, HEADER_MAX);
  const services = rows.filter((row) => row.in_header && row.service).slice(0, SERVICES_MAX);
  const footer = rows.filter((row) => row.in_footer).slice(0, FOOTER_MAX);
  const bare = (list: typeof rows) => list.map(({ label, href }) => ({ label, href }));
  return { header: bare(header), services: bare(services), footer: bare(footer) };
}

/** Returns links to the landing pages for a service, in menu order. */
export function listRelatedLinks(db: Database, of: string) {
  return db
    .select({ ...link, area })
    .from(landing_pages)
    .where(and(isPublished, landing_pages.in_related, eq(service, of)))
    .orderBy(...inMenuOrder)
    .limit(RELATED_MAX);
}

/** Returns the id of a page, published or not, or null. */
export async function findPageId(db: Database, asked: string) {
  const [row] = await db
    .select({ id })
    .from(landing_pages)
    .where(and(isNull(landing_pages.deleted_at), eq(slug, asked)));
  return row?.id ?? null;
}

/** The first sections that a page shows, by type. */
const types = sql<SectionType[]>`array(
  select section->>'type' from json_array_elements(${landing_pages.sections}) with ordinality as all_sections(section, place)
  where section->>'is_hidden' is distinct from 'true' order by place limit 3)`;

/** Returns the owner's pages, published or not, the most recently changed first. */
export function listPages(db: Database, limit: number) {
  const { published, is_sample, is_indexable, updated_at } = landing_pages;
  return db
    .select({ id, title, slug, published, is_sample, is_indexable, types })
    .from(landing_pages)
    .where(isNull(landing_pages.deleted_at))
    .orderBy(desc(updated_at), id)
    .limit(limit);
}

/** Returns the links for the sitemap page. */
export function listSitemapLinks(db: Database, limit: number) {
  return db
    .select(link)
    .from(landing_pages)
    .where(and(isPublished, landing_pages.in_sitemap))
    .orderBy(asc(sql`lower(${title})`), id)
    .limit(limit);
}

/** Returns what the share image shows. */
export async function findLandingPageFace(db: Database, asked: string) {
  const [row] = await db
    .select({ id, title, service })
    .from(landing_pages)
    .where(and(isPublished, eq(slug, asked)));
  return row ? { id: row.id, title: row.title, kind: findService(row.service)?.name ?? "" } : null;
}
