// Discards drafts, and restores them for Undo.
import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { deleteForUndo, undoDelete } from "../../platform/database/undo.server.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { gone, isItem, isOpen, lockOpen, publishedSets, type RecordKey } from "./record-key.server.ts";
import { lockCurrentSet, touchSet } from "./sets.server.ts";
import {
  findLostSchedule,
  findRescheduled,
  lostSchedule,
  restoreSchedule,
  scheduleAtDiscard,
} from "./stored-schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";
import { listDiscarded } from "./touched.server.ts";

/**
 * Discards a draft or a whole set. Returns the id for `restoreDiscarded`.
 * @param check throws if the set may not be discarded
 */
export function discardDrafts(
  db: Database,
  set: string,
  key?: RecordKey,
  check?: (tx: Database) => Promise<void>,
): Promise<string> {
  return db.transaction(async (tx) => {
    if (!(await lockOpen(tx, set))) throw gone();
    await check?.(tx);
    const which = key ? isItem(set, key)! : eq(change_items.change_set_id, set);
    const left = { ...(await lostSchedule(tx, set, which)), ...(await scheduleAtDiscard(tx, set)) };
    const { id } = await deleteForUndo(tx, [[change_items, which]], left);
    await closeIfEmpty(tx, set);
    return id;
  });
}

/**
 * Restores discarded drafts, except for records with a newer draft. Drafts of a set that has been published or
 * scheduled since join the current set. A set that's still empty gets its schedule back, unless the time has passed.
 * @throws Refused if they were discarded more than ten minutes ago
 */
export function restoreDiscarded(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    const plan = await findLostSchedule(tx, id);
    const rescheduled = await findRescheduled(tx, id);
    const { change_set_id, kind, record_id, waits } = change_items;
    const isOneOf = (keys: RecordKey[]) =>
      or(sql`false`, ...keys.map((key) => and(eq(kind, key.kind), eq(record_id, key.id))));
    const discarded = await listDiscarded(tx, id);
    const newer = await tx
      .select({ kind, id: record_id })
      .from(change_items)
      .where(and(waits, isOneOf(discarded)));
    await undoDelete(tx, id, [change_items]);
    if (plan) await restoreSchedule(tx, plan);
    const isRestored = and(isOneOf(discarded), not(isOneOf(newer)!));
    for (const set of await listOpenSets(tx, isRestored)) await touchSet(tx, set);
    const left = and(
      waits,
      or(
        inArray(change_set_id, publishedSets(tx)),
        rescheduled === null ? undefined : and(eq(change_set_id, rescheduled), isRestored),
      ),
    );
    if (await tx.$count(change_items, left))
      await tx
        .update(change_items)
        .set({ change_set_id: await lockCurrentSet(tx) })
        .where(left);
  });
}

/** Returns the pending sets that contain matching drafts. */
async function listOpenSets(tx: Database, which: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ set: change_sets.id })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(isOpen, change_items.waits, which))
    .orderBy(change_sets.id);
  return rows.map(({ set }) => set);
}
