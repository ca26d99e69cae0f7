import type pg from "pg";
import { queryOnce } from "./query-once.ts";

/** Does something while a table cannot be found, as when the database is at fault, and gives back what it gives. */
export async function withoutTable<Result>(
  connection: pg.ClientConfig,
  table: string,
  something: () => Promise<Result>,
): Promise<Result> {
  await queryOnce(connection, `alter table ${table} rename to ${table}_away`);
  try {
    return await something();
  } finally {
    await queryOnce(connection, `alter table ${table}_away rename to ${table}`);
  }
}
