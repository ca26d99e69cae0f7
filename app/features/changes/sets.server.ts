// Sets of pending changes: an untitled one, titled ones, and separate ones for single records. New drafts
// join the current set.
import { and, desc, eq, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { storeForUndo } from "../../platform/database/undo.server.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { gone, isDraftOf, isItem, isOpen, type RecordKey } from "./record-key.server.ts";
import { findLostSchedule, lostSchedule, restoreSchedule } from "./stored-schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";

const SETS_MAX = 30;
/** A preview takes 3 ms per record, and blocks saving these records. */
const ITEMS_MAX = 200;

/**
 * `name` is the title or, for an untitled separate set, the record's name. `collects` marks the current set.
 * `count` is the number of records. `publish_at` is null unless the set is scheduled.
 */
export type PendingSet = {
  id: string;
  title: string;
  name: string;
  collects: boolean;
  count: number;
  publish_at: Date | null;
};

const countOfItems = sql<number>`(select count(*)::int from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

const nameOfItem = sql<string>`(select min(i.name) from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

/** Returns the pending sets, oldest first. Empty untitled sets are hidden. */
export function listSets(db: Database): Promise<PendingSet[]> {
  const { id, title, separate, collects, created_at, publish_at } = change_sets;
  const name = sql<string>`case when ${separate} and ${title} = '' then ${nameOfItem} else ${title} end`;
  return db
    .select({ id, title, name, collects, count: countOfItems, publish_at })
    .from(change_sets)
    .where(and(isOpen, sql`(${title} <> '' or ${countOfItems} > 0)`))
    .orderBy(created_at, id);
}

/** Nothing joins a scheduled set by itself: whoever scheduled it chose exactly its drafts. */
const isUnscheduled = isNull(change_sets.publish_at);

/** Returns the id of the current set, or null if there's none. */
export async function findCurrentSet(db: Database): Promise<string | null> {
  const { id, collects, separate, created_at } = change_sets;
  const [set] = await db
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, isUnscheduled, not(separate)))
    .orderBy(desc(collects), created_at)
    .limit(1);
  return set?.id ?? null;
}

/**
 * Returns the current set's id and locks the set against publishing. Falls back to the oldest untitled set that isn't
 * scheduled, or a new one. Call it within `withSerializableRetry`.
 */
export async function lockCurrentSet(tx: Database): Promise<string> {
  const { id, title, collects, separate, created_at } = change_sets;
  const [chosen] = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, isUnscheduled, collects))
    .for("update");
  if (chosen) return chosen.id;
  await stopCollecting(tx);
  const [untitled] = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, isUnscheduled, eq(title, ""), not(separate)))
    .orderBy(created_at)
    .limit(1)
    .for("update");
  if (untitled) {
    await tx.update(change_sets).set({ collects: true }).where(eq(id, untitled.id));
    return untitled.id;
  }
  // `withSerializableRetry` starts over if another transaction inserts first.
  const [added] = await tx
    .insert(change_sets)
    .values({ collects: true })
    .onConflictDoNothing()
    .returning({ id });
  return added!.id;
}

/**
 * Creates a titled set and makes it current. Resubmitting the form doesn't create a second set.
 * @param id id of the new set
 * @throws Refused if another pending set has this title, there are already 30, or this one isn't pending anymore
 */
export function addSet(db: Database, id: string, title: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await checkTitle(tx, id, title);
    if ((await tx.$count(change_sets, and(isOpen, not(change_sets.separate)))) >= SETS_MAX)
      throw new Refused({ "": `There are already ${SETS_MAX} sets. Publish or delete some of them first.` });
    await stopCollecting(tx, id);
    const { rowCount } = await tx
      .insert(change_sets)
      .values({ id, title, collects: true })
      .onConflictDoNothing({ target: change_sets.id });
    if (!rowCount) await change(tx, id, { title, collects: true });
  });
}

/**
 * Renames a pending set.
 * @throws Refused if another pending set has this title or the set isn't pending
 */
export function renameSet(db: Database, id: string, title: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await checkTitle(tx, id, title);
    await change(tx, id, { title });
  });
}

/**
 * Removes an empty set. Its row stays, since Undo may restore drafts to it.
 * @throws Refused if it has drafts or isn't pending
 */
export function removeSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    if (await tx.$count(change_items, eq(change_items.change_set_id, id)))
      throw new Refused({ "": "This set has pending changes. Move, publish or discard them first." });
    await change(tx, id, { title: "", collects: false });
  });
}

/**
 * Makes a set current.
 * @throws Refused if the set isn't pending or is scheduled
 */
