// The names and keys of pending drafts.
import { listPendingDrafts } from "../../app/features/changes/drafts.server.ts";
import { draftName, type RecordKey } from "../../app/features/changes/record-key.server.ts";
import type { KindName } from "../../app/features/records/record-kind.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { openTestSite } from "./test-site.ts";

type Query = Awaited<ReturnType<typeof openTestSite>>["query"];

/**
 * Returns the names of pending drafts, joined by dots.
 * @param which a condition on `change_items`; all drafts by default
 */
export async function namesOfDrafts(query: Query, which = "true"): Promise<string> {
  const keys = await query<{ kind: KindName; id: string }>(
    `select kind, record_id as id from change_items where waits and ${which} order by kind, name, record_id`,
  );
  return keys.map(draftName).join(".");
}

/** Returns the keys of all pending drafts. */
export const listDraftKeys = async (db: Database): Promise<RecordKey[]> =>
  (await listPendingDrafts(db)).map(({ kind, record_id: id }) => ({ kind, id }));
