// Whether what a save has changed stands in other places too.
import { href } from "react-router";
import { findReplace as words } from "../../copy/panel/find-replace.ts";
import { changedWords } from "../../features/find-replace/changed-words.ts";
import { findPlaces } from "../../features/find-replace/find-replace.server.ts";
import type { Format } from "../../features/find-replace/replace.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { ToastLink } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "./save.server.ts";

/**
 * What the toast of a save adds; call it after the save, so that the place itself no longer counts.
 * @returns null where the old words stand nowhere else, or are such that every text has them
 */
export async function describeOtherPlaces(
  db: Database,
  before: string,
  after: string,
  format: Format,
): Promise<{ text: string; link: ToastLink } | null> {
  const changed = before ? changedWords(before, after, format) : null;
  if (!changed) return null;
  // What is saved is saved, whatever becomes of this.
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
