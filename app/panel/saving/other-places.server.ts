import { href } from "react-router";
import { findReplace as words } from "../../copy/panel/find-replace.ts";
import { changedWords } from "../../features/find-replace/changed-words.ts";
import { findPlaces } from "../../features/find-replace/find-replace.server.ts";
import type { Format } from "../../features/find-replace/replace.ts";
import type { RecordKind } from "../../features/records/record-kind.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { ToastLink } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "./save.server.ts";

/**
 * Describes where else the old words appear, in these kinds of records. Call this after the save, so the saved place no longer matches.
 * @returns null if they appear nowhere else or aren't distinctive, or if the search fails
 */
export async function describeOtherPlaces(
  db: Database,
  kinds: readonly RecordKind[],
  before: string,
  after: string,
  format: Format,
): Promise<{ text: string; link: ToastLink } | null> {
  const changed = before ? changedWords(before, after, format) : null;
  if (!changed) return null;
  // An error here must not look like a failed save.
  const { value: found } = await loadOrToast(
    () => findPlaces(db, { find: changed.from, isExact: true, isWhole: true }, kinds),
    words.fetchFailed,
  );
  if (!found?.places.length) return null;
  const { places, isMore } = found;
  const query = new URLSearchParams({ find: changed.from, replace: changed.to, exact: "on", whole: "on" });
  return {
    text: words.elsewhere(changed.from, places.length, isMore),
    link: {
      label: words.showElsewhere,
      to: `${href("/admin-control-panel-seoprozone/content/replace")}?${query}`,
    },
  };
}
