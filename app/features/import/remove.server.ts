import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { discardDrafts } from "../changes/discard.server.ts";
import { findDraft } from "../changes/drafts.server.ts";
import { undoOperation } from "../changes/undo.server.ts";
import { import_items, import_runs } from "../imported/table.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import type { ImportRun } from "./runs.server.ts";

/**
 * Undoes an import: moves the added records to Deleted and restores the updated ones.
 * @throws Refused if the import is published, or part of it has been edited since
 */
export async function removeImport(
  db: Database,
  run: ImportRun,
  actor: Parameters<typeof undoOperation>[2],
): Promise<void> {
  const { import_id: id } = run;
  if (run.published) throw new Refused({ "": "Revert it on the Changes tab first." });
  await undoOperation(db, id, actor);
  const drafted = await db
    .select({ kind: sql<KindName>`${import_items.record_kind}`, id: import_items.record_id })
    .from(import_items)
    .where(and(eq(import_items.import_id, id), eq(import_items.state, "drafted")));
  const set = (await findDraft(db, { kind: "imports", id }))?.change_set_id;
  // The owner may have moved drafts to another set.
  for (const key of set ? [...drafted, { kind: "imports" as const, id }] : [])
    if ((await findDraft(db, key))?.change_set_id === set) await discardDrafts(db, set!, key);
  await db.transaction(async (tx) => {
    // Lets a later import of the same file add the items again.
    await tx
      .update(import_items)
      .set({ ...{ record_kind: "", record_id: "", hash: "" }, ...{ state: "left", reason: "Removed." } })
      .where(eq(import_items.import_id, id));
    await tx.update(import_runs).set({ state: "canceled" }).where(eq(import_runs.import_id, id));
  });
}
