import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { change_items, change_sets } from "./table.server.ts";

export const isOpen = eq(change_sets.state, "open");

/** Of a set that waits no more, or of a draft in it. */
export const gone = () => new Refused({ "": "It has already been published or discarded." });

/** Locks a set that waits: one that is being published takes no more. @returns whether it waits */
export async function lockOpen(tx: Database, set: string): Promise<boolean> {
  const { id } = change_sets;
  const found = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, eq(id, set)))
    .for("update");
  return found.length > 0;
}

/** The ids of sets that were published. */
export const publishedSets = (db: Database) =>
  db.select({ id: change_sets.id }).from(change_sets).where(eq(change_sets.state, "published"));

/** A record by its kind and what its kind knows it by. */
export type RecordKey = { kind: KindName; id: string };

/** The draft of a record that waits: there is one at most, in whichever set. */
export const isDraftOf = ({ kind, id }: RecordKey) =>
  and(change_items.waits, eq(change_items.kind, kind), eq(change_items.record_id, id));

/** What a change set does to a record. */
export const isItem = (set: string, { kind, id }: RecordKey) =>
  and(eq(change_items.change_set_id, set), eq(change_items.kind, kind), eq(change_items.record_id, id));
