import { asc, desc, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import { missing_paths } from "./table.server.ts";

const SORTS = {
  hits: [desc(missing_paths.hits), asc(missing_paths.path)],
  latest: [desc(missing_paths.last_seen_at), asc(missing_paths.path)],
  address: [asc(missing_paths.path)],
} satisfies Record<string, SQL[]>;

type MissingFilter = Paging & {
  search: string;
  sort: keyof typeof SORTS;
};

/** Returns one page of the 404 log, plus total counts. */
export async function listMissing(db: Database, filter: MissingFilter) {
  const where = contains(filter.search, missing_paths.path);
  const columns = getTableColumns(missing_paths);
  return listPage(db, { from: missing_paths, where, orders: SORTS[filter.sort], columns }, filter);
}

export const countMissing = (db: Database) => db.$count(missing_paths);

/** Clears one path, or the whole log. */
export async function clearMissing(db: Database, path?: string) {
  await db.delete(missing_paths).where(path === undefined ? undefined : eq(missing_paths.path, path));
}
