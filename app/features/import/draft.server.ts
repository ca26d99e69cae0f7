// The draft that publishes an import, and those that update records with it.
import { and, eq, exists, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { findDraft, saveDraft } from "../changes/drafts.server.ts";
import type { RecordKey } from "../changes/record-key.server.ts";
import { change_items } from "../changes/table.server.ts";
import { import_items, import_runs, imports } from "../imported/table.server.ts";
import type { ImportRun } from "./runs.server.ts";

/** Saves an import's draft, unless there is one. */
export async function draftImport(db: Database, id: string): Promise<void> {
  const key = { kind: "imports", id } as const;
  if (await findDraft(db, key)) return;
  await saveDraft(db, key, { posted: { published: "true" }, by: id });
}

/**
 * Returns the pending drafts of an import and of the records that it updates.
 * @returns with `isUntouched`: nobody has edited the draft since the import saved it
 */
export async function listImportDrafts(
  db: Database,
  id: string,
): Promise<(RecordKey & { isUntouched: boolean })[]> {
  const { kind, record_id, waits, saved_by } = change_items;
  const updated = db
    .select()
    .from(import_items)
    .where(
      and(
        ...[eq(import_items.import_id, id), eq(import_items.state, "drafted")],
        ...[eq(import_items.record_kind, kind), eq(import_items.record_id, record_id)],
      ),
    );
  return db
    .select({ kind, id: record_id, isUntouched: sql<boolean>`${saved_by} is not distinct from ${id}` })
    .from(change_items)
    .where(and(waits, or(and(eq(kind, "imports"), eq(record_id, id)), exists(updated))));
}

/**
 * Saves an import's draft again after it was discarded, or published and reverted.
 * @throws Refused if the import is published or nothing of it is stored
 */
export async function draftAgain(db: Database, run: ImportRun): Promise<void> {
  if (run.published || run.state !== "stored")
    throw new Refused({ "": "This import can't be published anymore." });
  await draftImport(db, run.import_id);
}

/** Returns earlier imports that stored the same items but aren't published, newest first. */
export async function listUnpublished(db: Database, id: string): Promise<{ id: string; label: string }[]> {
  const same = db
    .selectDistinct({ id: import_items.import_id })
    .from(import_items)
    .where(
      and(
        inArray(import_items.state, ["added", "updated"]),
        import_items.is_published,
        sql`${import_items.record_id} <> ''`,
        sql`exists (select from import_items mine where mine.import_id = ${id} and mine.state = 'unchanged'
          and mine.source_key = ${import_items.source_key})`,
      ),
    );
  return db
    .select({ id: imports.id, label: imports.label })
    .from(imports)
    .innerJoin(import_runs, eq(import_runs.import_id, imports.id))
    .where(and(inArray(imports.id, same), eq(imports.published, false), eq(import_runs.state, "stored")))
    .orderBy(sql`${imports.created_at} desc`)
    .limit(5);
}
