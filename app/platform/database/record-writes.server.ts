import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { violatedConstraint } from "./constraint.server.ts";
import type { Database } from "./database.server.ts";
import { ChangedSinceOpened, Refused, recordGone } from "./refused.ts";

type RecordTable = PgTable & Record<"id" | "version" | "deleted_at", PgColumn>;

/** Matches the record unless it's deleted. */
export const isPresent = (table: RecordTable, id: string): SQL | undefined =>
  and(eq(table.id, id), isNull(table.deleted_at));

/**
 * Locks a record for a save, and returns its row.
 * @param noun such as "post"
 * @throws Refused if the record is gone or was changed in the meantime
 */
export async function lockVersion(
  tx: Database,
  table: RecordTable,
  id: string,
  version: number,
  noun: string,
) {
  const [now] = await tx
    .select()
    .from(table as PgTable)
    .where(isPresent(table, id))
    .for("update");
  if (!now) throw recordGone(`This ${noun}`);
  const row = now as Record<string, unknown> & { id: string; version: number };
  if (row.version !== version) throw new ChangedSinceOpened(`saved this ${noun}`, row.version);
  return row;
}

/** Restores a deleted record. Returns false if there was none. */
export async function undelete(db: Database, table: RecordTable, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(table as PgTable)
    .set({ deleted_at: null } as PgUpdateSetSource<PgTable>)
    .where(and(eq(table.id, id), isNotNull(table.deleted_at)));
  return Boolean(rowCount);
}

/**
 * Runs a write and turns a violation of this unique index into Refused.
 * @param refused returns error messages by field
 */
export async function asTakenSlugError<T>(
  index: string,
  refused: () => Record<string, string>,
  write: PromiseLike<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === index) throw new Refused(refused());
    throw error;
  }
}
