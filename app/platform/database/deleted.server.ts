// Deleted records are retained for 30 days (decision 0035.28): listed for the owner, then purged.
import { and, asc, desc, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";
import { contains } from "./like-pattern.server.ts";
import { listPage, type Paging } from "./paging.server.ts";

/** decision 0035.28. */
export const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type Deletable = PgTable & { id: PgColumn; deleted_at: PgColumn };

/** How deleted records of a kind are listed, restored and purged. */
export type Trash = {
  table: Deletable;
  /** the name by which the owner knows a record */
  name: PgColumn | SQL<string>;
  /** more information to tell records apart */
  about: PgColumn | SQL<string>;
  /** throws Refused if something needs it and the owner wasn't asked */
  remove(db: Database, id: string): Promise<unknown>;
  /** throws Refused if something has taken its place since then */
  restore(db: Database, id: string): Promise<void>;
  /** matches the expired records that nothing needs anymore; absent if that's all of them */
  isOver?(db: Database): SQL;
};

/** Returns how many days are left to restore a record, counting today: 30 right after deletion, 1 on the last day. */
export const daysLeft = (deletedAt: Date, now = new Date()): number =>
  Math.max(0, Math.ceil((deletedAt.getTime() + RETENTION_DAYS * DAY_MS - now.getTime()) / DAY_MS));

/** Returns how many records of a kind can be restored. */
export const countDeleted = (db: Database, { table }: Trash): Promise<number> =>
  db.$count(table, isNotNull(table.deleted_at));

/** The orders of `listDeleted`: most recently deleted, soonest to expire, by name. */
export const DELETED_SORTS = ["latest", "soonest", "name"] as const;

/** Selects deleted records. */
export type DeletedFilter = Paging & {
  /** matches part of the name; empty means all */
  search: string;
  sort: (typeof DELETED_SORTS)[number];
};

/** Returns one page of the records that can be restored. */
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

/** Permanently deletes what was deleted more than 30 days ago and isn't needed anymore. */
export async function purgeDeleted(db: Database, { table, isOver }: Trash): Promise<void> {
  const isOld = lt(table.deleted_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  await db.delete(table).where(and(isOld, isOver?.(db)));
}
