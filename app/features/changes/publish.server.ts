// Change sets become live all at once or not at all, and can be taken back the same way.
import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { applyChanges, type Change, onOneState } from "./apply.server.ts";
import { inverse } from "./merge.ts";
import { change_items, change_sets } from "./table.server.ts";

/**
 * Makes a change set live in one transaction, by the functions that save.
 * @param only what must hold of the set at that moment
 * @returns what was written
 * @throws ChangeConflicts, which names what was saved by others meanwhile; Refused where it is published already, where
 *   a record is gone, or by the rules of a form. Nothing is published then.
 */
export function publishChanges(db: Database, set: string, only?: SQL): Promise<Change[]> {
  return onOneState(db, async (tx) => {
    const [open] = await tx
      .update(change_sets)
      .set({ state: "published", published_at: sql`now()` })
      .where(and(eq(change_sets.id, set), eq(change_sets.state, "open"), only))
      .returning({ id: change_sets.id });
    if (!open) throw new Refused({ "": "It is published or dropped already." });
    const changes = await listChanges(tx, set);
    if (!changes.length) throw new Refused({ "": "There is nothing to publish." });
    await nameReason(tx, set);
    const written = await applyChanges(tx, changes);
    // What Undo takes back is what was written.
    await tx.delete(change_items).where(eq(change_items.change_set_id, set));
    await addChanges(tx, set, written);
    return written;
  });
}

/**
 * Takes a published change set back: every field that it wrote gets its value of before, all of them or none.
 * @returns the id of the change set that does it, which can be taken back itself
 * @throws as `publishChanges`
 */
export function undoPublish(db: Database, set: string): Promise<string> {
  return onOneState(db, async (tx) => {
    const changes = await listChanges(tx, set);
    if (!changes.length) throw new Refused({ "": "There is nothing to take back any more." });
    const [back] = await tx
      .insert(change_sets)
      .values({ state: "published", published_at: sql`now()`, undoes: set })
      .returning({ id: change_sets.id });
    await nameReason(tx, back!.id);
    const written = await applyChanges(
      tx,
      changes.map((change) => ({ ...change, fields: inverse(change.fields) })),
    );
    if (!written.length) throw new Refused({ "": "Everything is as it was before already." });
    await addChanges(tx, back!.id, written);
    return back!.id;
  });
}

/** What the history says of it. */
const nameReason = (tx: Database, set: string) =>
  tx.execute(sql`select set_config('app.reason', ${`publish:${set}`}, true)`);

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
    await tx.insert(change_items).values(changes.map((change) => ({ ...change, change_set_id: set })));
}

const SHOWN = 10;

/** The last published change sets, the newest first. `isUndone` where another one took it back. */
export async function listPublished(db: Database) {
  const undone = sql<boolean>`exists (select from ${change_sets} u where u.undoes = ${change_sets}.id)`;
  const names = sql<string[]>`array(select i.name from ${change_items} i
    where i.change_set_id = ${change_sets}.id order by i.kind, i.name)`;
  return db
    .select({
      id: change_sets.id,
      at: change_sets.published_at,
      isUndo: sql<boolean>`${change_sets.undoes} is not null`,
      isUndone: undone,
      names,
    })
    .from(change_sets)
    .where(eq(change_sets.state, "published"))
    .orderBy(desc(change_sets.published_at), desc(change_sets.id))
    .limit(SHOWN);
}

/** As long as every state is kept in the history (decision 0049). */
const KEPT_DAYS = 90;

/** Forgets change sets that were published long ago; what they changed stays in the history. */
export async function purgePublished(db: Database): Promise<void> {
  await db
    .delete(change_sets)
    .where(lt(change_sets.published_at, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}
