// Rows that are deleted for good and can be put back as they were while somebody still holds them.
import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Database } from "./database.server.ts";
import { Refused } from "./refused.ts";

/** Rows as PostgreSQL words them in JSON: every column, in its full precision. */
export type RemovedRows = Record<string, unknown>[];

/** How long a delete waits for a row that is in use. */
const LOCK_WAIT_MS = 1500;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Deletes rows.
 * @returns them, for `putBack`
 */
export async function takeOut(db: Database, table: PgTable, where: SQL): Promise<RemovedRows> {
  const { rows } = await db.execute<{ removed: RemovedRows }>(sql`
    with removed as (delete from ${table} where ${where} returning *)
    select coalesce(jsonb_agg(to_jsonb(removed)), '[]') as removed from removed`);
  return rows[0]!.removed;
}

/** PostgreSQL's classes of values that are none and of rows that a table does not take. */
const NO_SUCH_ROWS = /^2[23]/;

/**
 * Writes rows that `takeOut` gave, just as they were; what is there already stays as it is.
 * @throws Refused for rows that the table never held
 */
export async function putBack(db: Database, table: PgTable, rows: RemovedRows) {
  try {
    await db.execute(sql`
      insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
      on conflict do nothing`);
  } catch (error) {
    if (!NO_SUCH_ROWS.test(codeOf(error))) throw error;
    throw new Refused({ "": "This cannot be put back: it is not what was deleted." });
  }
}

/**
 * Runs a write that touches mails: one that is being sent at this moment is locked until the mail server has
 * answered, and nobody should wait in front of a button for that.
 * @throws Refused where it is
 */
export async function whileNotSending<T>(db: Database, write: (tx: Database) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`));
      return write(tx);
    });
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new Refused({ "": "A mail of this is being sent at this moment. Try again in a minute." });
  }
}

const codeOf = (error: unknown) => (((error as Error).cause ?? error) as { code?: string }).code ?? "";

/** For rules: what was taken out, as a form posts it back. */
export const removedJson = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue("This is no JSON.");
        return z.NEVER;
      }
    })
    .pipe(schema);

/** Rows of one table, in `removedJson`. */
export const removedRows = z.array(z.record(z.string(), z.unknown()));
