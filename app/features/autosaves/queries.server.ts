// Reads and writes autosaves: unsaved input of the panel's forms. Only the owner's role has access.
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { RETENTION_DAYS } from "../../platform/database/deleted.server.ts";
import type { AutosaveInput, AutosaveKind } from "./rules.ts";
import { autosaves } from "./table.server.ts";

/**
 * Saves the current state of a form, replacing its earlier autosave.
 * @returns the time of the save
 */
export async function saveAutosave(db: Database, input: AutosaveInput): Promise<Date> {
  const values = { ...input, refused: false, saved_at: sql`now()` };
  const [row] = await db
    .insert(autosaves)
    .values(values)
    .onConflictDoUpdate({ target: autosaves.id, set: values })
    .returning({ saved_at: autosaves.saved_at });
  return row!.saved_at;
}

/** The record that the autosave belongs to; null for a new one. */
const RECORD = sql<string | null>`coalesce(${autosaves.record_name}, ${autosaves.record_id}::text)`;

/** Its title in lists. A new text has its page, section and key instead. */
const TITLE = sql<string>`coalesce(${autosaves.fields} ->> 'title', ${autosaves.fields} ->> 'name',
  ${autosaves.fields} ->> 'from_path', concat_ws(' / ', ${sql.join(
    ["page_name", "section_name", "content_key"].map(
      (name) => sql`nullif(${autosaves.fields} ->> ${name}, '')`,
    ),
    sql`, `,
  )}))`;

/**
 * Returns the autosaves of a record, newest first. There's one for each form that was left unsaved.
 * @param record its id or name; null for a new one, without the autosaves that were dismissed
 * @param chosen an id to include even if it was dismissed
 */
export function findAutosaves(db: Database, kind: AutosaveKind, record: string | null, chosen?: string) {
  const { id, version, draft_version, fields, saved_at, refused } = autosaves;
  const isOffered = or(eq(refused, false), chosen ? eq(id, chosen) : undefined);
  return db
    .select({ id, version, draft_version, fields, saved_at })
    .from(autosaves)
    .where(and(eq(autosaves.kind, kind), record ? eq(RECORD, record) : and(isNull(RECORD), isOffered)))
    .orderBy(desc(saved_at));
}

/** Returns the autosaves of a kind with their titles, newest first; `record` is null for a new one. */
export function listAutosaves(db: Database, kind: AutosaveKind) {
  const { id, saved_at } = autosaves;
  return db
    .select({ id, record: RECORD, title: TITLE, saved_at })
    .from(autosaves)
    .where(eq(autosaves.kind, kind))
    .orderBy(desc(saved_at));
}

/** Dismisses the autosave of a new record, so that new forms no longer offer it. */
export async function refuseAutosave(db: Database, id: string): Promise<void> {
  await db.update(autosaves).set({ refused: true }).where(eq(autosaves.id, id));
}

/** Deletes the autosave of one form; those of other forms of the same record stay. */
export async function deleteAutosave(db: Database, id: string): Promise<void> {
  await db.delete(autosaves).where(eq(autosaves.id, id));
}

/**
 * Soft-deletes records, whose URLs then return 410 (decision 0035.28), and deletes their autosaves. Does nothing for
 * records that are already deleted.
 */
export async function deleteRecords(
  db: Database,
  table: PgTable & Record<"id" | "deleted_at", PgColumn>,
  kind: AutosaveKind,
  which: SQL,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(table as PgTable)
      .set({ deleted_at: sql`now()` } as PgUpdateSetSource<PgTable>)
      .where(and(which, isNull(table.deleted_at)))
      .returning({ id: sql<string>`${table.id}` });
    const ids = rows.map(({ id }) => id);
    await tx.delete(autosaves).where(and(eq(autosaves.kind, kind), inArray(autosaves.record_id, ids)));
    return rows.length;
  });
}

/** Deletes autosaves after as many days as deleted records (decision 0035.28). */
export async function deleteOldAutosaves(db: Database): Promise<void> {
  await db
    .delete(autosaves)
    .where(lt(autosaves.saved_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}
