import type { RouterContextProvider } from "react-router";
import { countEdits } from "../../features/changes/count-edits.ts";
import { listPendingDrafts } from "../../features/changes/drafts.server.ts";
import { isChange } from "../../features/changes/merge.ts";
import { draftName } from "../../features/changes/record-key.server.ts";
import type { WaitingDraft } from "../../features/page-editing/page-text.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";

/**
 * Returns what the person can publish now, without scheduled drafts.
 * @returns the number of edits, the names of their drafts joined by dots, and the drafts one by one
 */
export async function readPending(context: Readonly<RouterContextProvider>) {
  const waiting = (await listPendingDrafts(context.get(ownerDb))).filter(
    ({ kind, publish_at }) => publish_at === null && may(context, rightOfKind(kind)),
  );
  const drafts = waiting.map(({ kind, record_id: id, fields }): WaitingDraft => {
    const changed = Object.keys(fields).filter((name) => isChange(fields[name]!));
    return { draft: draftName({ kind, id }), kind, id, fields: changed, edits: countEdits(fields) };
  });
  return {
    pending: drafts.reduce((sum, { edits }) => sum + edits, 0),
    drafts: drafts.map(({ draft }) => draft).join("."),
    waiting: drafts,
  };
}
