import { and, desc, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

const BATCH = 1000;

type Dated = PgTable & { id: PgColumn; created_at: PgColumn };

/** Yields a table's rows, newest first. Reads in batches to limit memory. */
export async function* eachRow<Table extends Dated>(db: Database, table: Table, where: SQL | undefined) {
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const isNext =
      after && sql`(${table.created_at}, ${table.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;
    const rows = await db
      .select({
        row: table as PgTable,
        // A Date would round to milliseconds.
        at: sql<string>`${table.created_at}::text`,
        id: sql<string>`${table.id}`,
      })
      .from(table as PgTable)
      .where(and(where, isNext))
      .orderBy(desc(table.created_at), desc(table.id))
      .limit(BATCH);
    for (const { row } of rows) yield row as InferSelectModel<Table>;
    after = rows.at(-1);
    if (!after || rows.length < BATCH) return;
  }
}
