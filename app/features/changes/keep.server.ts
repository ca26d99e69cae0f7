// Drafts beside what is live: kept, found, listed, settled and dropped.
import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { deletedMeanwhile, Refused } from "../../platform/refused.ts";
import { stampOf } from "../../platform/stamp.server.ts";
import { deleteForUndo, undoDelete } from "../../platform/undo.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { findLive, onOneState, rolledBack } from "./apply.server.ts";
import { endWhereNothing } from "./links.server.ts";
import { keepFields, stateOf } from "./merge.ts";
import { change_items, change_sets } from "./table.server.ts";

/** A record by its kind and what its kind knows it by. */
export type RecordKey = { kind: KindName; id: string };

const isOpen = eq(change_sets.state, "open");
const isItem = (set: string, { kind, id }: RecordKey) =>
  and(eq(change_items.change_set_id, set), eq(change_items.kind, kind), eq(change_items.record_id, id));

/** Records that change together: a preview applies all of them, at 5 ms each, and holds up saves of them meanwhile. */
const ITEMS_MAX = 200;

/** Where a draft's version begins: a form that shows one that was dropped does not fit the next one of that record. */
const anyVersion = sql<number>`1 + floor(random() * 1000000000)::int`;

/** The id of the set that drafts are added to; null before the first one. */
async function findOpenSet(db: Database): Promise<string | null> {
  const [set] = await db.select({ id: change_sets.id }).from(change_sets).where(isOpen);
  return set?.id ?? null;
}

/**
 * Keeps what a form posts as a draft beside what is live. What is kept is what a save would have stored: the form's
 * rules run, HTML is sanitised, a slug is made.
 * @param form.posted by the names of the fields; others are left out
 * @param form.draft the version of the draft that the form showed; undefined where it showed what is live
 * @param form.check refuses a form that was opened before a newer save
 * @param form.after runs in the same transaction
 * @returns how many drafts wait now; `isNothing` where nothing differs from what is live, so that none is kept
 * @throws Refused by the rules, where the record is gone, where the draft was changed in another window,
 *   where 200 records wait already
 */
export function keepDraft(
  db: Database,
  key: RecordKey,
  form: {
    posted: Record<string, string>;
    draft?: number;
    check?: (tx: Database) => Promise<unknown>;
    after?: (tx: Database) => Promise<unknown>;
  },
): Promise<{ waiting: number; isNothing: boolean }> {
  return onOneState(db, async (tx) => {
    await form.check?.(tx);
    const live = await findLive(tx, key.kind, key.id);
    if (!live) throw deletedMeanwhile("It");
    const set = await lockOpenSet(tx);
    const [item] = await tx.select().from(change_items).where(isItem(set, key));
    if (form.draft !== undefined && item?.version !== form.draft)
      throw new Refused({
        "": "The draft was changed, published or dropped in another window, so nothing was kept now. What you typed is still here.",
      });
    const kept = keepFields({
      live: live.fields,
      next: await asSaved(tx, key, live.fields, form.posted),
      draft: item?.fields ?? {},
      isOnDraft: form.draft !== undefined,
    });
    if ("taken" in kept)
      throw new Refused({
        [kept.taken]: "Another change of this waits in the draft. Open the draft to change it there.",
      });
    const { fields } = kept;
    const isNothing = Object.keys(fields).length === 0;
    if (isNothing) await tx.delete(change_items).where(isItem(set, key));
    else {
      if (!item && (await tx.$count(change_items, eq(change_items.change_set_id, set))) >= ITEMS_MAX)
        throw new Refused({
          "": `${ITEMS_MAX} changes wait already. Publish them, or drop some of them first.`,
        });
      const values = { fields, name: live.name, updated_at: sql`now()` };
      await tx
        .insert(change_items)
        .values({ ...values, change_set_id: set, kind: key.kind, record_id: key.id, version: anyVersion })
        .onConflictDoUpdate({
          target: [change_items.change_set_id, change_items.kind, change_items.record_id],
          set: { ...values, version: sql`${change_items.version} + 1` },
        });
    }
    await endWhereNothing(tx, set);
    await form.after?.(tx);
    return { waiting: await countWaiting(tx), isNothing };
  });
}

