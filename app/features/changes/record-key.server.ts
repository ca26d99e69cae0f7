import { and, eq } from "drizzle-orm";
import type { KindName } from "../records/record-kind.server.ts";
import { change_items } from "./table.server.ts";

/** A record by its kind and what its kind knows it by. */
export type RecordKey = { kind: KindName; id: string };

/** The draft of a record that waits: there is one at most, in whichever set. */
export const isDraftOf = ({ kind, id }: RecordKey) =>
  and(change_items.waits, eq(change_items.kind, kind), eq(change_items.record_id, id));

/** What a change set does to a record. */
export const isItem = (set: string, { kind, id }: RecordKey) =>
  and(eq(change_items.change_set_id, set), eq(change_items.kind, kind), eq(change_items.record_id, id));
