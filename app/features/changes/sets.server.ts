// Pending change sets: the untitled one, any number of titled ones, and those made for a single record. One of them
// collects new drafts.
import { and, desc, eq, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { gone, isDraftOf, isItem, isOpen, type RecordKey } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

const SETS_MAX = 30;
/** Records per set. A preview applies all of them, at 3 ms each, and blocks saves of these records for that time. */
const ITEMS_MAX = 200;

/**
 * A pending change set. `name` is its title, or the record that a separate set was made for; `collects` tells whether
 * new drafts go into it, `count` the number of its records.
 */
export type PendingSet = { id: string; title: string; name: string; collects: boolean; count: number };

const countOfItems = sql<number>`(select count(*)::int from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

const nameOfItem = sql<string>`(select min(i.name) from ${change_items} i where i.change_set_id = ${change_sets}.id)`;

/** Returns the pending sets, oldest first. An untitled one is listed only if it has drafts. */
export function listSets(db: Database): Promise<PendingSet[]> {
  const { id, title, separate, collects, created_at } = change_sets;
  const name = sql<string>`case when ${separate} and ${title} = '' then ${nameOfItem} else ${title} end`;
  return db
    .select({ id, title, name, collects, count: countOfItems })
    .from(change_sets)
    .where(and(isOpen, sql`(${title} <> '' or ${countOfItems} > 0)`))
    .orderBy(created_at, id);
}

/** Returns the id of the set that new drafts go into, or null before the first draft. */
export async function findCurrentSet(db: Database): Promise<string | null> {
  const { id, collects, separate, created_at } = change_sets;
  const [set] = await db
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, not(separate)))
    .orderBy(desc(collects), created_at)
    .limit(1);
  return set?.id ?? null;
}

/**
 * Returns the set that new drafts go into, locked so that one being published takes no more. If none is chosen, it's
 * the oldest untitled one or a new one. Call it within `withSerializableRetry`.
 */
export async function lockCurrentSet(tx: Database): Promise<string> {
  const { id, title, collects, separate, created_at } = change_sets;
  const [chosen] = await tx.select({ id }).from(change_sets).where(and(isOpen, collects)).for("update");
  if (chosen) return chosen.id;
  const [untitled] = await tx
    .select({ id })
    .from(change_sets)
    .where(and(isOpen, eq(title, ""), not(separate)))
    .orderBy(created_at)
    .limit(1)
    .for("update");
  if (untitled) {
    await tx.update(change_sets).set({ collects: true }).where(eq(id, untitled.id));
    return untitled.id;
  }
  // If another window inserts it at the same moment, `withSerializableRetry` runs everything again.
  const [added] = await tx
    .insert(change_sets)
    .values({ collects: true })
    .onConflictDoNothing()
    .returning({ id });
  return added!.id;
}

/**
 * Creates a titled set, which collects new drafts from now on. Submitting the same form twice, e.g. after a lost
 * response, creates only one.
 * @param id id of the new set
 * @throws Refused if a pending set has this title or there are already 30
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

/** @throws Refused like `addSet`, or if it's no longer pending */
export function renameSet(db: Database, id: string, title: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await checkTitle(tx, id, title);
    await change(tx, id, { title });
  });
}

/**
 * Removes an empty set. Its row stays for drafts that are restored by Undo.
 * @throws Refused if it has drafts
 */
export function removeSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    if (await tx.$count(change_items, eq(change_items.change_set_id, id)))
      throw new Refused({ "": "This set has pending changes. Move, publish or discard them first." });
    await change(tx, id, { title: "", collects: false });
  });
}

/** Makes a set collect new drafts from now on. @throws Refused if it's no longer pending */
export function makeCurrentSet(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await stopCollecting(tx, id);
    await change(tx, id, { collects: true, separate: false });
  });
}

/**
 * Gives a record's draft its own set, so that its schedule, links and publish take nothing else along. If it's
 * already alone in an untitled set, that becomes its own and keeps its links.
 * @returns the set
 * @throws Refused if it has no draft
 */
export function separateDraft(db: Database, key: RecordKey): Promise<string> {
  return withSerializableRetry(db, async (tx) => {
    const { set, title, others } = await findSetOf(tx, key);
    if (!others && title === "") {
      await change(tx, set, { collects: false, separate: true });
      return set;
    }
    await change(tx, set, { problem: sql`${change_sets.problem}` });
    const [own] = await tx.insert(change_sets).values({ separate: true }).returning({ id: change_sets.id });
    await tx.update(change_items).set({ change_set_id: own!.id }).where(isItem(set, key));
    await closeIfEmpty(tx, set);
    return own!.id;
  });
}

/**
 * Returns the set of a record's draft, its title, and how many other records it has.
 * @throws Refused if it has no draft
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
 * @throws Refused if either set is no longer pending or the draft doesn't exist
 */
export function moveDraft(db: Database, from: string, key: RecordKey, to: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    // Writes both rows, so that a draft saved to either one at the same moment is retried.
    for (const set of [from, to].sort()) await change(tx, set, { problem: sql`${change_sets.problem}` });
    await checkRoom(tx, to);
    const { rowCount } = await tx.update(change_items).set({ change_set_id: to }).where(isItem(from, key));
    if (!rowCount) throw gone();
    await closeIfEmpty(tx, from);
  });
}

/** @throws Refused if the set has the maximum number of records */
export async function checkRoom(tx: Database, set: string): Promise<void> {
  if ((await tx.$count(change_items, eq(change_items.change_set_id, set))) >= ITEMS_MAX)
    throw new Refused({
      "": `There are already ${ITEMS_MAX} pending changes. Publish or discard some of them first.`,
    });
}

/** Locks the set that collects and the one that replaces it, in the same order as a move does. */
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
    throw new Refused({ title: "Another set already has this title." });
}
