// Publishes and unpublishes records.
import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** The columns of a table of records with public pages. */
type Records = PgTable & { id: PgColumn; published: PgColumn; deleted_at: PgColumn };

/** Publishes or unpublishes a record. Returns false if it already is in that state or no longer exists. */
export async function publishRecord(
  db: Database,
  table: Records,
  { id, published }: { id: string; published: boolean },
): Promise<boolean> {
  const which = and(eq(table.id, id), eq(table.published, !published), isNull(table.deleted_at));
  const { rowCount } = await db.update(table).set({ published }).where(which);
  return rowCount === 1;
}
