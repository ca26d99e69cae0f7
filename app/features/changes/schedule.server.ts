// Change sets that go live by themselves at a time that their owner chose, and are taken back at another.
import { and, eq, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { changes as panelWords } from "../../copy/panel/changes.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { momentsOf, wallTime } from "../../platform/wall-time.ts";
import { audit_log } from "../audit-log/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { hasUndo, namesOfItems, publishChanges, takeBackChanges } from "./publish.server.ts";
import { change_sets } from "./table.server.ts";
import { tellOwner } from "./tell-owner.server.ts";

const isOpen = eq(change_sets.state, "open");
/** Published, with a time at which it is taken back, and not taken back by hand before. */
const isToEnd = and(
  eq(change_sets.state, "published"),
  isNotNull(change_sets.take_back_at),
  sql`not ${hasUndo}`,
);

/** A moment that was chosen; `isDouble`: the clock shows this time twice that night, of which it is the first. */
type Chosen = { at: Date; isDouble: boolean };

/**
 * Sets the time at which a change set goes live, and the one at which it is taken back.
 * @param wall what the clock shows in the site's time zone, "2026-11-23T09:00"; null takes it off the schedule
 * @param until when it is taken back, in the same way; null leaves it live
 * @throws Refused where the clock never shows a time, where it is over or not after the first, or where the set is
 *   published already
 */
export async function schedulePublish(
  db: Database,
  set: string,
  wall: string | null,
  until: string | null = null,
): Promise<{ at: Date | null; takeBackAt: Date | null; isDouble: boolean }> {
  const { time_zone } = await readSettings(db);
  const from = wall === null ? null : chooseMoment(wall, time_zone);
  const end = wall === null || until === null ? null : chooseMoment(until, time_zone);
  if (from && end && end.at <= from.at)
    throw new Refused({ "": "It would be taken back before it goes live. Choose a later time for that." });
  const { rowCount } = await db
    .update(change_sets)
    .set({
      publish_at: from?.at ?? null,
      take_back_at: end?.at ?? null,
      problem: "",
      scheduled_by: sql`nullif(current_setting('app.session', true), '')`,
    })
    .where(and(isOpen, eq(change_sets.id, set)));
  if (!rowCount) throw new Refused({ "": "It is published or dropped already." });
  return {
    at: from?.at ?? null,
    takeBackAt: end?.at ?? null,
    isDouble: Boolean(from?.isDouble || end?.isDouble),
  };
}

function chooseMoment(wall: string, timeZone: string): Chosen {
  const over = new Refused({ "": "This time is over. Choose a later one." });
  // A year of which only two digits were typed, too.
  if (wall < wallTime(new Date(), timeZone)) throw over;
  const [at, ...others] = momentsOf(wall, timeZone);
  if (!at)
    throw new Refused({
      "": "The clocks go forward over this time that night, so it never comes. Choose another.",
    });
  if (at.getTime() <= Date.now()) throw over;
  return { at, isDouble: others.length > 0 };
}

/**
 * Lets a published change set stay live after the time at which it was to be taken back.
 * @throws Refused where it is taken back already
 */
export async function keepLive(db: Database, set: string): Promise<void> {
  const { rowCount } = await db
    .update(change_sets)
    .set({ take_back_at: null })
    .where(and(isToEnd, eq(change_sets.id, set)));
  if (!rowCount) throw new Refused({ "": "It is taken back already." });
}

/** Takes what went wrong at a scheduled time off the tab and the dashboard. */
export async function dismissProblem(db: Database, set: string): Promise<void> {
  await db.update(change_sets).set({ problem: "" }).where(eq(change_sets.id, set));
}

/** What happens by itself to a change set, or went wrong then. */
type Timed = { set: string; title: string; isLive: boolean; names: string[] };
export type Coming = Timed & { at: Date; isEnd: boolean };
export type TimedProblem = Timed & { problem: string };

/**
 * The calendar: what goes live and is taken back by itself, the next first, and with which sets that went wrong.
 * @returns `isLive` is of a set that was published; `isEnd` of a taking back
 */
export async function readCalendar(db: Database): Promise<{ coming: Coming[]; problems: TimedProblem[] }> {
  const { id, title, state, publish_at, take_back_at, problem, created_at } = change_sets;
  const rows = await db
    .select({
      id,
      state,
      publish_at,
      take_back_at,
      problem,
      title,
      names: namesOfItems,
      ends: sql<boolean>`coalesce(${isToEnd}, false)`,
    })
    .from(change_sets)
    .where(or(and(isOpen, isNotNull(publish_at)), isToEnd, ne(problem, "")))
    .orderBy(publish_at, created_at, id);
  const coming = rows.flatMap(({ id, title, state, publish_at, take_back_at, names, ends }): Coming[] => {
    const set = { set: id, title, isLive: state === "published", names };
    const goesLive = publish_at && !set.isLive ? [{ ...set, at: publish_at, isEnd: false }] : [];
    const isEnding = take_back_at && (ends || goesLive.length > 0);
    return isEnding ? [...goesLive, { ...set, at: take_back_at, isEnd: true }] : goesLive;
  });
  coming.sort((a, b) => a.at.getTime() - b.at.getTime() || Number(b.isEnd) - Number(a.isEnd));
  const problems = rows
    .filter(({ problem }) => problem)
    .map(({ id, state, ...row }) => ({
      set: id,
      title: row.title,
      isLive: state === "published",
      names: row.names,
      problem: row.problem,
    }));
  return { coming, problems };
}

/** When a set that waits goes live and is taken back, and what went wrong with that. */
export async function findSchedule(db: Database, set: string) {
  const { publish_at, take_back_at, problem } = change_sets;
  const [found] = await db
    .select({ at: publish_at, until: take_back_at, problem })
    .from(change_sets)
    .where(and(isOpen, eq(change_sets.id, set)));
  return found ?? null;
}

const isOver = (moment: typeof change_sets.publish_at | typeof change_sets.take_back_at) =>
  lte(moment, sql`now()`);
/** Longer over than a fault may last before the owner is told of it. */
const isLate = (moment: typeof change_sets.publish_at | typeof change_sets.take_back_at) =>
  lte(moment, sql`now() - interval '10 minutes'`);
const isDue = and(isOpen, isOver(change_sets.publish_at));
const isDueToEnd = and(isToEnd, isOver(change_sets.take_back_at));

/** The ids of the sets with which it is so, in the order of their times; of the same time, the older set first. */
async function listDue(
  db: Database,
  which: SQL | undefined,
  by: typeof change_sets.publish_at | typeof change_sets.take_back_at,
) {
  const { id, created_at } = change_sets;
  const rows = await db.select({ id }).from(change_sets).where(which).orderBy(by, created_at, id);
  return rows.map((row) => row.id);
}

/**
 * Publishes what is due: everything of a set or nothing, once, however often and late this is called. What cannot be
 * published is taken off the schedule, and its owner is told by mail. What was to be taken back by now as well is not
 * published any more, nor what was due before the site was restored from a backup.
 * @returns how many records went live; null where nothing was due or it was refused
 */
export async function publishDue(db: Database, config: Config): Promise<number | null> {
  const due = await listDue(db, isDue, change_sets.publish_at);
  const publish = async (set: string) => {
    if (await endUnpublished(db, config, set)) return null;
    return (await publishChanges(db, set, { only: isDue })).length;
  };
  return withEach(due, publish, {
    onRefused: (set, problem) =>
      db.transaction(async (tx) => {
        const { rowCount } = await tx
          .update(change_sets)
          .set({ publish_at: null, problem })
          .where(and(eq(change_sets.id, set), isDue));
        // Published or taken off the schedule at this very moment.
        if (rowCount) await tellOwner(tx, config, "notPublished", problem);
      }),
    onFault: (set) =>
      tellOfFault(db, config, and(eq(change_sets.id, set), isDue, isLate(change_sets.publish_at))),
  });
}

/** Tells the owner once that a fault has held up a set for a while; it goes on being tried. */
function tellOfFault(db: Database, config: Config, which: SQL | undefined): Promise<void> {
  const problem = panelWords.problem.fault;
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(change_sets)
      .set({ problem })
      .where(and(which, eq(change_sets.problem, "")));
    if (rowCount) await tellOwner(tx, config, "heldUp", problem);
  });
}

