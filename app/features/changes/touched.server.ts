// Which drafts a request touches. Rights and recent proof are checked against them, never against what the request
// says about them.
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { readForUndo } from "../../platform/database/undo.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import type { RecordKey } from "./record-key.server.ts";
import { change_items, preview_links } from "./table.server.ts";

/** One record, a whole set (pending or published), a preview link, or discarded drafts. */
export type Target = { record: RecordKey } | { set: string } | { link: string } | { discarded: string };

/** Returns the records that a request touches; none if its target doesn't exist. */
export async function listTouched(db: Database, target: Target): Promise<RecordKey[]> {
  if ("record" in target) return [target.record];
  if ("discarded" in target) return listDiscarded(db, target.discarded);
  if ("set" in target) return listOfSet(db, target.set);
  const [link] = await db
    .select({ records: preview_links.records })
    .from(preview_links)
    .where(eq(preview_links.id, target.link));
  return link?.records ?? [];
}

/** Returns the records whose drafts are in a set, in a fixed order. */
export const listOfSet = (db: Database, set: string): Promise<RecordKey[]> =>
  db
    .select({ kind: change_items.kind, id: change_items.record_id })
    .from(change_items)
    .where(eq(change_items.change_set_id, set))
    .orderBy(change_items.kind, change_items.record_id);

/** @param undo from `discardDrafts` (discard.server.ts) */
export async function listDiscarded(db: Database, undo: string): Promise<RecordKey[]> {
  const rows = await readForUndo(db, undo, "change_items").catch((error: unknown) => {
    if (error instanceof Refused) return [];
    throw error;
  });
  return (rows as { kind: KindName; record_id: string }[]).map(({ kind, record_id }) => ({
    kind,
    id: record_id,
  }));
}

const textOf = ({ kind, id }: RecordKey) => JSON.stringify([kind, id]);

/** Returns a fingerprint of which records a set contains, not of what their drafts say. */
export const stampOfRecords = (records: readonly RecordKey[]): string =>
  stampOf(records.map(textOf).sort().join("\n"));

/** Returns a function that tells whether a record is in the list. */
export const isAmong = (records: readonly RecordKey[]): ((record: RecordKey) => boolean) => {
  const texts = new Set(records.map(textOf));
  return (record) => texts.has(textOf(record));
};
