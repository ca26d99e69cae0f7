// Records that were deleted keep 30 days out of sight (decision 0035.28): listed for the owner, then forgotten.
import { and, asc, desc, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";
import { contains } from "./like-pattern.server.ts";
import { listPage, type Paging } from "./paging.server.ts";

/** decision 0035.28. */
export const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

type Deletable = PgTable & { id: PgColumn; deleted_at: PgColumn };

/** How deleted records of a kind are listed, brought back and forgotten. */
export type Trash = {
  table: Deletable;
  /** what the owner knows a record by */
  name: PgColumn | SQL<string>;
  /** a second thing to tell it from others */
  about: PgColumn | SQL<string>;
  /** @throws Refused where something needs it, and the owner was not asked */
  remove(db: Database, id: string): Promise<unknown>;
  /** @throws Refused where something has taken its place meanwhile */
  restore(db: Database, id: string): Promise<void>;
  /** which of those whose days are over nothing needs any more; absent where that is all of them */
  isOver?(db: Database): SQL;
};

/** How many days are left to bring it back, the one that runs counted: 30 right after, 1 on the last one. */
export const daysLeft = (deletedAt: Date, now = new Date()): number =>
  Math.max(0, Math.ceil((deletedAt.getTime() + RETENTION_DAYS * DAY_MS - now.getTime()) / DAY_MS));

/** How many records of a kind can be brought back. */
export const countDeleted = (db: Database, { table }: Trash): Promise<number> =>
  db.$count(table, isNotNull(table.deleted_at));

/** The orders of `listDeleted`: deleted last first, gone soonest first, by name. */
export const DELETED_SORTS = ["latest", "soonest", "name"] as const;

/** Which of the deleted records. */
export type DeletedFilter = Paging & {
  /** part of the name; empty means all */
  search: string;
  sort: (typeof DELETED_SORTS)[number];
};

/** What can be brought back. */
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

/** Deletes for good what was deleted more than 30 days ago and nothing needs any more. */
export async function purgeDeleted(db: Database, { table, isOver }: Trash): Promise<void> {
  const isOld = lt(table.deleted_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  await db.delete(table).where(and(isOld, isOver?.(db)));
}
