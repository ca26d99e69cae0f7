// Lists of a kind's records for the owner (SPEC 2, 7).
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgSelect, PgTable, SelectedFields } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";

type Listed = PgTable & Record<"id" | "created_at" | "updated_at" | "deleted_at", PgColumn>;

/** @property search part of a searched column; empty for all, like the other filters */
export type ListFilter<Sort extends string, Filter extends string = never> = Paging &
  Record<Filter, string> & { search: string; sort: Sort; status?: "" | "published" | "draft" };

/** Sorts that ignore case. */
export const byText = (column: PgColumn) => asc(sql`lower(${column})`);

/**
 * Returns a function that lists a page of records, without deleted ones.
 * @param of.filters columns that a filter's value must equal
 * @param of.sorts beside `newest` and `changed`; records that are equal are in the order of their ids
 * @param of.join joins other tables; must not change the number of rows
 */
export function recordList<
  Columns extends SelectedFields,
  Sort extends string,
  Filter extends string = never,
>(
  table: Listed & { published?: PgColumn },
  of: {
    columns: Columns;
    search: PgColumn[];
    filters?: Record<Filter, PgColumn>;
    sorts: Record<Sort, (SQL | PgColumn)[]>;
    join?: (query: PgSelect) => PgSelect;
  },
) {
  const sorts: Record<string, (SQL | PgColumn)[]> = {
    newest: [desc(table.created_at)],
    changed: [desc(table.updated_at)],
    ...of.sorts,
  };
  return (db: Database, filter: ListFilter<Sort | "newest" | "changed", Filter>) => {
    const equal = Object.entries<PgColumn>(of.filters ?? {}).map(([name, column]) => {
      const value = filter[name as Filter];
      return value ? eq(column, value) : undefined;
    });
    const { published } = table;
    const status = filter.status && published ? eq(published, filter.status === "published") : undefined;
    const where = and(isNull(table.deleted_at), contains(filter.search, ...of.search), ...equal, status);
    const { columns, join } = of;
    const orders = [...sorts[filter.sort]!, asc(table.id)];
    return listPage(db, { from: table, ...(join && { join }), where, orders, columns }, filter);
  };
}
