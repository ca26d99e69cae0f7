// Publishing records, and taking them back to drafts.
import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** What a table of records with public pages has. */
type Records = PgTable & { id: PgColumn; published: PgColumn; deleted_at: PgColumn };

/**
 * Publishes a record or takes it back to a draft.
 * @returns false where it is so already, or gone
 */
export async function publishRecord(
  db: Database,
  table: Records,
  { id, published }: { id: string; published: boolean },
): Promise<boolean> {
  const which = and(eq(table.id, id), eq(table.published, !published), isNull(table.deleted_at));
  const { rowCount } = await db.update(table).set({ published }).where(which);
  return rowCount === 1;
}
