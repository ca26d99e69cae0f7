import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import type { PendingRecord } from "../../features/changes/show.server.ts";

/** @property name the record's name, with the path if the record has several pages */
export type ChangedPage = { key: string; name: string; path: string | null; src: string };

/** Paths of the pages that show an image, by image id. */
export type ImagePages = Record<string, string[]>;

/** Returns every page that shows an image, no page for a deleted record, and one page for any other record. */
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
 * Returns the URL that previews a set's pending changes.
 * @param record the record whose page opens first
 * @param page which of the record's pages, if it has several
 */
export function previewOf(set: string, record?: Pick<PendingRecord, "kind" | "id">, page?: string): string {
  const query = new URLSearchParams({ set });
  if (record) query.set("kind", record.kind);
  if (record) query.set("record", record.id);
  if (page) query.set("page", page);
  return `${href("/admin-control-panel-seoprozone/preview")}?${query}`;
}
