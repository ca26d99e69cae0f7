import type { RouterContextProvider } from "react-router";
import { countEdits } from "../../features/changes/count-edits.ts";
import { listPendingDrafts } from "../../features/changes/drafts.server.ts";
import { draftName } from "../../features/changes/record-key.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";

/**
 * Returns the number of edits that the person can publish now, and the names of their drafts, joined by dots. Leaves
 * out scheduled drafts.
 */
export async function readPending(context: Readonly<RouterContextProvider>) {
  const waiting = (await listPendingDrafts(context.get(ownerDb))).filter(
    ({ kind, publish_at }) => publish_at === null && may(context, rightOfKind(kind)),
  );
  return {
    pending: waiting.reduce((sum, { fields }) => sum + countEdits(fields), 0),
    drafts: waiting.map(({ kind, record_id: id }) => draftName({ kind, id })).join("."),
  };
}
