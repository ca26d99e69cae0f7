// Where drafts wait: most of them together, scheduled ones with those that were scheduled with them. The panel shows
// drafts and schedules, but never the sets.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { gone, isOneOf, isOpen, type RecordKey } from "./record-key.server.ts";
import { closeIfEmpty } from "./stored-schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";
import { DRAFTS_MAX } from "./touched.server.ts";

/** A preview takes 3 ms per record, and blocks saving these records. */
const CHOSEN_MAX = 200;

/**
 * Returns the id of the set that new drafts join, and locks it against publishing. Call it within
 * `withSerializableRetry`.
 */
export async function lockUnscheduled(tx: Database): Promise<string> {
  const { id, collects } = change_sets;
  const [found] = await tx.select({ id }).from(change_sets).where(and(isOpen, collects)).for("update");
  if (found) return found.id;
  // `withSerializableRetry` starts over if another transaction inserts first.
  const [added] = await tx
    .insert(change_sets)
    .values({ collects: true })
    .onConflictDoNothing()
    .returning({ id });
  return added!.id;
}

/**
 * Moves drafts to a set of their own, to publish or schedule exactly them. If they're all of a scheduled set, they
 * stay there and keep its times.
 * @param tx of `withSerializableRetry`
 * @returns the set's id
 * @throws Refused if one of the drafts is gone, or there are more than 200
 */
export async function takeDrafts(tx: Database, chosen: readonly RecordKey[]): Promise<string> {
  const { id: set, collects } = change_sets;
  const items = await tx
    .select({ set, collects, all: countOfItems })
    .from(change_items)
    .innerJoin(change_sets, eq(set, change_items.change_set_id))
    .where(and(isOpen, isOneOf(chosen)));
  if (!chosen.length || items.length < chosen.length) throw gone();
  if (chosen.length > CHOSEN_MAX) throw new Refused({ "": `Select at most ${CHOSEN_MAX} drafts at a time.` });
  const sets = [...new Set(items.map((item) => item.set))].sort();
  for (const one of sets) await touchSet(tx, one);
  const [first] = items;
  if (sets.length === 1 && !first!.collects && first!.all === items.length) return first!.set;
  const [own] = await tx.insert(change_sets).values({ separate: true }).returning({ id: set });
  await tx.update(change_items).set({ change_set_id: own!.id }).where(isOneOf(chosen));
  for (const one of sets) await closeIfEmpty(tx, one);
  return own!.id;
}

const countOfItems = sql<number>`(select count(*)::int from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

/**
 * Removes drafts from their schedule. Others that were scheduled with them stay scheduled.
 * @throws Refused if one of the drafts is gone
 */
export function unschedule(db: Database, chosen: readonly RecordKey[]): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    const set = await takeDrafts(tx, chosen);
    await tx
      .update(change_sets)
      .set({ publish_at: null, take_back_at: null, problem: "" })
      .where(eq(change_sets.id, set));
  });
}

/** @throws Refused if there's no room for another draft */
export async function checkRoom(tx: Database): Promise<void> {
  if ((await tx.$count(change_items, change_items.waits.getSQL())) >= DRAFTS_MAX)
    throw new Refused({
      "": `There are already ${DRAFTS_MAX} pending changes. Publish or discard some of them first.`,
    });
}

/**
 * Updates a set without changing it, before a draft joins or leaves it. If another transaction is publishing or
 * scheduling the set, one of the two starts over, so neither misses a draft.
 * @throws Refused if the set isn't pending
 */
export async function touchSet(tx: Database, set: string): Promise<void> {
  const { rowCount } = await tx
    .update(change_sets)
    .set({ problem: sql`${change_sets.problem}` })
    .where(and(isOpen, eq(change_sets.id, set)));
  if (!rowCount) throw gone();
}
