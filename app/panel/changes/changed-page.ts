// The pages that pending changes affect, and the URLs of their previews.
import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import type { PendingRecord } from "../../features/changes/show.server.ts";

/**
 * A page that a record's changes affect.
 * @property name the record's; includes the path if there are several pages
 */
export type ChangedPage = { key: string; name: string; path: string | null; src: string };

/** The paths of public pages that show images, by image id. */
export type ImagePages = Record<string, string[]>;

/** Returns the pages of a record: all that show an image, one for any other kind, none for a deleted record. */
export function pagesOf(set: string, record: PendingRecord, ofImages: ImagePages): ChangedPage[] {
  const { kind, id, name, editor } = record;
  if (editor === null) return [];
  if (kind !== "media") return [{ key: `${kind} ${id}`, name, path: null, src: previewOf(set, record) }];
  return (ofImages[id] ?? []).map((path) => ({
    key: `${kind} ${id} ${path}`,
    name: changes.pages.of(name, path),
    path,
    src: previewOf(set, record, path),
  }));
}

/**
 * Returns the URL of the preview of all pending changes.
 * @param record whose page is shown first; `page` picks one of several
 */
export function previewOf(set: string, record?: Pick<PendingRecord, "kind" | "id">, page?: string): string {
  const query = new URLSearchParams({ set });
  if (record) query.set("kind", record.kind);
  if (record) query.set("record", record.id);
  if (page) query.set("page", page);
  return `${href("/admin-control-panel-seoprozone/preview")}?${query}`;
}
