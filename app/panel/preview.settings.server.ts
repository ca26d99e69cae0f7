import { applyChanges } from "../features/changes/apply.server.ts";
import { listDraftsOf } from "../features/changes/keep.server.ts";
import { checked } from "../features/records/record-kind.server.ts";
import { saveSettings } from "../features/settings/queries.server.ts";
import { settings } from "../features/settings/rules.ts";
import type { Database } from "../platform/database.server.ts";

/**
 * Saves what a card of the Settings tab posts, in the preview's transaction; over its drafts, where it showed those: what
 * they remove is an empty field, which changes nothing by itself (SPEC 5).
 * @throws Refused by the rules
 */
export async function applyCard(tx: Database, posted: Record<string, string>): Promise<void> {
  const drafts = "keep" in posted ? await listDraftsOf(tx, "settings") : [];
  const own = drafts.filter(({ record_id }) => record_id in posted);
  await applyChanges(tx, own, "take");
  await saveSettings(tx, checked(settings, posted));
}
