import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database.server.ts";
import { type Place, recordSaved, waitForOthers } from "./moves.server.ts";

type Column<Data> = PgColumn & { _: { data: Data; notNull: true } };
/** What a table of records with public pages has. */
type Records = PgTable & {
  id: Column<string>;
  slug: Column<string>;
  published: Column<boolean>;
  was_published: Column<boolean>;
  deleted_at: PgColumn;
};
type Row = { id: string; slug: string; published: boolean; was_published: boolean };

/**
 * Publishes a record or takes it back to a draft.
 * @param placeOf where visitors reach it
 * @returns false where it is so already, or gone
 */
export function publishRecord(
  db: Database,
  table: Records,
  placeOf: (row: Row) => Place,
  { id, published }: { id: string; published: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await waitForOthers(tx);
    const place = {
      id: table.id,
      slug: table.slug,
      published: table.published,
      was_published: table.was_published,
    };
    const which = and(eq(table.id, id), eq(table.published, !published), isNull(table.deleted_at));
    const [before] = await tx.select(place).from(table).where(which).for("update");
    if (!before) return false;
    const [now] = await tx.update(table).set({ published }).where(eq(table.id, id)).returning(place);
    await recordSaved(tx, placeOf(before), placeOf(now!));
    return true;
  });
}
