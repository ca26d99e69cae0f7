import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { change_items, change_sets } from "./table.server.ts";

export const isOpen = eq(change_sets.state, "open");

/** Returns the error for a set or draft that isn't pending anymore. */
export const gone = () => new Refused({ "": "These changes have already been published or discarded." });

/** Locks a set against publishing and returns whether it's pending. */
export async function lockOpen(tx: Database, set: string): Promise<boolean> {
  const { id } = change_sets;
  const found = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, eq(id, set)))
    .for("update");
  return found.length > 0;
}

/** Selects the ids of published sets. */
export const publishedSets = (db: Database) =>
  db.select({ id: change_sets.id }).from(change_sets).where(eq(change_sets.state, "published"));

/** The id is unique within the kind. */
export type RecordKey = { kind: KindName; id: string };

/** Names a record's draft in forms and URLs of the panel. */
export const draftName = ({ kind, id }: RecordKey): string => stampOf([kind, id]);

/** Matches a record's pending draft in any set. */
export const isDraftOf = ({ kind, id }: RecordKey) =>
  and(change_items.waits, eq(change_items.kind, kind), eq(change_items.record_id, id));

/** Matches the pending drafts of these records. */
export const isOneOf = (keys: readonly RecordKey[]): SQL => or(sql`false`, ...keys.map(isDraftOf))!;
