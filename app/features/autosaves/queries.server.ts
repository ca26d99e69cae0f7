import { and, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { AutosaveKind } from "../../copy/panel/record-kinds.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { RETENTION_DAYS } from "../../platform/database/deleted.server.ts";
import type { AutosaveInput } from "./rules.ts";
import { autosaves } from "./table.server.ts";

/**
 * Saves a form's fields, replacing the form's earlier autosave.
 * @returns the time of the save; null if the id belongs to a form of another kind
 */
export async function saveAutosave(db: Database, input: AutosaveInput): Promise<Date | null> {
  const values = { ...input, refused: false, saved_at: sql`now()` };
  const [row] = await db
    .insert(autosaves)
    .values(values)
    .onConflictDoUpdate({ target: autosaves.id, set: values, setWhere: eq(autosaves.kind, input.kind) })
    .returning({ saved_at: autosaves.saved_at });
  return row?.saved_at ?? null;
}

/** Id or name; null for a new record. */
const RECORD = sql<string | null>`coalesce(${autosaves.record_name}, ${autosaves.record_id}::text)`;

/** Title in lists: for a new text, its page, section and key. */
const TITLE = sql<string>`coalesce(${autosaves.fields} ->> 'title', ${autosaves.fields} ->> 'name',
  ${autosaves.fields} ->> 'from_path', concat_ws(' / ', ${sql.join(
    ["page_name", "section_name", "content_key"].map(
      (name) => sql`nullif(${autosaves.fields} ->> ${name}, '')`,
    ),
    sql`, `,
  )}))`;

/**
 * Returns a record's autosaves, one per form, newest first.
 * @param record id or name; null for new records
 * @param chosen id of an autosave to include even if dismissed
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

/** Returns the autosaves of a kind, newest first. `record` is null for new records. */
export function listAutosaves(db: Database, kind: AutosaveKind) {
  const { id, saved_at } = autosaves;
  return db
    .select({ id, record: RECORD, title: TITLE, saved_at })
    .from(autosaves)
    .where(eq(autosaves.kind, kind))
    .orderBy(desc(saved_at));
}

/** Dismisses the autosave of a new record, so new forms no longer offer it. */
export async function refuseAutosave(db: Database, id: string, of: readonly AutosaveKind[]): Promise<void> {
  await db.update(autosaves).set({ refused: true }).where(isOf(id, of));
}

/** Deletes the autosave of one form, if it's of one of these kinds. */
export async function deleteAutosave(db: Database, id: string, of: readonly AutosaveKind[]): Promise<void> {
  await db.delete(autosaves).where(isOf(id, of));
}

const isOf = (id: string, kinds: readonly AutosaveKind[]) =>
  and(eq(autosaves.id, id), inArray(autosaves.kind, [...kinds]));

/**
 * Soft-deletes records, whose URLs then return 410 (decision 0035.28), and deletes their autosaves. Returns the
 * number of records deleted.
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

/** Deletes autosaves after 30 days, the same retention period as for deleted records (decision 0035.28). */
export async function deleteOldAutosaves(db: Database): Promise<void> {
  await db
    .delete(autosaves)
    .where(lt(autosaves.saved_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`));
}
