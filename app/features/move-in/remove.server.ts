// Removes what an import stored: Undo of its operation, after its draft is discarded.
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { Actor } from "../audit-log/events.ts";
import { discardDrafts, findDraft } from "../changes/drafts.server.ts";
import { undoOperation } from "../changes/undo.server.ts";
import type { ImportRun } from "./runs.server.ts";
import { import_items, import_runs } from "./table.server.ts";

/**
 * Moves everything that an import added to Deleted, and restores what it updated.
 * @throws Refused if it's published, or something of it was edited since
 */
export async function removeImport(db: Database, run: ImportRun, actor: Actor): Promise<void> {
  const { import_id: id } = run;
  if (run.published) throw new Refused({ "": "Revert it on the Changes tab first." });
  await undoOperation(db, id, actor);
  const draft = await findDraft(db, { kind: "imports", id });
  if (draft) await discardDrafts(db, draft.change_set_id, { kind: "imports", id });
  await db.transaction(async (tx) => {
    // A later import of the same file adds them again.
    await tx
      .update(import_items)
      .set({ ...{ record_kind: "", record_id: "", hash: "" }, ...{ state: "left", reason: "Removed." } })
      .where(eq(import_items.import_id, id));
    await tx.update(import_runs).set({ state: "canceled" }).where(eq(import_runs.import_id, id));
  });
}