export function makeCurrentSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await stopCollecting(tx, id);
    if (await tx.$count(change_sets, and(eq(change_sets.id, id), isNotNull(change_sets.publish_at))))
      throw new Refused({ "": "This set is scheduled, so new drafts can't join it. Unschedule it first." });
    await change(tx, id, { collects: true, separate: false });
  });
}

/**
 * Moves a record's draft to a set of its own. If the draft is alone in an untitled set, it stays there, so the set's
 * links keep working.
 * @param keepsSchedule whether the new set is scheduled like the old one
 * @returns the set's id
 * @throws Refused if the record has no draft
 */
export function separateDraft(db: Database, key: RecordKey, keepsSchedule = false): Promise<string> {
  return withSerializableRetry(db, async (tx) => {
    const { set, title, others } = await findSetOf(tx, key);
    if (!others && title === "") {
      await change(tx, set, { collects: false, separate: true });
      return set;
    }
    await touchSet(tx, set);
    const { id, publish_at, take_back_at, scheduled_by, scheduled_by_person } = change_sets;
    const schedule = { publish_at, take_back_at, scheduled_by, scheduled_by_person };
    const [kept] = keepsSchedule ? await tx.select(schedule).from(change_sets).where(eq(id, set)) : [];
    const [own] = await tx
      .insert(change_sets)
      .values({ ...kept, separate: true })
      .returning({ id });
    await tx.update(change_items).set({ change_set_id: own!.id }).where(isItem(set, key));
    await closeIfEmpty(tx, set);
    return own!.id;
  });
}

/**
 * Returns the id and title of the set that contains a record's draft, and the number of other records in the set.
 * @throws Refused if the record has no draft
 */
export async function findSetOf(db: Database, key: RecordKey) {
  const { id: set, title } = change_sets;
  const [found] = await db
    .select({ set, title, others: sql<number>`${countOfItems} - 1` })
    .from(change_items)
    .innerJoin(change_sets, eq(set, change_items.change_set_id))
    .where(isDraftOf(key));
  if (!found) throw gone();
  return found;
}

/**
 * Moves a record's draft to another set.
 * @param undo from the move that this one reverts
 * @returns the id for `undo`, if the move emptied a scheduled set
 * @throws Refused if either set isn't pending, the draft doesn't exist, or set `to` is full
 */
export function moveDraft(
  db: Database,
  from: string,
  key: RecordKey,
  to: string,
  undo?: string,
): Promise<string | undefined> {
  return withSerializableRetry(db, async (tx) => {
    for (const set of [from, to].sort()) await touchSet(tx, set);
    await checkRoom(tx, to);
    const plan = undo && (await findLostSchedule(tx, undo));
    const lost = await lostSchedule(tx, from, isItem(from, key)!);
    const { rowCount } = await tx.update(change_items).set({ change_set_id: to }).where(isItem(from, key));
    if (!rowCount) throw gone();
    await closeIfEmpty(tx, from);
    if (plan) await restoreSchedule(tx, plan);
    // Editors may only store rows that have `change_items`.
    return lost.schedule.length ? storeForUndo(tx, { change_items: [], ...lost }) : undefined;
  });
}

/** @throws Refused if the set is full */
export async function checkRoom(tx: Database, set: string): Promise<void> {
  if ((await tx.$count(change_items, eq(change_items.change_set_id, set))) >= ITEMS_MAX)
    throw new Refused({
      "": `There are already ${ITEMS_MAX} pending changes. Publish or discard some of them first.`,
    });
}

/**
 * Updates a set without changing it, before a draft joins or leaves it. If another transaction is publishing,
 * scheduling or sharing the set, one of the two starts over, so neither misses a draft.
 * @throws Refused if the set isn't pending
 */
export const touchSet = (tx: Database, set: string) =>
  change(tx, set, { problem: sql`${change_sets.problem}` });

/** Locks the current and the next set in the same order as `moveDraft`, to avoid deadlocks. */
async function stopCollecting(tx: Database, next?: string) {
  const { id, collects } = change_sets;
  await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, or(collects, next === undefined ? undefined : eq(id, next))))
    .orderBy(id)
    .for("update");
  await tx.update(change_sets).set({ collects: false }).where(and(isOpen, collects));
}

async function change(
  tx: Database,
  id: string,
  values: Parameters<ReturnType<typeof tx.update<typeof change_sets>>["set"]>[0],
) {
  const { rowCount } = await tx
    .update(change_sets)
    .set(values)
    .where(and(isOpen, eq(change_sets.id, id)));
  if (!rowCount) throw gone();
}

async function checkTitle(tx: Database, id: string, title: string) {
  const isSame = sql`lower(${change_sets.title}) = lower(${title})`;
  if (await tx.$count(change_sets, and(isOpen, ne(change_sets.id, id), isSame)))
    throw new Refused({ title: "Another set already has this title." });
}
