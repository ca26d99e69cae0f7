import { and, desc, eq, inArray, lt, not, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { hasUndoOf } from "../../platform/database/undo.server.ts";
import { type PublishReason, writePublishReason } from "../history/reason.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { applyChanges, type Change, withSerializableRetry } from "./apply.server.ts";
import { endPreviewsOf } from "./links.server.ts";
import { recordWritten } from "./log.server.ts";
import { gone, isOneOf, isOpen, publishedSets, type RecordKey } from "./record-key.server.ts";
import { takeDrafts } from "./sets.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/**
 * Publishes a scheduled set completely or not at all, and records that in the security log. It's attributed to the
 * person who scheduled it.
 * @param only condition that the set must still meet
 * @returns the changes written
 * @throws ChangeConflicts; Refused if the set isn't pending, a record is gone, or a form rule fails
 */
export async function publishScheduled(db: Database, set: string, only: SQL): Promise<Change[]> {
  const { written, by } = await withSerializableRetry(db, (tx) => publishSet(tx, set, only));
  await recordWritten(db, "changes.published", written, { scheduledBy: by });
  return written;
}

/** Publishes a set without writing to the security log. */
async function publishSet(tx: Database, set: string, only?: SQL) {
  const [open] = await tx
    .update(change_sets)
    .set({
      state: "published",
      published_at: sql`now()`,
      problem: "",
      // With a revert time in the past, the set would be reverted within a minute.
      take_back_at: sql`case when ${change_sets.take_back_at} > now() then ${change_sets.take_back_at} end`,
    })
    .where(and(eq(change_sets.id, set), isOpen, only))
    .returning({ by: SCHEDULER, title: change_sets.title });
  if (!open) throw gone();
  const changes = await listChanges(tx, set);
  if (!changes.length) throw new Refused({ "": "There's nothing to publish." });
  await nameOperation(tx, set);
  await nameReason(tx, only ? "scheduled" : "publish", set, open.title);
  if (only) await nameLogin(tx, open.by);
  const written = await applyChanges(tx, changes);
  await tx.delete(change_items).where(eq(change_items.change_set_id, set));
  await endPreviewsOf(
    tx,
    changes.map(({ kind, record_id: id }) => ({ kind, id })),
  );
  await listAsPublished(tx, set, written);
  // If all of it was live already, there's nothing to revert later.
  if (!written.length)
    await tx.update(change_sets).set({ take_back_at: null }).where(eq(change_sets.id, set));
  return { written, by: open.by };
}

/**
 * Publishes these drafts, all or none. Pass `written` to `recordWritten` after the commit.
 * @returns also the published set, for Undo
 * @throws ChangeConflicts; Refused if a draft or record is gone, or a form rule fails
 */
export function publishDrafts(db: Database, chosen: readonly RecordKey[]) {
  return withSerializableRetry(db, async (tx) => {
    const set = await takeDrafts(tx, chosen);
    return { set, written: (await publishSet(tx, set)).written };
  });
}

/** Whether a set is a revert. A set that undoes a revert isn't. */
export const isRevert = sql<boolean>`(
  with recursive chain as (
    select change_sets.undoes as id
    union all select earlier.undoes from ${change_sets} earlier join chain on earlier.id = chain.id
  ) select count(id) % 2 = 1 from chain)`;

export const nameReason = (tx: Database, why: PublishReason, set: string, title: string) =>
  tx.execute(sql`select set_config('app.reason', ${writePublishReason(why, set, title)}, true)`);

/** Who scheduled a set. */
export type Scheduler = { session: string | null; person: string | null };
export const SCHEDULER = { session: change_sets.scheduled_by, person: change_sets.scheduled_by_person };

/** Attributes the transaction's writes to the person who scheduled them. */
export const nameLogin = (tx: Database, { session, person }: Scheduler) =>
  tx.execute(
    sql`select set_config('app.session', ${session ?? ""}, true), set_config('app.person', ${person ?? ""}, true)`,
  );

/**
 * Groups the transaction's writes as one operation in the history.
 * @param operation a UUID
 */
export const nameOperation = (tx: Database, operation: string) =>
  tx.execute(sql`select set_config('app.operation', ${operation}, true)`);

export const namesOfItems = sql<string[]>`array(select i.name from ${change_items} i
  where i.change_set_id = ${change_sets}.id order by i.kind, i.name)`;

/** Whether another set reverted this set. */
export const hasUndo = sql<boolean>`exists (select from ${change_sets} u where u.undoes = ${change_sets}.id)`;

/**
 * Returns the changes of a set or of these drafts, ordered by key so that concurrent publishes lock records in the same
 * order.
 * @param of undefined for all pending changes
 */
export function listChanges(db: Database, of?: string | readonly RecordKey[]): Promise<Change[]> {
  const { kind, record_id, name, fields, waits, change_set_id } = change_items;
  return db
    .select({ kind, record_id, name, fields })
    .from(change_items)
    .where(of === undefined ? waits.getSQL() : typeof of === "string" ? eq(change_set_id, of) : isOneOf(of))
    .orderBy(kind, record_id);
}

/** Stores which records were written as part of a set. Their values are in the history. */
export async function listAsPublished(tx: Database, set: string, written: readonly Omit<Change, "fields">[]) {
  if (written.length)
    await tx
      .insert(change_items)
      .values(written.map((change) => ({ ...change, fields: {}, change_set_id: set, waits: false })));
}

const SHOWN = 10;

/**
 * Returns the latest published sets, newest first. `isUndone`: reverted by another set.
 * @param hidden sets with records of these kinds are left out
 */
export async function listPublished(db: Database, hidden: readonly KindName[] = []) {
  return db
    .select({
      id: change_sets.id,
      title: change_sets.title,
      at: change_sets.published_at,
      isUndo: isRevert,
      isUndone: hasUndo,
      names: namesOfItems,
    })
    .from(change_sets)
    .where(
      and(
        eq(change_sets.state, "published"),
        notExists(
          db
            .select({ one: sql`1` })
            .from(change_items)
            .where(and(eq(change_items.change_set_id, change_sets.id), inArray(change_items.kind, hidden))),
        ),
      ),
    )
    .orderBy(desc(change_sets.published_at), desc(change_sets.id))
    .limit(SHOWN);
}

/** Same as for the history (decision 0049). */
const RETENTION_DAYS = 90;

/**
 * Deletes old published sets without a pending revert, and empty sets that were for selected drafts. The changes
 * stay in the history.
 */
export async function purgePublished(db: Database): Promise<void> {
  // During an update, the previous version of the app may publish rows without clearing `waits`.
  await db
    .update(change_items)
    .set({ waits: false })
    .where(and(change_items.waits, inArray(change_items.change_set_id, publishedSets(db))));
  await db
    .delete(change_sets)
    .where(
      and(
        lt(change_sets.published_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`),
        sql`not coalesce(${change_sets.take_back_at} > now() - interval '1 day' and not ${hasUndo}, false)`,
      ),
    );
  const isUnused = sql`${change_sets.created_at} < now() - interval '1 day'
    and not exists (select from ${change_items} i where i.change_set_id = ${change_sets}.id)`;
  const ofSet = sql`jsonb_build_object('change_set_id', ${change_sets}.id)`;
  await db
    .delete(change_sets)
    .where(and(isOpen, change_sets.separate, isUnused, not(hasUndoOf(change_items, ofSet))));
}
