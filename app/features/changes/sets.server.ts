// The change sets that wait: drafts are kept in one of them, others are prepared beside it and have a title.
import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { gone, isItem, isOpen, type RecordKey } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

const SETS_MAX = 30;
/** Records that change together: a preview applies all of them, at 3 ms each, and holds up saves of them meanwhile. */
const ITEMS_MAX = 200;

/** A change set that waits. @property collects whether new drafts are kept in it; `count` of the records in it */
export type PendingSet = { id: string; title: string; collects: boolean; count: number };

const countOfItems = sql<number>`(select count(*)::int from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

/** The sets that wait, the oldest first; one without a title only while something waits in it. */
export function listSets(db: Database): Promise<PendingSet[]> {
  const { id, title, collects, created_at } = change_sets;
  return db
    .select({ id, title, collects, count: countOfItems })
    .from(change_sets)
    .where(and(isOpen, sql`(${title} <> '' or ${countOfItems} > 0)`))
    .orderBy(created_at, id);
}

/** The id of the set in which new drafts are kept; null before the first one. */
export async function findCurrentSet(db: Database): Promise<string | null> {
  const { id, collects, created_at } = change_sets;
  const [set] = await db
    .select({ id })
    .from(change_sets)
    .where(isOpen)
    .orderBy(desc(collects), created_at)
    .limit(1);
  return set?.id ?? null;
}

/**
 * The set in which new drafts are kept, locked: one that is being published takes no more. Where none is chosen it is the
 * oldest without a title, or a new one. In a transaction of `withSerializableRetry`.
 */
export async function lockCurrentSet(tx: Database): Promise<string> {
  const { id, title, collects, created_at } = change_sets;
  const [chosen] = await tx.select({ id }).from(change_sets).where(and(isOpen, collects)).for("update");
  if (chosen) return chosen.id;
  const [untitled] = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, eq(title, "")))
    .orderBy(created_at)
    .limit(1)
    .for("update");
  if (untitled) {
    await tx.update(change_sets).set({ collects: true }).where(eq(id, untitled.id));
    return untitled.id;
  }
  // Where another window makes it at this moment, `withSerializableRetry` does it all once more.
  const [added] = await tx
    .insert(change_sets)
    .values({ collects: true })
    .onConflictDoNothing()
    .returning({ id });
  return added!.id;
}

/**
 * Begins a set with a title; new drafts are kept in it from now on. The same form sent again, as after an answer that was
 * lost, begins no other one.
 * @param id of the new set
 * @throws Refused where a set that waits has this title, or where there are 30
 */
export function addSet(db: Database, id: string, title: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await checkTitle(tx, id, title);
    if ((await tx.$count(change_sets, isOpen)) >= SETS_MAX)
      throw new Refused({ "": `There are ${SETS_MAX} sets already. Publish or remove some of them first.` });
    await stopCollecting(tx, id);
    const { rowCount } = await tx
      .insert(change_sets)
      .values({ id, title, collects: true })
      .onConflictDoNothing({ target: change_sets.id });
    if (!rowCount) await change(tx, id, { title, collects: true });
  });
}

/** @throws Refused as `addSet`, and where it waits no more */
export function renameSet(db: Database, id: string, title: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await checkTitle(tx, id, title);
    await change(tx, id, { title });
  });
}

/**
 * Removes a set in which nothing waits. Its row stays for drafts that come back by Undo.
 * @throws Refused where something waits in it
 */
export function removeSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    if (await tx.$count(change_items, eq(change_items.change_set_id, id)))
      throw new Refused({ "": "Changes wait in it. Move, publish or drop them first." });
    await change(tx, id, { title: "", collects: false });
  });
}

/** Keeps new drafts in this set from now on. @throws Refused where it waits no more */
export function makeCurrentSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await stopCollecting(tx, id);
    await change(tx, id, { collects: true });
  });
}

/**
 * Moves the draft of a record to another set.
 * @throws Refused where one of the two waits no more, or the draft is not there
 */
export function moveDraft(db: Database, from: string, key: RecordKey, to: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    // Written, so that a draft that is kept in one of them at this moment begins anew.
    for (const set of [from, to].sort()) await change(tx, set, { problem: sql`${change_sets.problem}` });
    await checkRoom(tx, to);
    const { rowCount } = await tx.update(change_items).set({ change_set_id: to }).where(isItem(from, key));
    if (!rowCount) throw gone();
    await closeIfEmpty(tx, from);
  });
}

/** @throws Refused where as many records wait in a set as may */
export async function checkRoom(tx: Database, set: string): Promise<void> {
  if ((await tx.$count(change_items, eq(change_items.change_set_id, set))) >= ITEMS_MAX)
    throw new Refused({
      "": `${ITEMS_MAX} changes wait already. Publish them, or drop some of them first.`,
    });
}

/** Locks the set that collects, with the one that is to take its place, in the order in which a move locks them. */
async function stopCollecting(tx: Database, next: string) {
  const { id, collects } = change_sets;
  await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, or(collects, eq(id, next))))
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
    throw new Refused({ title: "Another set that waits has this title." });
}
