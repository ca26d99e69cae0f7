// Discards drafts, and restores them for Undo.
import { and, eq, inArray, not, or, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { deleteForUndo, undoDelete } from "../../platform/database/undo.server.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { endPreviewsOf } from "./links.server.ts";
import { gone, isOneOf, isOpen, publishedSets, type RecordKey } from "./record-key.server.ts";
import { lockUnscheduled, touchSet } from "./sets.server.ts";
import {
  closeIfEmpty,
  listLostSchedules,
  listRescheduled,
  readLeft,
  restoreSchedule,
} from "./stored-schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";
import { listDiscarded } from "./touched.server.ts";

/**
 * Discards drafts. Returns the id for `restoreDiscarded`.
 * @throws Refused if one of them is gone
 */
export function discardDrafts(db: Database, chosen: readonly RecordKey[]): Promise<string> {
  return withSerializableRetry(db, async (tx) => {
    const which = isOneOf(chosen);
    const sets = await listOpenSets(tx, which);
    for (const set of sets) await touchSet(tx, set);
    if (!chosen.length || (await tx.$count(change_items, which)) < chosen.length) throw gone();
    const { id } = await deleteForUndo(tx, [[change_items, which]], await readLeft(tx, sets, which));
    for (const set of sets) await closeIfEmpty(tx, set);
    await endPreviewsOf(tx, chosen);
    return id;
  });
}

/**
 * Restores discarded drafts, except for records with a newer draft. Drafts of a set that has been published or
 * scheduled since are no longer scheduled. A set that's still empty gets its schedule back, unless the time has passed.
 * @throws Refused if they were discarded more than ten minutes ago
 */
export function restoreDiscarded(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    const plans = await listLostSchedules(tx, id);
    const rescheduled = await listRescheduled(tx, id);
    const { change_set_id, kind, record_id, waits } = change_items;
    const discarded = await listDiscarded(tx, id);
    const newer = await tx.select({ kind, id: record_id }).from(change_items).where(isOneOf(discarded));
    await undoDelete(tx, id, [change_items]);
    for (const plan of plans) await restoreSchedule(tx, plan);
    const isRestored = and(isOneOf(discarded), not(isOneOf(newer)))!;
    for (const set of await listOpenSets(tx, isRestored)) await touchSet(tx, set);
    const left = and(
      waits,
      or(inArray(change_set_id, publishedSets(tx)), and(inArray(change_set_id, rescheduled), isRestored)),
    );
    if (await tx.$count(change_items, left))
      await tx
        .update(change_items)
        .set({ change_set_id: await lockUnscheduled(tx) })
        .where(left);
  });
}

/** Returns the pending sets that contain matching drafts, in a fixed order. */
async function listOpenSets(tx: Database, which: SQL): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ set: change_sets.id })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(isOpen, which))
    .orderBy(change_sets.id);
  return rows.map(({ set }) => set);
}
