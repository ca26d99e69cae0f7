import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Database } from "./database.server.ts";

/** Maximum number of matches that a search without an index counts. */
const FOUND_MAX = 1000;

/** The requested page, from 1. A number past the end means the last page. */
export type Paging = { page: number; perPage: number };

/**
 * Returns the page number, the number of pages, and the offset.
 * @param matching number of rows in the whole list
 */
export function pageOf(matching: number, asked: Paging) {
  const pages = Math.max(1, Math.ceil(matching / asked.perPage));
  const page = Math.min(Math.max(1, asked.page), pages);
  return { page, pages, offset: (page - 1) * asked.perPage };
}

/** Returns a parameter's page number, at least 1; 1 if it isn't a number. */
export const parsePage = (value: string | null): number => Math.max(1, Number.parseInt(value ?? "", 10) || 1);

/** Returns whether a parameter spells a page number canonically. Other spellings are redirected. */
export const isPlainPageNumber = (value: string | null, page: number): boolean =>
  !value || (/^\d+$/.test(value) && Number(value) === page);

type List<Columns extends SelectedFields> = {
  from: PgTable;
  /** joins other tables; must not change the number of rows */
  join?: (query: PgSelect) => PgSelect;
  where: SQL | undefined;
  orders: (SQL | PgColumn)[];
  columns: Columns;
};

/**
 * Returns one page of a list, the number of matches, the page number and the number of pages.
 * @param list.backwards the reverse order, if indexed; late pages are read from the end, because skipping
 *   rows takes time
 */
export async function listPage<Columns extends SelectedFields>(
  db: Database,
  { backwards, ...list }: List<Columns> & { backwards?: SQL[] },
  asked: Paging,
) {
  const matching = await db.$count(list.from, list.where);
  const { page, pages, offset } = pageOf(matching, asked);
  if (!backwards || offset <= matching / 2)
    return { rows: await readRows(db, list, asked.perPage, offset), matching, page, pages };
  const limit = Math.min(asked.perPage, matching - offset);
  const rows = await readRows(db, { ...list, orders: backwards }, limit, matching - offset - limit);
  return { rows: rows.reverse(), matching, page, pages };
}

/**
 * Returns one page of a search without an index. Finds and counts matches in one query, up to `FOUND_MAX`.
 * @returns like `listPage`, plus `hasMore` if there are more matches
 */
export async function searchPage<Columns extends SelectedFields>(
  db: Database,
  list: List<Columns> & { from: { id: PgColumn } },
  asked: Paging,
) {
  const { from, where, orders } = list;
  const found = await db
    .select({ id: from.id })
    .from(from as PgTable)
    .where(where)
    .orderBy(...orders)
    .limit(FOUND_MAX + 1);
  const hasMore = found.length > FOUND_MAX;
  const matching = Math.min(found.length, FOUND_MAX);
  const { page, pages, offset } = pageOf(matching, asked);
  const onPage = found.slice(offset, offset + asked.perPage).map(({ id }) => id);
  const rows = await readRows(db, { ...list, where: inArray(from.id, onPage) }, asked.perPage, 0);
  return { rows, matching, hasMore, page, pages };
}

async function readRows<Columns extends SelectedFields>(
  db: Database,
  { from, join = (query) => query, where, orders, columns }: List<Columns>,
  limit: number,
  offset: number,
) {
  const query = db.select(columns).from(from as PgTable);
  const rows = await join(query.$dynamic() as unknown as PgSelect)
    .where(where)
    .orderBy(...orders)
    .limit(limit)
    .offset(offset);
  return rows as SelectResultFields<Columns>[];
}
