// Which drafts a request touches. Rights and recent proof are checked against them, never against what the request
// says about them.
import { eq, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { readForUndo } from "../../platform/database/undo.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { draftName, type RecordKey } from "./record-key.server.ts";
import { change_items, preview_links } from "./table.server.ts";

/** The most drafts that a request can name: as many as there can be. */
export const DRAFTS_MAX = 500;

/** Distinct names from `draftName`, joined by dots. */
export const draftNames = z
  .string()
  .regex(/^[\w-]{12}(\.[\w-]{12})*$/)
  .transform((names) => [...new Set(names.split("."))])
  .refine((names) => names.length <= DRAFTS_MAX);

/** Pending drafts by `draftName`, a scheduled or published set, a preview link, or discarded drafts. */
export type Target =
  | { drafts: readonly string[] }
  | { set: string }
  | { link: string }
  | { discarded: string };

/** Returns the records that a request touches. Leaves out what doesn't exist. */
export async function listTouched(db: Database, target: Target): Promise<RecordKey[]> {
  if ("drafts" in target) return findDrafts(db, target.drafts);
  if ("discarded" in target) return listDiscarded(db, target.discarded);
  if ("set" in target) return listRecords(db, eq(change_items.change_set_id, target.set));
  const [link] = await db
    .select({ records: preview_links.records })
    .from(preview_links)
    .where(eq(preview_links.id, target.link));
  return link?.records ?? [];
}

const listRecords = (db: Database, which: SQL): Promise<RecordKey[]> =>
  db.select({ kind: change_items.kind, id: change_items.record_id }).from(change_items).where(which);

/** Returns the records whose pending drafts have these names, in this order. Leaves out names without a draft. */
export async function findDrafts(db: Database, names: readonly string[]): Promise<RecordKey[]> {
  const waiting = await listRecords(db, change_items.waits.getSQL());
  const named = new Map(waiting.map((record) => [draftName(record), record]));
  return names.flatMap((name) => named.get(name) ?? []);
}

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
