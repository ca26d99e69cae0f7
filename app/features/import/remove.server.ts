import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { discardDrafts } from "../changes/discard.server.ts";
import { undoOperation } from "../changes/undo.server.ts";
import { import_items, import_runs } from "../imported/table.server.ts";
import { listImportDrafts } from "./draft.server.ts";
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
  const drafts = await listImportDrafts(db, id);
  const own = drafts.filter(({ kind, isUntouched }) => kind === "imports" || isUntouched);
  if (own.length) await discardDrafts(db, own);
  await db.transaction(async (tx) => {
    // Lets a later import of the same file add the items again.
    await tx
      .update(import_items)
      .set({ ...{ record_kind: "", record_id: "", hash: "" }, ...{ state: "left", reason: "Removed." } })
      .where(eq(import_items.import_id, id));
    await tx.update(import_runs).set({ state: "canceled" }).where(eq(import_runs.import_id, id));
  });
}
