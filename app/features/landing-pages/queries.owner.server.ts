import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import {
  asTakenSlugError,
  isPresent,
  lockVersion,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { deleteRecords } from "../autosaves/queries.server.ts";
import { redirects } from "../redirects/table.server.ts";
import { LANDING_PAGE_LABELS } from "./labels.ts";
import type { LandingPageInput } from "./rules.ts";
import { mapHtml } from "./sections.ts";
import { landing_pages } from "./table.server.ts";

const isNotDeleted = isNull(landing_pages.deleted_at);
const written = { id: landing_pages.id, slug: landing_pages.slug, published: landing_pages.published };

const SORTS = {
  newest: [desc(landing_pages.created_at), asc(landing_pages.id)],
  changed: [desc(landing_pages.updated_at), asc(landing_pages.id)],
  title: [asc(sql`lower(${landing_pages.title})`), asc(landing_pages.id)],
  slug: [asc(landing_pages.slug), asc(landing_pages.id)],
} satisfies Record<string, SQL[]>;

export type LandingPageFilter = Paging & {
  /** part of the title, URL or area */
  search: string;
  /** a service's slug; empty for all */
  service: string;
  status: "" | "published" | "draft";
  sort: keyof typeof SORTS;
};

export function listLandingPages(db: Database, filter: LandingPageFilter) {
  const { id, slug, title, service, area, in_header, in_footer, ...table } = landing_pages;
  const { published, is_sample, created_at, updated_at } = table;
  const where = and(
    isNotDeleted,
    contains(filter.search, title, slug, area),
    filter.service ? eq(service, filter.service) : undefined,
    filter.status ? eq(published, filter.status === "published") : undefined,
  );
  const columns = {
    ...{ id, slug, title, service, area, in_header, in_footer },
    ...{ published, is_sample, created_at, updated_at },
  };
  return listPage(db, { from: landing_pages, where, orders: SORTS[filter.sort], columns }, filter);
}

/** Returns a page, published or not, or null if it's unknown or deleted. */
export async function findLandingPage(db: Database, id: string) {
  const [row] = await db.select().from(landing_pages).where(isPresent(landing_pages, id));
  return row ?? null;
}

/** Sanitizes the sections (decision 0035.3). `removed` lists the removed elements. */
function clean({ published, ...input }: LandingPageInput) {
  const removed = new Set<string>();
  const sections = mapHtml(input.sections, (html) => {
    const cleaned = cleanHtml(html);
    for (const what of cleaned.removed) removed.add(what);
    return cleaned.html;
  });
  const said = removed.size ? [{ field: LANDING_PAGE_LABELS.sections, what: [...removed] }] : [];
  return { values: { ...input, sections }, published, removed: said };
}

const publicPath = ({ slug, published }: { slug: string; published: boolean }) =>
  published ? `/${slug}` : null;

/**
 * Adds a page, published unless the form says otherwise.
 * @returns `path` is null unless the page is public
 * @throws Refused if another page or a redirect uses its URL
 */
export async function addLandingPage(db: Database, input: LandingPageInput) {
  const { values, published = true, removed } = clean(input);
  return db.transaction(async (tx) => {
    await refuseRedirected(tx, input.slug);
    const [row] = await withSlug(
      input.slug,
      tx
        .insert(landing_pages)
        .values({ ...values, published })
        .returning(written),
    );
    return { id: row!.id, removed, path: publicPath(row!) };
  });
}

/**
 * Saves a page. If the page was ever published and its URL changes, the old URL redirects (decision 0021).
 * @throws Refused if its URL is in use, the page is gone, or another editor saved since
 */
export async function updateLandingPage(db: Database, id: string, version: number, input: LandingPageInput) {
  const { values, published, removed } = clean(input);
  return db.transaction(async (tx) => {
    await lockVersion(tx, landing_pages, id, version, "page");
    const [before] = await tx.select(written).from(landing_pages).where(eq(landing_pages.id, id));
    if (before?.slug !== input.slug) await refuseRedirected(tx, input.slug);
    const [now] = await withSlug(
      input.slug,
      tx
        .update(landing_pages)
        .set({ ...values, published, is_sample: false })
        .where(eq(landing_pages.id, id))
        .returning(written),
    );
    return { id, removed, path: publicPath(now!) };
  });
}

/** Throws Refused if a redirect uses the URL, because a page there would delete the redirect. */
async function refuseRedirected(tx: Database, slug: string) {
  const isUsed = and(eq(redirects.from_path, `/${slug}`), redirects.is_on);
  if (await tx.$count(redirects, isUsed))
    throw new Refused({ slug: `A redirect uses /${slug}. Delete it on the Redirects tab first.` });
}

export const deleteLandingPage = (db: Database, id: string) =>
  deleteRecords(db, landing_pages, "landing-page", eq(landing_pages.id, id));

export const deleteSampleLandingPages = (db: Database) =>
  deleteRecords(db, landing_pages, "landing-page", eq(landing_pages.is_sample, true));

/**
 * Restores a deleted page.
 * @throws Refused if its URL has been taken since
 */
export async function restoreLandingPage(db: Database, id: string) {
  await asTakenSlugError(SLUG_INDEX, SLUG_TAKEN_SINCE, undelete(db, landing_pages, id));
}

const SLUG_INDEX = "landing_pages_slug_unique";
const SLUG_TAKEN_SINCE = {
  "": "Another page now uses its URL. Change that page's URL, then restore this one.",
};
const withSlug = <T>(slug: string, write: PromiseLike<T>) =>
  asTakenSlugError(SLUG_INDEX, { slug: `Another page you added already uses /${slug}.` }, write);
