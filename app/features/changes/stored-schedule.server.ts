// Keeps an emptied set's schedule for Undo.
import { and, eq, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { readForUndo } from "../../platform/database/undo.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { lockOpen } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/** The columns that `closeIfEmpty` clears. */
const { id, publish_at, take_back_at, scheduled_by, scheduled_by_person } = change_sets;
const COLUMNS = { id, publish_at, take_back_at, scheduled_by, scheduled_by_person };

/** Stored as JSON. */
type Stored = { [column in keyof typeof COLUMNS]: string } & { take_back_at: string | null };

const ofSet = (set: string) => eq(change_items.change_set_id, set);

/**
 * Returns the schedule that a set loses once these drafts leave it, to store for Undo. Call it before they do.
 * @returns no rows if other drafts stay or the set isn't scheduled
 */
export async function lostSchedule(tx: Database, set: string, leaving: SQL) {
  const isEmptied = !(await tx.$count(change_items, and(ofSet(set), not(leaving))));
  const isScheduled = and(eq(id, set), isNotNull(publish_at));
  return { schedule: isEmptied ? await tx.select(COLUMNS).from(change_sets).where(isScheduled) : [] };
}

/** Returns a set's schedule when drafts leave it, to store for Undo. */
export const scheduleAtDiscard = async (tx: Database, set: string) => ({
  left: await tx.select({ id, publish_at }).from(change_sets).where(eq(id, set)),
});

/** Returns the set that discarded drafts left, if it has been scheduled for another time since; otherwise null. */
export async function findRescheduled(tx: Database, undo: string): Promise<string | null> {
  const [left] = (await readForUndo(tx, undo, "left").catch(() => [])) as Pick<Stored, "id" | "publish_at">[];
  if (!left) return null;
  const isOther = sql`${publish_at} is distinct from ${left.publish_at}::timestamptz`;
  const isScheduled = and(eq(id, left.id), isNotNull(publish_at), isOther);
  return (await tx.$count(change_sets, isScheduled)) ? left.id : null;
}

/** Returns a stored schedule, or null if there's none or its set is no longer pending and empty. */
export async function findLostSchedule(tx: Database, undo: string): Promise<Stored | null> {
  // What earlier versions stored has no schedule.
  const [plan] = (await readForUndo(tx, undo, "schedule").catch(() => [])) as Stored[];
  if (!plan || !(await lockOpen(tx, plan.id)) || (await tx.$count(change_items, ofSet(plan.id)))) return null;
  return plan;
}

/** Schedules a set again once its drafts are back, unless the time has passed. */
export async function restoreSchedule(tx: Database, { id: set, publish_at, take_back_at, ...by }: Stored) {
  const at = sql`${publish_at}::timestamptz`;
  await tx
    .update(change_sets)
    .set({ ...by, publish_at: at, take_back_at: sql`${take_back_at}::timestamptz` })
    .where(and(eq(id, set), sql`${at} > now()`));
  await closeIfEmpty(tx, set);
}
