// Every read and write of autosaves: what was typed into a form of the panel and not saved. Only the owner's role may.
import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { RETENTION_DAYS } from "../../platform/database/deleted.server.ts";
import type { AutosaveInput, AutosaveKind } from "./rules.ts";
import { autosaves } from "./table.server.ts";

/**
 * Stores a form as it stands, in place of its earlier autosave.
 * @returns when
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

/** Which record it is of; null for a new one. */
const RECORD = sql<string | null>`coalesce(${autosaves.record_name}, ${autosaves.record_id}::text)`;

/** What the list calls it: a new text has an address instead of a title. */
const TITLE = sql<string>`coalesce(${autosaves.fields} ->> 'title', concat_ws(' / ', ${sql.join(
  ["page_name", "section_name", "content_key"].map(
    (name) => sql`nullif(${autosaves.fields} ->> ${name}, '')`,
  ),
  sql`, `,
)}))`;

/**
 * The autosaves of a record, one for each form that was left unsaved, the newest first.
 * @param record its id, or the name that it goes by; null for a new one, without those that the person put aside
 * @param chosen the id of one that is found though it was put aside
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

/** The autosaves of a kind with their titles, the newest first; `record` is null for a new one. */
export function listAutosaves(db: Database, kind: AutosaveKind) {
  const { id, saved_at } = autosaves;
  return db
    .select({ id, record: RECORD, title: TITLE, saved_at })
    .from(autosaves)
    .where(eq(autosaves.kind, kind))
    .orderBy(desc(saved_at));
}

/** Puts an autosave of a new record aside: no new form offers it. */
export async function refuseAutosave(db: Database, id: string): Promise<void> {
  await db.update(autosaves).set({ refused: true }).where(eq(autosaves.id, id));
}

/** Deletes the autosave of one form; those of other forms of the same record stay. */
export async function deleteAutosave(db: Database, id: string): Promise<void> {
  await db.delete(autosaves).where(eq(autosaves.id, id));
}

/**
 * Takes records out of sight (decision 0035.28): their addresses answer 410; what was kept of them unsaved is forgotten.
 * One that is gone already is no fault.
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

/** Deletes autosaves that are older than deleted records get (decision 0035.28). */
export async function deleteOldAutosaves(db: Database): Promise<void> {
  await db
    .delete(autosaves)
    .where(lt(autosaves.saved_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}
