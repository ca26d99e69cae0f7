// Change sets become live all at once or not at all, and can be taken back the same way.
import { and, desc, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import type { Actor } from "../audit-log/events.ts";
import { type PublishReason, writePublishReason } from "../history/reason.ts";
import { applyChanges, type Change, type Conflict, nameConflicts, onOneState } from "./apply.server.ts";
import { recordWritten } from "./log.server.ts";
import { inverse, type KeptField } from "./merge.ts";
import { gone, isDraftOf, isOpen, publishedSets } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/**
 * Makes a change set live in one transaction, by the functions that save. The security log tells of it.
 * @param of.only what must hold of the set at that moment: it is published at its time, in the name of the login that set it
 * @param of.actor who publishes it at another moment; absent for the server itself
 * @returns what was written
 * @throws ChangeConflicts, which names what was saved by others meanwhile; Refused where it is published already, where
 *   a record is gone, or by the rules of a form. Nothing is published then.
 */
export async function publishChanges(
  db: Database,
  set: string,
  { only, actor }: { only?: SQL; actor?: Actor } = {},
): Promise<Change[]> {
  const { written, by } = await onOneState(db, async (tx) => {
    const [open] = await tx
      .update(change_sets)
      .set({
        state: "published",
        published_at: sql`now()`,
        problem: "",
        // One that is over by now would end it within the minute.
        take_back_at: sql`case when ${change_sets.take_back_at} > now() then ${change_sets.take_back_at} end`,
      })
      .where(and(eq(change_sets.id, set), isOpen, only))
      .returning({ by: change_sets.scheduled_by, title: change_sets.title });
    if (!open) throw gone();
    const changes = await listChanges(tx, set);
    if (!changes.length) throw new Refused({ "": "There is nothing to publish." });
    await nameReason(tx, only ? "scheduled" : "publish", set, open.title);
    if (only) await nameLogin(tx, open.by);
    const written = await applyChanges(tx, changes);
    // What Undo takes back is what was written.
    await tx.delete(change_items).where(eq(change_items.change_set_id, set));
    await addChanges(tx, set, written);
    return { written, by: open.by };
  });
  await recordWritten(db, "changes.published", written, only ? { scheduledBy: by } : { actor });
  return written;
}

/**
 * Takes a published change set back: every field that it wrote gets its value of before, all of them or none. The
 * security log tells of it.
 * @param actor who does; absent for the server itself
 * @returns the id of the change set that does it, which can be taken back itself
 * @throws as `publishChanges`
 */
export async function undoPublish(db: Database, set: string, actor?: Actor): Promise<string> {
  const { back, written, isRedo } = await onOneState(db, async (tx) => {
    const changes = await listChanges(tx, set);
    const found = changes.length ? await touch(tx, set, eq(change_sets.state, "published")) : null;
    if (!found) throw new Refused({ "": "There is nothing to take back any more." });
    const back = await addBack(tx, set);
    // What takes back a taking back publishes the changes again.
    const isRedo = found.isUndo;
    await nameReason(tx, isRedo ? "publish" : "undo", set, found.title);
    const written = await applyChanges(tx, changes.map(invert));
    if (!written.length) throw new Refused({ "": "Everything is as it was before already." });
    await addChanges(tx, back, written);
    return { back, written, isRedo };
  });
  await recordWritten(db, isRedo ? "changes.published" : "changes.undone", written, { actor });
  return back;
}

/**
 * Takes a published change set back at its time, as `undoPublish` does; but a field that was saved since, or whose record
 * is gone, stays as it is.
 * @param only what must hold of the set at that moment
 * @param onStaying called in the same transaction with what stays, in words
 * @returns how many records were written; null where that does not hold any more
 * @throws Refused by the rules of a form; nothing is taken back then
 */
export async function takeBackChanges(
  db: Database,
  set: string,
  only: SQL | undefined,
  onStaying: (tx: Database, stays: string) => Promise<void>,
): Promise<number | null> {
  const done = await onOneState(db, async (tx) => {
    const due = await touch(tx, set, only);
    if (!due) return null;
    await nameReason(tx, "ended", set, due.title);
    await nameLogin(tx, due.by);
    const stays: Conflict[] = [];
    const written = await applyChanges(tx, (await listChanges(tx, set)).map(invert), stays);
    await moveBases(tx, written);
    if (written.length) await addChanges(tx, await addBack(tx, set), written);
    else await tx.update(change_sets).set({ take_back_at: null }).where(eq(change_sets.id, set));
    if (stays.length) await onStaying(tx, nameConflicts(stays));
    return { written, by: due.by };
  });
  if (!done) return null;
  const { written, by } = done;
  if (written.length) await recordWritten(db, "changes.undone", written, { scheduledBy: by });
  return written.length;
}

/**
 * Lets drafts that were based on what is taken back be based on what is live now: they were kept while it was live for a
 * time, and would be conflicts without anyone having saved.
 */
async function moveBases(tx: Database, written: readonly Change[]) {
  for (const { kind, record_id: id, fields } of written) {
    const [draft] = await tx.select().from(change_items).where(isDraftOf({ kind, id })).for("update");
    if (!draft) continue;
    const moved = Object.entries(draft.fields).map(([name, kept]): [string, KeptField] => {
      const back = fields[name];
      return [name, back?.base.value === kept.base.value ? { ...kept, base: back.value } : kept];
    });
    await tx
      .update(change_items)
      .set({ fields: Object.fromEntries(moved) })
      .where(isDraftOf({ kind, id }));
  }
}

/** Writes the set's row, so that of two that take it back at once the second one begins anew. */
async function touch(tx: Database, set: string, only?: SQL) {
  const [found] = await tx
    .update(change_sets)
    .set({ problem: "" })
    .where(and(eq(change_sets.id, set), only))
    .returning({ by: change_sets.scheduled_by, title: change_sets.title, isUndo: isTakingBack });
  return found ?? null;
}

/** Whether a published change set takes changes back: what undoes a taking back publishes them again, and so on. */
const isTakingBack = sql<boolean>`(
  with recursive chain as (
    select change_sets.undoes as id
    union all select earlier.undoes from ${change_sets} earlier join chain on earlier.id = chain.id
  ) select count(id) % 2 = 1 from chain)`;

/** The change set that takes another one back. */
async function addBack(tx: Database, set: string): Promise<string> {
  // What takes back a taking back makes the first one live again, which ends at the time that was set for it.
  const end = sql`(select first.take_back_at from ${change_sets} back
    join ${change_sets} first on first.id = back.undoes where back.id = ${set} and first.take_back_at > now())`;
  const [back] = await tx
    .insert(change_sets)
    .values({
      state: "published",
      title: sql`(select title from ${change_sets} where id = ${set})`,
      published_at: sql`now()`,
      undoes: set,
      take_back_at: end,
    })
    .returning({ id: change_sets.id });
  return back!.id;
}

const invert = (change: Change): Change => ({ ...change, fields: inverse(change.fields) });

const nameReason = (tx: Database, why: PublishReason, set: string, title: string) =>
  tx.execute(sql`select set_config('app.reason', ${writePublishReason(why, set, title)}, true)`);

/** In whose name it is written: of the login that set the time. */
const nameLogin = (tx: Database, session: string | null) =>
  tx.execute(sql`select set_config('app.session', ${session ?? ""}, true)`);

export const namesOfItems = sql<string[]>`array(select i.name from ${change_items} i
  where i.change_set_id = ${change_sets}.id order by i.kind, i.name)`;

/** Whether another change set took it back. */
export const hasUndo = sql<boolean>`exists (select from ${change_sets} u where u.undoes = ${change_sets}.id)`;

/** What a change set does, in an order of their keys: two that are published at once wait for each other in it. */
export function listChanges(db: Database, set: string): Promise<Change[]> {
  const { kind, record_id, name, fields } = change_items;
  return db
    .select({ kind, record_id, name, fields })
    .from(change_items)
    .where(eq(change_items.change_set_id, set))
    .orderBy(kind, record_id);
}

async function addChanges(tx: Database, set: string, changes: readonly Change[]) {
  if (changes.length)
    await tx
      .insert(change_items)
      .values(changes.map((change) => ({ ...change, change_set_id: set, waits: false })));
}

const SHOWN = 10;

/** The last published change sets, the newest first. `isUndone` where another one took it back. */
export async function listPublished(db: Database) {
  return db
    .select({
      id: change_sets.id,
      title: change_sets.title,
      at: change_sets.published_at,
      isUndo: isTakingBack,
      isUndone: hasUndo,
      names: namesOfItems,
    })
    .from(change_sets)
    .where(eq(change_sets.state, "published"))
    .orderBy(desc(change_sets.published_at), desc(change_sets.id))
    .limit(SHOWN);
}

/** As long as every state is kept in the history (decision 0049). */
const KEPT_DAYS = 90;

/** Forgets change sets that were published long ago, but for those that are still to be taken back. What they changed stays in the history. */
export async function purgePublished(db: Database): Promise<void> {
  // What an older build published during an update is no draft either.
  await db
    .update(change_items)
    .set({ waits: false })
    .where(and(change_items.waits, inArray(change_items.change_set_id, publishedSets(db))));
  await db
    .delete(change_sets)
    .where(
      and(
        lt(change_sets.published_at, sql`now() - make_interval(days => ${KEPT_DAYS})`),
        sql`not coalesce(${change_sets.take_back_at} > now() - interval '1 day' and not ${hasUndo}, false)`,
      ),
    );
}
