import { and, eq, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { changes as panelWords } from "../../copy/panel/changes.ts";
import { isPrivateKind } from "../../copy/panel/record-kinds.ts";
import type { Config } from "../../platform/config.server.ts";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { momentsOf, wallTime } from "../../platform/time/wall-time.ts";
import { audit_log } from "../audit-log/table.server.ts";
import { RESTORABLE_KINDS } from "../records/kinds.server.ts";
import { readSettings } from "../settings/queries.server.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { type Happened, notifyOwner } from "./notify-owner.server.ts";
import { hasUndo, namesOfItems, publishScheduled } from "./publish.server.ts";
import { isOpen, type RecordKey } from "./record-key.server.ts";
import { takeDrafts } from "./sets.server.ts";
import { change_items, change_sets } from "./table.server.ts";
import { revertChangeSet } from "./undo.server.ts";

/** Published sets whose scheduled revert is still pending. */
export const isToEnd = and(
  eq(change_sets.state, "published"),
  isNotNull(change_sets.take_back_at),
  sql`not ${hasUndo}`,
);

/** `isDouble`: the local time occurs twice, because the clocks are set back; `at` is the first occurrence. */
type Chosen = { at: Date; isDouble: boolean };

/**
 * Schedules the publish and revert of these drafts. Drafts that were scheduled with them keep their times.
 * @param wall local time such as "2026-11-23T09:00"
 * @param until local time of the revert; null for none
 * @throws Refused if a time doesn't exist or is in the past, the revert isn't after the publish, or a draft is gone
 */
export async function scheduleDrafts(
  db: Database,
  chosen: readonly RecordKey[],
  wall: string,
  until: string | null = null,
): Promise<{ set: string; at: Date; takeBackAt: Date | null; isDouble: boolean }> {
  const { time_zone } = await readSettings(db);
  const from = chooseMoment(wall, time_zone);
  const end = until === null ? null : chooseMoment(until, time_zone);
  if (end && end.at <= from.at)
    throw new Refused({ "": "It would be reverted before it goes live. Choose a later end." });
  const set = await withSerializableRetry(db, async (tx) => {
    const own = await takeDrafts(tx, chosen);
    await tx
      .update(change_sets)
      .set({
        publish_at: from.at,
        take_back_at: end?.at ?? null,
        problem: "",
        scheduled_by: sql`nullif(current_setting('app.session', true), '')`,
        scheduled_by_person: CURRENT_PERSON,
      })
      .where(eq(change_sets.id, own));
    return own;
  });
  return { set, at: from.at, takeBackAt: end?.at ?? null, isDouble: from.isDouble || end?.isDouble === true };
}

function chooseMoment(wall: string, timeZone: string): Chosen {
  const over = new Refused({ "": "This time is in the past. Choose a later one." });
  // Also rejects two-digit years ("0026").
  if (wall < wallTime(new Date(), timeZone)) throw over;
  const moments = momentsOf(wall, timeZone);
  if (!moments.length)
    throw new Refused({
      "": "There's no such time on that day. Clocks skip an hour when daylight saving time starts. Choose another.",
    });
  // During a repeated hour, only its second occurrence may be left.
  const [at, ...others] = moments.filter((moment) => moment.getTime() > Date.now());
  if (!at) throw over;
  return { at, isDouble: others.length > 0 };
}

/**
 * Cancels the scheduled revert of a published set.
 * @throws Refused if no revert is pending
 */
export async function cancelRevert(db: Database, set: string): Promise<void> {
  const { rowCount } = await db
    .update(change_sets)
    .set({ take_back_at: null })
    .where(and(isToEnd, eq(change_sets.id, set)));
  if (!rowCount) throw new Refused({ "": "It has already been reverted." });
}

/** Dismisses the scheduling problem of a set. */
export async function dismissProblem(db: Database, set: string): Promise<void> {
  await db.update(change_sets).set({ problem: "" }).where(eq(change_sets.id, set));
}

type Timed = { set: string; title: string; isLive: boolean; names: string[] };
export type Coming = Timed & { at: Date; isEnd: boolean };
type TimedProblem = Timed & { problem: string };

/** Whether one of the set's records was deleted since. Nothing of such a set is published. */
const hasDeleted = sql<boolean>`exists (select from ${change_items} i
  where i.change_set_id = ${change_sets}.id and (${or(
    // Private kinds have no drafts, and editors may not read them.
    ...RESTORABLE_KINDS.filter(({ name }) => !isPrivateKind(name)).map(
      ({ name, table }) => sql`i.kind = ${name} and exists (select from ${table} as r
        where r.id::text = i.record_id and r.deleted_at is not null)`,
    ),
  )}))`;

/**
 * Returns upcoming publishes and reverts (`isEnd`), soonest first, plus the sets with problems. A set whose record was
 * deleted isn't upcoming.
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
      hasDeleted,
    })
    .from(change_sets)
    .where(or(and(isOpen, isNotNull(publish_at)), isToEnd, ne(problem, "")))
    .orderBy(publish_at, created_at, id);
  const timed = rows.map(({ id, title, state, names, ...row }) => ({
    ...{ set: { set: id, title, isLive: state === "published", names }, ...row },
  }));
  const coming = timed.flatMap(({ set, publish_at, take_back_at, ends, hasDeleted }): Coming[] => {
    const goesLive =
      publish_at && !set.isLive && !hasDeleted ? [{ ...set, at: publish_at, isEnd: false }] : [];
    const isEnding = take_back_at && (ends || goesLive.length > 0);
    return isEnding ? [...goesLive, { ...set, at: take_back_at, isEnd: true }] : goesLive;
  });
  coming.sort((a, b) => a.at.getTime() - b.at.getTime() || Number(b.isEnd) - Number(a.isEnd));
  const problems = timed.filter(({ problem }) => problem).map(({ set, problem }) => ({ ...set, problem }));
  return { coming, problems };
}

type Moment = typeof change_sets.publish_at | typeof change_sets.take_back_at;
const isOver = (moment: Moment) => lte(moment, sql`now()`);
/** The owner is notified of errors only after 10 minutes, because most resolve sooner. */
const isLate = (moment: Moment) => lte(moment, sql`now() - interval '10 minutes'`);
const isDue = and(isOpen, isOver(change_sets.publish_at))!;
const isDueToEnd = and(isToEnd, isOver(change_sets.take_back_at));

/**
 * Publishes the due sets, each completely and exactly once. Unschedules a set and notifies the owner instead if
 * the set is rejected, its revert time has passed, or it was due before a restore from a backup.
 * @returns the number of records published; null if no set was published
 */
export function publishDue(db: Database, config: Config): Promise<number | null> {
  const work = async (set: string) => {
    if (await endUnpublished(db, config, set)) return null;
    return (await publishScheduled(db, set, isDue)).length;
  };
  return withEach(db, config, { which: isDue, by: change_sets.publish_at }, work, (problem) => [
    { publish_at: null, problem },
    "notPublished",
    problem,
  ]);
}

/** Values to store in the set, and the email to send. */
type Trouble = [values: Partial<typeof change_sets.$inferInsert>, happened: Happened, reason: string];

/** Stores the trouble and notifies the owner. Returns false if the set no longer matches `which`. */
function recordTrouble(
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
 * Works through the due sets, oldest first. A set that fails doesn't stop the others. It's retried a minute
 * later, and the owner is notified once.
 * @param refused returns what to store and send for a rejected set
 * @returns the number of records written; null if no set was processed
 * @throws the first error, at the end
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
        await recordTrouble(db, config, isIt, refused(error.message));
        continue;
      }
      faults.push(error);
      const { fault } = panelWords.problem;
      const isHeldUp = and(isIt, isLate(by), eq(problem, ""));
      await recordTrouble(db, config, isHeldUp, [{ problem: fault }, "heldUp", fault]).catch((another) =>
        faults.push(another),
      );
    }
  }
  if (faults.length) throw faults[0];
  return written;
}

