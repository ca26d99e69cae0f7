// The pages that what waits is on, and the addresses that show them as they would be.
import { href } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import type { PendingRecord } from "../../features/changes/show.server.ts";

/** A page that a record's changes are on. @property name of the record; with the path where it is on several */
export type ChangedPage = { key: string; name: string; path: string | null; src: string };

/** The paths of the pages that show pictures to visitors, by the pictures' ids. */
export type PicturePages = Record<string, string[]>;

/** The pages of a record: all of those that show a picture, one of anything else, none of what is gone. */
export function pagesOf(set: string, record: PendingRecord, ofPictures: PicturePages): ChangedPage[] {
  const { kind, id, name, editor } = record;
  if (editor === null) return [];
  if (kind !== "media") return [{ key: `${kind} ${id}`, name, path: null, src: previewOf(set, record) }];
  return (ofPictures[id] ?? []).map((path) => ({
    key: `${kind} ${id} ${path}`,
    name: changes.pages.of(name, path),
    path,
    src: previewOf(set, record, path),
  }));
}

/**
 * The preview of everything that waits.
 * @param record the one whose page is shown first; `page` which one of its pages
 */
export function previewOf(set: string, record?: Pick<PendingRecord, "kind" | "id">, page?: string): string {
  const query = new URLSearchParams({ set });
  if (record) query.set("kind", record.kind);
  if (record) query.set("record", record.id);
  if (page) query.set("page", page);
  return `${href("/admin-control-panel-seoprozone/preview")}?${query}`;
}
