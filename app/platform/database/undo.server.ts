// Rows that are deleted immediately and can be restored for some minutes with the ID that Undo posts.
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";
import { Refused } from "./refused.ts";
import { kept_for_undo } from "./undo.table.server.ts";

/** Longer than a toast with Undo is shown, even if the user rests the pointer on it (decision 0022). */
const UNDO_MINUTES = 10;
/** How long a delete waits for a row that is in use. */
const LOCK_WAIT_MS = 1500;
const LOCK_NOT_AVAILABLE = "55P03";
const PARENT_IS_GONE = "23503";

const deadline = sql`now() - make_interval(mins => ${UNDO_MINUTES})`;
const nameOf = (table: PgTable) => getTableConfig(table).name;

/** Stores what an Undo needs, by name. Returns the ID for `readForUndo`. */
export async function storeForUndo(db: Database, rows: Record<string, unknown[]>): Promise<string> {
  const [kept] = await db.insert(kept_for_undo).values({ rows }).returning({ id: kept_for_undo.id });
  return kept!.id;
}

/**
 * Returns the rows stored under a name.
 * @param id from `storeForUndo` or `deleteForUndo`
 * @throws Refused if it has expired, or if nothing was stored under this name
 */
export async function readForUndo(db: Database, id: string, name: string): Promise<unknown[]> {
  const [kept] = await db
    .select({ rows: sql<unknown[] | null>`${kept_for_undo.rows} -> ${name}` })
    .from(kept_for_undo)
    .where(and(eq(kept_for_undo.id, id), gt(kept_for_undo.kept_at, deadline)));
  if (!kept?.rows) throw new Refused({ "": "It's too late to undo this." });
  return kept.rows;
}

/** Permanently deletes what can no longer be undone. */
export const purgeUndo = (db: Database) =>
  db.delete(kept_for_undo).where(lte(kept_for_undo.kept_at, deadline));

/**
 * Deletes rows and stores them for `undoDelete`.
 * @param parts tables and which of their rows to delete, parents first
 * @returns the ID to restore them, and how many rows of the first table there were
 */
export async function deleteForUndo(tx: Database, parts: [PgTable, SQL][]) {
  const removed: Record<string, unknown[]> = {};
  for (const [table, where] of parts.toReversed()) {
    const { rows } = await tx.execute<{ removed: unknown[] }>(sql`
      with removed as (delete from ${table} where ${where} returning *)
      select coalesce(jsonb_agg(to_jsonb(removed)), '[]') as removed from removed`);
    removed[nameOf(table)] = rows[0]!.removed;
  }
  return { id: await storeForUndo(tx, removed), count: removed[nameOf(parts[0]![0])]!.length };
}

/**
 * Restores rows that `deleteForUndo` deleted, exactly as they were; rows that exist already are left alone.
 * @param tables the same ones, parents first
 * @returns how many rows of the first table were stored
 * @throws Refused as `readForUndo` does, and if a parent row is gone
 */
export async function undoDelete(tx: Database, id: string, tables: PgTable[]): Promise<number> {
  const counts: number[] = [];
  for (const table of tables) {
    const rows = await readForUndo(tx, id, nameOf(table));
    counts.push(rows.length);
    try {
      await tx.execute(sql`
        insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
        on conflict do nothing`);
    } catch (error) {
      if (codeOf(error) !== PARENT_IS_GONE) throw error;
      throw new Refused({ "": "This can't be restored because the item it belongs to was deleted." });
    }
  }
  return counts[0]!;
}

/**
 * Runs a write that touches emails. An email being sent is locked until the mail server has answered, and the owner
 * shouldn't have to wait for that.
 * @throws Refused if one is being sent
 */
export async function whileNotSending<T>(db: Database, write: (tx: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
      return write(tx);
    });
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Refused({ "": "One of its emails is being sent right now. Try again in a minute." });
  }
}

const codeOf = (error: unknown) => (((error as Error).cause ?? error) as { code?: string }).code ?? "";
