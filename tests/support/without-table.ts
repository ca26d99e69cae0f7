import type { Query } from "./open-queries.ts";

/**
 * Runs something while a table is missing, to simulate a database error.
 * @returns its result
 */
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
