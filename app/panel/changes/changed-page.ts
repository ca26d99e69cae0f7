import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import type { PendingRecord } from "../../features/changes/show.server.ts";

/** @property path if the record has several pages; its name then contains the path */
export type ChangedPage = { key: string; name: string; path: string | null; draft: string };

/** Paths of the pages that show an image, by image id. */
export type ImagePages = Record<string, string[]>;

/** Returns every page that shows an image, no page for a deleted record, and one page for any other record. */
export function pagesOf(record: PendingRecord, ofImages: ImagePages): ChangedPage[] {
  const { kind, id, name, editor, draft } = record;
  if (editor === null) return [];
  if (kind !== "media") return [{ key: draft, name, path: null, draft }];
  return (ofImages[id] ?? []).map((path) => ({
    ...{ key: `${draft} ${path}`, path, draft },
    name: changes.pages.of(name, path),
  }));
}

/**
 * Returns the URL that previews drafts together.
 * @param shown the page to open, from one of the drafts; the first draft's page by default
 */
export function previewOf(drafts: readonly string[], shown?: Pick<ChangedPage, "draft" | "path">): string {
  const names = shown ? [shown.draft, ...drafts.filter((name) => name !== shown.draft)] : drafts;
  const query = new URLSearchParams({ drafts: names.join(".") });
  if (shown?.path) query.set("page", shown.path);
  return `${href("/admin-control-panel-seoprozone/preview")}?${query}`;
}
