import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

type Switch = { published: boolean } | { featured: boolean };
type Records = PgTable & Record<"id" | "published" | "featured" | "deleted_at", PgColumn>;

/** Turns a record's switch on or off. Returns false if nothing changed. */
export async function switchRecord(
  db: Database,
  table: Records,
  id: string,
  values: Switch,
): Promise<boolean> {
  const before =
    "published" in values ? eq(table.published, !values.published) : eq(table.featured, !values.featured);
  const { rowCount } = await db
    .update(table)
    .set(values)
    .where(and(eq(table.id, id), before, isNull(table.deleted_at)));
  return rowCount === 1;
}
