// Change sets that go live by themselves at a time that their owner chose, and are taken back at another.
import { and, eq, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { changes as panelWords } from "../../copy/panel/changes.ts";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { momentsOf, wallTime } from "../../platform/time/wall-time.ts";
import { audit_log } from "../audit-log/table.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { hasUndo, namesOfItems, publishChanges } from "./publish.server.ts";
import { gone, isOpen } from "./record-key.server.ts";
import { change_sets } from "./table.server.ts";
import { type Happened, notifyOwner } from "./tell-owner.server.ts";
import { revertChangeSet } from "./undo.server.ts";

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
    throw new Refused({ "": "It would be reverted before it goes live. Choose a later end." });
  const { rowCount } = await db
    .update(change_sets)
    .set({
      publish_at: from?.at ?? null,
      take_back_at: end?.at ?? null,
      problem: "",
      scheduled_by: sql`nullif(current_setting('app.session', true), '')`,
    })
    .where(and(isOpen, eq(change_sets.id, set)));
  if (!rowCount) throw gone();
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
export async function cancelRevert(db: Database, set: string): Promise<void> {
  const { rowCount } = await db
    .update(change_sets)
    .set({ take_back_at: null })
    .where(and(isToEnd, eq(change_sets.id, set)));
  if (!rowCount) throw new Refused({ "": "It has already been reverted." });
}

/** Takes what went wrong at a scheduled time off the tab and the dashboard. */
export async function dismissProblem(db: Database, set: string): Promise<void> {
  await db.update(change_sets).set({ problem: "" }).where(eq(change_sets.id, set));
}

/** What happens by itself to a change set, or went wrong then. */
type Timed = { set: string; title: string; isLive: boolean; names: string[] };
export type Coming = Timed & { at: Date; isEnd: boolean };
type TimedProblem = Timed & { problem: string };

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
  const timed = rows.map(({ id, title, state, names, ...row }) => ({
    ...{ set: { set: id, title, isLive: state === "published", names }, ...row },
  }));
  const coming = timed.flatMap(({ set, publish_at, take_back_at, ends }): Coming[] => {
    const goesLive = publish_at && !set.isLive ? [{ ...set, at: publish_at, isEnd: false }] : [];
    const isEnding = take_back_at && (ends || goesLive.length > 0);
    return isEnding ? [...goesLive, { ...set, at: take_back_at, isEnd: true }] : goesLive;
  });
  coming.sort((a, b) => a.at.getTime() - b.at.getTime() || Number(b.isEnd) - Number(a.isEnd));
  const problems = timed.filter(({ problem }) => problem).map(({ set, problem }) => ({ ...set, problem }));
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

type Moment = typeof change_sets.publish_at | typeof change_sets.take_back_at;
const isOver = (moment: Moment) => lte(moment, sql`now()`);
/** Longer over than a fault may last before the owner is told of it. */
const isLate = (moment: Moment) => lte(moment, sql`now() - interval '10 minutes'`);
const isDue = and(isOpen, isOver(change_sets.publish_at));
const isDueToEnd = and(isToEnd, isOver(change_sets.take_back_at));

/**
 * Publishes what is due: everything of a set or nothing, once, however often and late this is called. What cannot be
 * published is taken off the schedule, and its owner is told by mail. What was to be taken back by now as well is not
 * published any more, nor what was due before the site was restored from a backup.
 * @returns how many records went live; null where nothing was due or it was refused
 */
export function publishDue(db: Database, config: Config): Promise<number | null> {
  const work = async (set: string) => {
    if (await endUnpublished(db, config, set)) return null;
    return (await publishChanges(db, set, { only: isDue })).length;
  };
  return withEach(db, config, { which: isDue, by: change_sets.publish_at }, work, (problem) => [
    { publish_at: null, problem },
    "notPublished",
    problem,
  ]);
}

/** What is written of a set with which something went wrong, and the mail that tells its owner. */
type Trouble = [values: Partial<typeof change_sets.$inferInsert>, happened: Happened, reason: string];

/** @returns whether the set was as `which` has it: published or taken off the schedule at this very moment, it is not */
function settle(
  db: Database,
  config: Config,
  which: SQL | undefined,
  [values, happened, reason]: Trouble,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx.update(change_sets).set(values).where(which);
    if (rowCount) await notifyOwner(tx, config, happened, reason);
    return Boolean(rowCount);
  });
}

/**
 * Does what is due with one set after the other, in the order of their times; of the same time, the older set first. A
 * fault of one holds up no other: it is tried again in a minute, and the owner is told once that it has lasted a while. A
 * fault of that is told with it.
 * @param refused what becomes of a set that is refused, by the reason
 * @returns how many records were written; null where nothing was done
 * @throws the first fault, after the last set
 */
async function withEach(
  db: Database,
  config: Config,
  { which, by }: { which: SQL | undefined; by: Moment },
  work: (set: string) => Promise<number | null>,
  refused: (reason: string) => Trouble,
): Promise<number | null> {
  const { id, problem, created_at } = change_sets;
  const due = await db.select({ set: id }).from(change_sets).where(which).orderBy(by, created_at, id);
  let written: number | null = null;
  const faults: unknown[] = [];
  for (const { set } of due) {
    const isIt = and(eq(id, set), which);
    try {
      const count = await work(set);
      if (count !== null) written = (written ?? 0) + count;
    } catch (error) {
      if (error instanceof Refused) {
        await settle(db, config, isIt, refused(error.message));
        continue;
      }
      faults.push(error);
      const { fault } = panelWords.problem;
      const isHeldUp = and(isIt, isLate(by), eq(problem, ""));
      await settle(db, config, isHeldUp, [{ problem: fault }, "heldUp", fault]).catch((another) =>
        faults.push(another),
      );
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
  const end = (which: SQL, problem: string) =>
    settle(db, config, and(eq(change_sets.id, set), isDue, which), [
      { publish_at: null, take_back_at: null, problem },
      "notPublished",
      problem,
    ]);
  return (await end(isOver(change_sets.take_back_at), missed)) || end(isOfBackup, restored);
}

/**
 * Takes back what is due, once, however often and late this is called: by the rules of Undo, but that a field which was
 * saved since stays as it is and its owner is told. Where a form's rules refuse it, nothing is taken back, and that is told.
 * @returns how many records were taken back; null where nothing was due or it was refused
 */
export function revertDueSets(db: Database, config: Config): Promise<number | null> {
  const { partlyTakenBack, notTakenBack } = panelWords.problem;
  const work = (set: string) =>
    revertChangeSet(db, set, isDueToEnd, async (tx, stays) => {
      const problem = partlyTakenBack(stays);
      await tx.update(change_sets).set({ problem }).where(eq(change_sets.id, set));
      await notifyOwner(tx, config, "partlyTakenBack", problem);
    });
  return withEach(db, config, { which: isDueToEnd, by: change_sets.take_back_at }, work, (reason) => [
    { take_back_at: null, problem: notTakenBack(reason) },
    "notTakenBack",
    reason,
  ]);
}
