import { and, count, desc, gte, isNull, lt, max, not, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import type { RecordPage, RestorableKind, Search } from "./record-kind.server.ts";

type Deletable = PgTable & { deleted_at: PgColumn };
const isPublished = (table: Deletable & { published: PgColumn }) =>
  and(table.published, isNull(table.deleted_at));

/** Counts the records in a table (SPEC 2, 7), including deleted ones that can be restored. */
export async function countRecords(
  db: Database,
  table: Deletable & { published?: PgColumn; is_sample: PgColumn },
) {
  const { published = sql`true`, is_sample, deleted_at } = table;
  const isNotDeleted = isNull(deleted_at);
  const having = (what: SQL | undefined) => sql<number>`count(*) filter (where ${what})`.mapWith(Number);
  const [counts] = await db
    .select({
      total: having(isNotDeleted),
      published: having(and(isNotDeleted, sql`${published}`)),
      drafts: having(and(isNotDeleted, not(sql`${published}`))),
      samples: having(and(isNotDeleted, is_sample)),
      deleted: having(not(isNotDeleted)),
    })
    .from(table as PgTable);
  return counts!;
}

/** Returns the records that became public in a period. Their `created_at` is when they were first published. */
export const listPublishedIn = (
  db: Database,
  { page: { table }, trash }: Pick<RestorableKind, "trash"> & { page: RecordPage },
  { from, until }: { from: Date; until: Date },
) =>
  db
    .select({
      id: sql<string>`${table.id}`,
      name: sql<string>`${trash.name}`,
      at: sql`${table.created_at}`.mapWith(table.created_at) as SQL<Date>,
    })
    .from(table as PgTable)
    .where(and(isPublished(table), gte(table.created_at, from), lt(table.created_at, until)));

/** Returns records that were never published or are unpublished, most recently changed first. */
export const listUnpublishedRecords = (
  db: Database,
  { page: { table }, trash }: Pick<RestorableKind, "trash"> & { page: RecordPage },
  limit: number,
) =>
  db
    .select({ id: sql<string>`${table.id}`, name: sql<string>`${trash.name}` })
    .from(table as PgTable)
    .where(and(not(table.published), isNull(table.deleted_at)))
    .orderBy(desc(table.updated_at), table.id)
    .limit(limit);

export const countSamples = (db: Database, table: Deletable, isSample: PgColumn): Promise<number> =>
  db.$count(table, and(isSample, isNull(table.deleted_at)));

/** Searches records, including drafts. */
export function findRecords(
  db: Database,
  { table, title, detail, by, orders }: Search,
  text: string,
  limit: number,
) {
  return db
    .select({ id: sql<string>`${table.id}`, title: sql<string>`${title}`, detail: sql<string>`${detail}` })
    .from(table as PgTable)
    .where(and(isNull(table.deleted_at), contains(text, ...by)))
    .orderBy(...orders)
    .limit(limit);
}

/** Returns the later of the two dates, because a post's creation date may be in the future. */
const lastChange = ({ created_at, updated_at }: RecordPage["table"]) =>
  sql`greatest(${created_at}, ${updated_at})`.mapWith(updated_at) as SQL<Date>;

/** Returns the number of published records and the time of their latest change. */
export async function summarizePublished(
  db: Database,
  { table }: Pick<RecordPage, "table">,
): Promise<{ total: number; changed: Date | null }> {
  const [summary] = await db
    .select({ total: count(), changed: max(lastChange(table)).mapWith(table.updated_at) as SQL<Date | null> })
    .from(table as PgTable)
    .where(isPublished(table));
  return summary!;
}

/** Matches records that search engines may list: published, indexable and without another canonical URL. */
function isListed({ table, base }: RecordPage, siteUrl: string) {
  const path = sql`${base} || ${table.slug}`;
  return and(
    isPublished(table),
    table.is_indexable,
    sql`${table.canonical_url} in ('', ${path}, ${siteUrl} || ${path})`,
  );
}

export const countListed = (db: Database, page: RecordPage, siteUrl: string): Promise<number> =>
  db.$count(page.table, isListed(page, siteUrl));

/** Returns paths of published records that the sitemap omits. */
export async function listUnlisted(db: Database, page: RecordPage, siteUrl: string): Promise<string[]> {
  const rows = await db
    .select({ slug: sql<string>`${page.table.slug}` })
    .from(page.table as PgTable)
    .where(and(isPublished(page.table), not(isListed(page, siteUrl)!)));
  return rows.map(({ slug }) => page.path(slug));
}

/** Returns sitemap entries, oldest first, so new records don't shift the others. */
export async function listAddresses(
  db: Database,
  page: RecordPage,
  of: { limit: number; offset: number; siteUrl: string },
) {
  const { table, image, path } = page;
  const rows = await db
    .select({
      slug: sql<string>`${table.slug}`,
      image: sql<string>`${image}`,
      changed: lastChange(table),
    })
    .from(table as PgTable)
    .where(isListed(page, of.siteUrl))
    .orderBy(table.created_at, table.id)
    .limit(of.limit)
    .offset(of.offset);
  return rows.map(({ slug, ...row }) => ({ path: path(slug), ...row }));
}

/**
 * Returns paths of published records that changed within a time span (end exclusive). Includes newly hidden
 * pages, because crawlers must see that they're noindex.
 */
export async function listChangedPaths(
  db: Database,
  { table, path }: RecordPage,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const rows = await db
    .select({ slug: sql<string>`${table.slug}` })
    .from(table as PgTable)
    .where(and(isPublished(table), gte(table.updated_at, from), lt(table.updated_at, to)));
  return rows.map(({ slug }) => path(slug));
}
