import type { Query } from "./kept-queries.ts";

/** Does something while a table cannot be found, as when the database is at fault, and gives back what it gives. */
export async function withoutTable<Result>(
  query: Query,
  table: string,
  something: () => Promise<Result>,
): Promise<Result> {
  await query(`alter table ${table} rename to ${table}_away`);
  try {
    return await something();
  } finally {
    await query(`alter table ${table}_away rename to ${table}`);
  }
}
