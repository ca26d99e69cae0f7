// Pages of lists: which one is asked for, and the owner's lists of records read page by page.
import { inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Database } from "./database.server.ts";

/** A search that reads every row that it looks at counts and lists so many: the rest is for a narrower search. */
const FOUND_MAX = 1000;

/** Which page of a list: from 1; beyond the last page means the last page. */
export type Paging = { page: number; perPage: number };

/**
 * Where a page of a list stands.
 * @param matching how many rows the whole list has
 * @returns the page that there is, of how many, and how many rows come before it
 */
export function pageOf(matching: number, asked: Paging) {
  const pages = Math.max(1, Math.ceil(matching / asked.perPage));
  const page = Math.min(Math.max(1, asked.page), pages);
  return { page, pages, offset: (page - 1) * asked.perPage };
}

/** The page of a list that a query's value asks for, from 1; the first one where it is no number. */
export const parsePage = (value: string | null): number => Math.max(1, Number.parseInt(value ?? "", 10) || 1);

/** Whether a query's value says just this page and nothing else: otherwise it is redirected to the page's own URL. */
export const isPlainPageNumber = (value: string | null, page: number): boolean =>
  !value || (/^\d+$/.test(value) && Number(value) === page);

type List<Columns extends SelectedFields> = {
  from: PgTable;
  /** joins what the columns and orders name besides `from`; never changes how many rows there are */
  join?: (query: PgSelect) => PgSelect;
  where: SQL | undefined;
  orders: (SQL | PgColumn)[];
  columns: Columns;
};

/**
 * One page of a list.
 * @param list.backwards the same order from its end, where an index has it: late pages are read from there, because
 *   the rows that a page skips are read too
 * @returns `rows`, how many match, which page it is of how many
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
 * One page of what a search finds that reads every row which it looks at: once for the count and the page together,
 * and no more than `FOUND_MAX` of them.
 * @returns as `listPage`, and `hasMore` where there are more than are counted
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