/** The set that drafts are added to, locked: one that is being published takes no more. Made where there is none. */
async function lockOpenSet(tx: Database): Promise<string> {
  const [set] = await tx.select({ id: change_sets.id }).from(change_sets).where(isOpen).for("update");
  if (set) return set.id;
  // Where another window makes it at this moment, `onOneState` does it all once more.
  const [added] = await tx
    .insert(change_sets)
    .values({})
    .onConflictDoNothing()
    .returning({ id: change_sets.id });
  return added!.id;
}

/** The posted fields as a save stores them. */
async function asSaved(
  tx: Database,
  { kind: name, id }: RecordKey,
  live: readonly RecordField[],
  posted: Record<string, string>,
): Promise<RecordField[]> {
  const kind = KINDS.find((one) => one.name === name)!;
  const names = live.map((field) => field.name).filter((field) => field in posted);
  const values = Object.fromEntries(names.map((field) => [field, posted[field]!]));
  const saved = await rolledBack(tx, async (inner) => {
    await kind.save(inner, id, values);
    return kind.find(inner, id);
  });
  return saved!.fields.filter((field) => names.includes(field.name));
}

/** How many drafts wait. */
export async function countWaiting(db: Database): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(isOpen);
  return counted!.count;
}

/** The ids of the records of a kind that have a draft. */
export async function listDrafted(db: Database, kind: KindName): Promise<Set<string>> {
  const rows = await db
    .select({ id: change_items.record_id })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(isOpen, eq(change_items.kind, kind)));
  return new Set(rows.map(({ id }) => id));
}

/** The draft of a record; null where there is none. */
export async function findDraft(db: Database, key: RecordKey) {
  const set = await findOpenSet(db);
  if (!set) return null;
  const [item] = await db.select().from(change_items).where(isItem(set, key));
  return item ?? null;
}

/** What waits, in the order in which it was begun. */
export async function listWaiting(db: Database) {
  const set = await findOpenSet(db);
  if (!set) return null;
  const items = await db
    .select()
    .from(change_items)
    .where(eq(change_items.change_set_id, set))
    .orderBy(change_items.kind, change_items.name, change_items.record_id);
  return { id: set, items };
}

/**
 * Drops the draft of a record, or everything that waits.
 * @returns the id that `undoDrop` takes
 */
export function dropDrafts(db: Database, set: string, key?: RecordKey): Promise<string> {
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select({ id: change_sets.id })
      .from(change_sets)
      .where(and(isOpen, eq(change_sets.id, set)))
      .for("update");
    if (!open) throw new Refused({ "": "It is published or dropped already." });
    const which = key ? isItem(set, key)! : eq(change_items.change_set_id, set);
    const { id } = await deleteForUndo(tx, [[change_items, which]]);
    await endWhereNothing(tx, set);
    return id;
  });
}

/**
 * Brings dropped drafts back.
 * @throws Refused after ten minutes, or where they were published meanwhile
 */
export async function undoDrop(db: Database, id: string): Promise<void> {
  await db.transaction((tx) => undoDelete(tx, id, [change_items]));
}

/**
 * Settles a conflict of one field: the draft's value is to replace what is live now, or what is live holds.
 * @param of.live the stamp of the value that the owner was shown as live
 * @throws Refused where it has changed again, or the draft is gone
 */
export function settleConflict(
  db: Database,
  set: string,
  key: RecordKey,
  of: { field: string; keeps: "draft" | "live"; live: string },
): Promise<void> {
  return onOneState(db, async (tx) => {
    const [item] = await tx
      .select({ fields: change_items.fields })
      .from(change_items)
      .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
      .where(and(isOpen, isItem(set, key)))
      .for("update");
    const live = await findLive(tx, key.kind, key.id);
    const now = live?.fields.find(({ name }) => name === of.field);
    const { [of.field]: kept, ...others } = item?.fields ?? {};
    if (!kept || !now || stampOf(now.value) !== of.live)
      throw new Refused({ "": "It was changed again meanwhile. Look at it once more." });
    const fields = of.keeps === "draft" ? { ...others, [of.field]: { ...kept, base: stateOf(now) } } : others;
    if (Object.keys(fields).length)
      await tx
        .update(change_items)
        .set({ fields, version: sql`${change_items.version} + 1` })
        .where(isItem(set, key));
    else await tx.delete(change_items).where(isItem(set, key));
    await endWhereNothing(tx, set);
  });
}
