import { and, eq, getTableColumns, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/**
 * Turns a record's switch on or off.
 * @param name the switch's column
 * @returns false if nothing changed or the record is gone
 */
export async function switchRecord(
  db: Database,
  table: PgTable & Record<"id" | "deleted_at", PgColumn>,
  id: string,
  name: "published" | "featured",
  isOn: boolean,
): Promise<boolean> {
  const { [name]: column } = getTableColumns(table as PgTable);
  const { rowCount } = await db
    .update(table as PgTable)
    .set({ [name]: isOn })
    .where(and(eq(table.id, id), eq(column!, !isOn), isNull(table.deleted_at)));
  return rowCount === 1;
}
