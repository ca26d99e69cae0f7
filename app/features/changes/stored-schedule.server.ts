// Ends the schedule of a set that drafts have left, and keeps it for Undo.
import { and, eq, inArray, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { readForUndo } from "../../platform/database/undo.server.ts";
import { lockOpen } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/** The columns that `closeIfEmpty` clears. */
const { id, publish_at, take_back_at, scheduled_by, scheduled_by_person } = change_sets;
const COLUMNS = { id, publish_at, take_back_at, scheduled_by, scheduled_by_person };

/** Stored as JSON. */
type Stored = { [column in keyof typeof COLUMNS]: string } & { take_back_at: string | null };

const ofSet = (set: string) => eq(change_items.change_set_id, set);

/** Deletes an empty set's schedule, so it doesn't apply to later drafts. */
export async function closeIfEmpty(tx: Database, set: string): Promise<void> {
  if (await tx.$count(change_items, ofSet(set))) return;
  await tx.update(change_sets).set({ publish_at: null, take_back_at: null, problem: "" }).where(eq(id, set));
}

/**
 * Returns what Undo needs to know about the sets that drafts are about to leave: `schedule` has the times of those
 * that will be empty, `left` those of all.
 */
export async function readLeft(tx: Database, sets: readonly string[], leaving: SQL) {
  const left = await tx
    .select(COLUMNS)
    .from(change_sets)
    .where(inArray(id, [...sets]));
  const schedule: typeof left = [];
  for (const set of left) {
    const stay = and(ofSet(set.id), not(leaving));
    if (set.publish_at && !(await tx.$count(change_items, stay))) schedule.push(set);
  }
  return { schedule, left: left.map(({ id, publish_at }) => ({ id, publish_at })) };
}

const readStored = async <Row>(tx: Database, undo: string, name: string) =>
  // What earlier versions stored has no schedule.
  (await readForUndo(tx, undo, name).catch(() => [])) as Row[];

/** Returns the sets that discarded drafts left and that have been scheduled for another time since. */
export async function listRescheduled(tx: Database, undo: string): Promise<string[]> {
  const found: string[] = [];
  for (const left of await readStored<Pick<Stored, "id" | "publish_at">>(tx, undo, "left")) {
    const isOther = sql`${publish_at} is distinct from ${left.publish_at}::timestamptz`;
    const isScheduled = and(eq(id, left.id), isNotNull(publish_at), isOther);
    if (await tx.$count(change_sets, isScheduled)) found.push(left.id);
  }
  return found;
}

/** Returns the stored schedules of sets that are still pending and empty. */
export async function listLostSchedules(tx: Database, undo: string): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const plan of await readStored<Stored>(tx, undo, "schedule"))
    if ((await lockOpen(tx, plan.id)) && !(await tx.$count(change_items, ofSet(plan.id)))) found.push(plan);
  return found;
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