/**
 * Does what is due with one set after the other. A fault of one holds up no other: it is tried again in a minute, and
 * `onFault` is called. A fault of that is told with it.
 * @returns how many records were written; null where nothing was done
 * @throws the first fault, after the last set
 */
async function withEach(
  sets: readonly string[],
  work: (set: string) => Promise<number | null>,
  {
    onRefused,
    onFault,
  }: { onRefused: (set: string, reason: string) => Promise<void>; onFault: (set: string) => Promise<void> },
): Promise<number | null> {
  let written: number | null = null;
  const faults: unknown[] = [];
  for (const set of sets) {
    try {
      const count = await work(set);
      if (count !== null) written = (written ?? 0) + count;
    } catch (error) {
      if (error instanceof Refused) {
        await onRefused(set, error.message);
        continue;
      }
      faults.push(error);
      await onFault(set).catch((another) => faults.push(another));
    }
  }
  if (faults.length) throw faults[0];
  return written;
}

/** Due before the site came back from a backup: what was published or taken back after the backup is not known any more. */
const isOfBackup = sql`exists (select from ${audit_log}
  where ${audit_log.event} = 'backup.restored' and ${audit_log.happened_at} > ${change_sets.publish_at})`;

/** @returns whether the set is not to go live at all any more: its whole time is over, or it was due before a restore */
async function endUnpublished(db: Database, config: Config, set: string): Promise<boolean> {
  const { missed, restored } = panelWords.problem;
  return db.transaction(async (tx) => {
    for (const [which, problem] of [
      [isOver(change_sets.take_back_at), missed],
      [isOfBackup, restored],
    ] as const) {
      const { rowCount } = await tx
        .update(change_sets)
        .set({ publish_at: null, take_back_at: null, problem })
        .where(and(eq(change_sets.id, set), isDue, which));
      if (!rowCount) continue;
      await tellOwner(tx, config, "notPublished", problem);
      return true;
    }
    return false;
  });
}

