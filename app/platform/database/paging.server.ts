// Pagination: parses the requested page and reads one page of a list of records.
import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Database } from "./database.server.ts";

/** The most rows that a search without an index counts and lists; narrower searches find the rest. */
const FOUND_MAX = 1000;

/** The requested page of a list, from 1; past the end means the last page. */
export type Paging = { page: number; perPage: number };

/**
 * Returns where a page is in its list.
 * @param matching the number of rows in the whole list
 * @returns the actual page number, the number of pages, and how many rows come before the page
 */
export function pageOf(matching: number, asked: Paging) {
  const pages = Math.max(1, Math.ceil(matching / asked.perPage));
  const page = Math.min(Math.max(1, asked.page), pages);
  return { page, pages, offset: (page - 1) * asked.perPage };
}

/** Returns the page number in a query parameter, from 1; 1 if it isn't a number. */
export const parsePage = (value: string | null): number => Math.max(1, Number.parseInt(value ?? "", 10) || 1);

/**
 * Returns whether a query parameter is exactly this page number. If it isn't, the request redirects to the page's own
 * URL.
 */
export const isPlainPageNumber = (value: string | null, page: number): boolean =>
  !value || (/^\d+$/.test(value) && Number(value) === page);

type List<Columns extends SelectedFields> = {
  from: PgTable;
  /** joins the tables that columns and orders use besides `from`; must not change the number of rows */
  join?: (query: PgSelect) => PgSelect;
  where: SQL | undefined;
  orders: (SQL | PgColumn)[];
  columns: Columns;
};

/**
 * Returns one page of a list.
 * @param list.backwards the reverse order, if an index has it: late pages are read from the end, because the database
 *   also reads the rows that a page skips
 * @returns `rows`, the number of matches, the page number and the number of pages
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
 * Returns one page of a search that can't use an index. It reads the rows once for both the count and the page, and no
 * more than `FOUND_MAX` matches.
 * @returns as `listPage`, and `hasMore` if there are more matches than were counted
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
    .limit(FOUND_MAX);
  const { page, pages, offset } = pageOf(found.length, asked);
  const onPage = found.slice(offset, offset + asked.perPage).map(({ id }) => id);
  const rows = await readRows(db, { ...list, where: inArray(from.id, onPage) }, asked.perPage, 0);
  return { rows, matching: found.length, hasMore: found.length === FOUND_MAX, page, pages };
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
