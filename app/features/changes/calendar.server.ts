// What the calendar shows of drafts and schedules.
import { and, desc, eq, gte, isNotNull, lt, or } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { isOneOf, isOpen, type RecordKey } from "./record-key.server.ts";
import { isToEnd } from "./schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";

const { id: set, state, publish_at, take_back_at } = change_sets;
const { kind, record_id, name, waits, updated_at } = change_items;
const named = { kind, id: record_id, name };
type Period = { from: Date; until: Date };

/**
 * Returns the publishes and reverts (`isEnd`) that are scheduled in a period, one for each record. If the set `isLive`,
 * only its revert is pending.
 */
export async function listScheduled(db: Database, { from, until }: Period) {
  const isWithin = (moment: PgColumn) => and(gte(moment, from), lt(moment, until));
  const isComing = and(isOpen, isNotNull(publish_at), or(isWithin(publish_at), isWithin(take_back_at)));
  const rows = await db
    .select({ ...named, set, state, publish_at, take_back_at })
    .from(change_sets)
    .innerJoin(change_items, eq(change_items.change_set_id, set))
    .where(or(isComing, and(isToEnd, isWithin(take_back_at))))
    .orderBy(kind, name, record_id);
  return rows.flatMap(({ state, publish_at, take_back_at, ...record }) => {
    const isLive = state === "published";
    const of = { ...record, isLive, publishAt: publish_at, takeBackAt: take_back_at };
    const events = [
      { at: isLive ? null : publish_at, isEnd: false },
      { at: take_back_at, isEnd: true },
    ];
    return events.flatMap(({ at, isEnd }) => (at && at >= from && at < until ? [{ ...of, isEnd, at }] : []));
  });
}

/** Returns all drafts, most recently changed first, with the time they're scheduled for. */
export const listDrafts = (db: Database) =>
  db
    .select({ ...named, publishAt: publish_at })
    .from(change_items)
    .innerJoin(change_sets, eq(set, change_items.change_set_id))
    .where(and(isOpen, waits))
    .orderBy(desc(updated_at), record_id);

/** Returns the times that all these drafts share, which are null if they aren't scheduled; undefined if they differ. */
export async function findSchedule(db: Database, chosen: readonly RecordKey[]) {
  const times = await db
    .selectDistinct({ publish_at, take_back_at })
    .from(change_items)
    .innerJoin(change_sets, eq(set, change_items.change_set_id))
    .where(and(isOpen, isOneOf(chosen)));
  return times.length === 1 ? times[0] : undefined;
}