/**
 * Takes back what is due, once, however often and late this is called: by the rules of Undo, but that a field which was
 * saved since stays as it is and its owner is told. Where a form's rules refuse it, nothing is taken back, and that is told.
 * @returns how many records were taken back; null where nothing was due or it was refused
 */
export async function takeBackDue(db: Database, config: Config): Promise<number | null> {
  const { partlyTakenBack, notTakenBack } = panelWords.problem;
  const due = await listDue(db, isDueToEnd, change_sets.take_back_at);
  const takeBack = (set: string) =>
    takeBackChanges(db, set, isDueToEnd, async (tx, stays) => {
      const problem = partlyTakenBack(stays);
      await tx.update(change_sets).set({ problem }).where(eq(change_sets.id, set));
      await tellOwner(tx, config, "partlyTakenBack", problem);
    });
  return withEach(due, takeBack, {
    onRefused: (set, reason) =>
      db.transaction(async (tx) => {
        const { rowCount } = await tx
          .update(change_sets)
          .set({ take_back_at: null, problem: notTakenBack(reason) })
          .where(and(eq(change_sets.id, set), isDueToEnd));
        if (rowCount) await tellOwner(tx, config, "notTakenBack", reason);
      }),
    onFault: (set) =>
      tellOfFault(db, config, and(eq(change_sets.id, set), isDueToEnd, isLate(change_sets.take_back_at))),
  });
}
