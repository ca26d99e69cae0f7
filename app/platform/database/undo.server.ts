// Deletes rows immediately, but keeps a copy for Undo for a few minutes.
import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";
import { Refused } from "./refused.ts";
import { kept_for_undo } from "./undo.table.server.ts";

/** Longer than a toast with Undo can stay open (decision 0022). */
const UNDO_MINUTES = 10;
/** How long a delete waits for a locked row. */
const LOCK_WAIT_MS = 1500;
const LOCK_NOT_AVAILABLE = "55P03";
const PARENT_IS_GONE = "23503";

const deadline = sql`now() - make_interval(mins => ${UNDO_MINUTES})`;
const nameOf = (table: PgTable) => getTableConfig(table).name;

/**
 * Stores rows by name for Undo. Returns the ID for `readForUndo`.
 * @param id defaults to a new one
 */
export async function storeForUndo(
  db: Database,
  rows: Record<string, unknown[]>,
  id?: string,
): Promise<string> {
  const [kept] = await db.insert(kept_for_undo).values({ id, rows }).returning({ id: kept_for_undo.id });
  return kept!.id;
}

/**
 * Returns stored rows.
 * @param id from `storeForUndo` or `deleteForUndo`
 * @throws Refused if the ID has expired, or if nothing was stored under this name
 */
export async function readForUndo(db: Database, id: string, name: string): Promise<unknown[]> {
  const rows = await readStored(db, id, name);
  if (!rows) throw new Refused({ "": "It's too late to undo this." });
  return rows;
}

async function readStored(db: Database, id: string, name: string): Promise<unknown[] | null> {
  const [kept] = await db
    .select({ rows: sql<unknown[] | null>`${kept_for_undo.rows} -> ${name}` })
    .from(kept_for_undo)
    .where(and(eq(kept_for_undo.id, id), gt(kept_for_undo.kept_at, deadline)));
  return kept?.rows ?? null;
}

export const purgeUndo = (db: Database) =>
  db.delete(kept_for_undo).where(lte(kept_for_undo.kept_at, deadline));

/** Returns SQL that tells whether Undo can still restore a row of this table with these values (a jsonb object). */
export const hasUndoOf = (table: PgTable, columns: SQL) => sql`exists (select from ${kept_for_undo}
  where ${gt(kept_for_undo.kept_at, deadline)}
    and ${kept_for_undo.rows} @> jsonb_build_object(${nameOf(table)}::text, jsonb_build_array(${columns})))`;

/**
 * Deletes rows and keeps a copy for `undoDelete`.
 * @param parts tables with conditions, parents first
 * @param also other values to store by name, for `readForUndo`
 * @returns the ID, and the number of rows deleted from the first table
 */
export async function deleteForUndo(
  tx: Database,
  parts: [PgTable, SQL][],
  also: Record<string, unknown[]> = {},
) {
  const removed: Record<string, unknown[]> = { ...also };
  for (const [table, where] of parts.toReversed()) {
    const { rows } = await tx.execute<{ removed: unknown[] }>(sql`
      with removed as (delete from ${table} where ${where} returning *)
      select coalesce(jsonb_agg(to_jsonb(removed)), '[]') as removed from removed`);
    removed[nameOf(table)] = rows[0]!.removed;
  }
  return { id: await storeForUndo(tx, removed), count: removed[nameOf(parts[0]![0])]!.length };
}

/**
 * Restores deleted rows and leaves existing rows alone.
 * @param tables the tables of `deleteForUndo`, parents first
 * @param only which rows to restore
 * @returns how many rows `deleteForUndo` deleted from the first table
 * @throws Refused like `readForUndo`, and if a parent row is gone
 */
export async function undoDelete(
  tx: Database,
  id: string,
  tables: PgTable[],
  only = sql`true`,
): Promise<number> {
  const { length: count } = await readForUndo(tx, id, nameOf(tables[0]!));
  for (const table of tables) {
    // An older version may have stored fewer tables.
    const rows = (await readStored(tx, id, nameOf(table))) ?? [];
    // An update may have added columns since, which get their defaults.
    const kept = getTableConfig(table).columns.filter(({ name }) => name in ((rows[0] ?? {}) as object));
    if (!kept.length) continue;
    const columns = sql.join(
      kept.map(({ name }) => sql.identifier(name)),
      sql`, `,
    );
    try {
      await tx.execute(sql`
        insert into ${table} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
        where ${only}
        on conflict do nothing`);
    } catch (error) {
      if (codeOf(error) !== PARENT_IS_GONE) throw error;
      throw new Refused({ "": "This can't be restored because the item it belongs to was deleted." });
    }
  }
  return count;
}

/**
 * Runs a write that touches emails.
 * @throws Refused if an email is being sent, which locks it until the mail server responds
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
