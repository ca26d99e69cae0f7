// Finds other places that contain what a save has just changed.
import { href } from "react-router";
import { findReplace as words } from "../../copy/panel/find-replace.ts";
import { changedWords } from "../../features/find-replace/changed-words.ts";
import { findPlaces } from "../../features/find-replace/find-replace.server.ts";
import type { Format } from "../../features/find-replace/replace.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { ToastLink } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "./save.server.ts";

/**
 * Returns the toast's text about other places. Call it after the save, so the place itself no longer counts.
 * @returns null if the old words appear nowhere else or are too common
 */
export async function describeOtherPlaces(
  db: Database,
  before: string,
  after: string,
  format: Format,
): Promise<{ text: string; link: ToastLink } | null> {
  const changed = before ? changedWords(before, after, format) : null;
  if (!changed) return null;
  // The save succeeded, whatever happens here.
  const { value: found } = await loadOrToast(
    () => findPlaces(db, { find: changed.from, isExact: true, isWhole: true }),
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
