// Deleted records can be restored for 30 days (decision 0035.28).
import { and, asc, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";
import { contains } from "./like-pattern.server.ts";
import { listPage, type Paging } from "./paging.server.ts";

export const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type Deletable = PgTable & { id: PgColumn; deleted_at: PgColumn };

export type Trash = {
  table: Deletable;
  name: PgColumn | SQL<string>;
  /** distinguishes records with the same name */
  about: PgColumn | SQL<string>;
  /** throws Refused if another record needs this one, as a case study needs its industry */
  remove(db: Database, id: string): Promise<unknown>;
  /** throws Refused if another record now has the slug or name */
  restore(db: Database, id: string): Promise<void>;
  /** matches records that nothing needs anymore; if absent, all expired records are purged */
  isOver?(db: Database): SQL;
};

/** Returns the days left to restore a record: 30 right after deletion, 1 on the last day, then 0. */
export const daysLeft = (deletedAt: Date, now = new Date()): number =>
  Math.max(0, Math.ceil((deletedAt.getTime() + RETENTION_DAYS * DAY_MS - now.getTime()) / DAY_MS));

/** Counts records that can be restored. */
export const countDeleted = (db: Database, { table }: Trash): Promise<number> =>
  db.$count(table, isNotNull(table.deleted_at));

/** Returns whether a record can be restored. */
export const isDeleted = async (db: Database, { table }: Trash, id: string): Promise<boolean> =>
  (await db.$count(table, and(eq(table.id, id), isNotNull(table.deleted_at)))) > 0;

/** Most recently deleted first, soonest to expire first, or by name. */
export const DELETED_SORTS = ["latest", "soonest", "name"] as const;

export type DeletedFilter = Paging & {
  search: string;
  sort: (typeof DELETED_SORTS)[number];
};

export async function listDeleted(
  db: Database,
  { table, name, about }: Trash,
  { search, sort, ...paging }: DeletedFilter,
) {
  const where = and(isNotNull(table.deleted_at), contains(search, sql`${name}`));
  const orders = {
    latest: [desc(table.deleted_at)],
    soonest: [asc(table.deleted_at)],
    name: [asc(sql`lower(${name})`)],
  };
  const columns = {
    id: sql<string>`${table.id}`,
    name: sql<string>`${name}`,
    about: sql<string>`${about}`,
    deleted_at: sql`${table.deleted_at}`.mapWith(table.deleted_at) as SQL<Date>,
  };
  return listPage(db, { from: table, where, orders: [...orders[sort], table.id], columns }, paging);
}

/** Purges records that were deleted over 30 days ago, unless they're still needed. */
export async function purgeDeleted(db: Database, { table, isOver }: Trash): Promise<void> {
  const isOld = lt(table.deleted_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  await db.delete(table).where(and(isOld, isOver?.(db)));
}
