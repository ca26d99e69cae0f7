import type { RouterContextProvider } from "react-router";
import { countEdits } from "../../features/changes/count-edits.ts";
import { listPendingDrafts } from "../../features/changes/drafts.server.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";

/** Returns the number of texts with pending changes, and their set; null if the person can't publish it. */
export async function readPending(context: Readonly<RouterContextProvider>) {
  const drafts = await listPendingDrafts(context.get(ownerDb));
  const items = drafts?.items ?? [];
  const isOpen = items.every(({ kind }) => may(context, rightOfKind(kind)));
  return {
    pending: items.reduce((sum, { fields }) => sum + countEdits(fields), 0),
    set: isOpen ? (drafts?.id ?? null) : null,
  };
}