/** After a restore, it's unknown what was published since the backup. */
const isOfBackup = sql`exists (select from ${audit_log}
  where ${audit_log.event} = 'backup.restored' and ${audit_log.happened_at} > ${change_sets.publish_at})`;

/** Unschedules a set if its revert time has passed or it was due before a restore. Returns whether it did. */
async function endUnpublished(db: Database, config: Config, set: string): Promise<boolean> {
  const { missed, restored } = panelWords.problem;
  const end = (which: SQL, problem: string) =>
    recordTrouble(db, config, and(eq(change_sets.id, set), isDue, which), [
      { publish_at: null, take_back_at: null, problem },
      "notPublished",
      problem,
    ]);
  return (await end(isOver(change_sets.take_back_at), missed)) || end(isOfBackup, restored);
}

/**
 * Reverts the due sets, each exactly once. Newer values stay, and a failed form rule rejects the whole revert.
 * The owner is notified in both cases.
 * @returns the number of records reverted; null if no set was
 */
export function revertDueSets(db: Database, config: Config): Promise<number | null> {
  const { partlyReverted, notReverted } = panelWords.problem;
  const work = (set: string) =>
    revertChangeSet(db, set, isDueToEnd, async (tx, stays) => {
      const problem = partlyReverted(stays);
      await tx.update(change_sets).set({ problem }).where(eq(change_sets.id, set));
      await notifyOwner(tx, config, "partlyReverted", problem);
    });
  return withEach(db, config, { which: isDueToEnd, by: change_sets.take_back_at }, work, (reason) => [
    { take_back_at: null, problem: notReverted(reason) },
    "notReverted",
    reason,
  ]);
}
