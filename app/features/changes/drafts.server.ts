// Drafts beside what is live: kept, found, listed, settled and dropped.
import { and, eq, getTableColumns, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { deleteForUndo, undoDelete } from "../../platform/database/undo.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { findLive, withRollback, withSerializableRetry } from "./apply.server.ts";
import { closeIfEmpty } from "./links.server.ts";
import { mergeDraftFields, publishes, SWITCHES, stateOf, unitOf } from "./merge.ts";
import {
  gone,
  isDraftOf,
  isItem,
  isOpen,
  lockOpen,
  publishedSets,
  type RecordKey,
} from "./record-key.server.ts";
import { checkRoom, findCurrentSet, lockCurrentSet } from "./sets.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/** Where a draft's version begins: a form that shows one that was dropped does not fit the next one of that record. */
const anyVersion = sql<number>`1 + floor(random() * 1000000000)::int`;

/**
 * Keeps what a form posts as a draft beside what is live. What is kept is what a save would have stored: the form's
 * rules run, HTML is sanitized, a slug is made.
 * @param form.posted by the names of the fields; others are left out
 * @param form.draft the version of the draft that the form showed; undefined where it showed what is live
 * @param form.check refuses a form that was opened before a newer save
 * @param form.after runs in the same transaction
 * A record has one draft: it is kept in the set in which it waits, the first one in the set that collects.
 * @returns how many drafts wait now, and the title of the set; `isNothing` where nothing differs from what is live, so
 *   that none is kept
 * @throws Refused by the rules, where the record is gone, where the draft was changed in another window, where 200
 *   records wait in the set already
 */
export function saveDraft(
  db: Database,
  key: RecordKey,
  form: {
    posted: Record<string, string>;
    draft?: number;
    check?: (tx: Database) => Promise<unknown>;
    after?: (tx: Database) => Promise<unknown>;
  },
): Promise<{ waiting: number; isNothing: boolean; title: string }> {
  return withSerializableRetry(db, async (tx) => {
    await form.check?.(tx);
    const live = await findLive(tx, key.kind, key.id);
    if (!live) throw recordGone("It");
    const [item] = await tx.select().from(change_items).where(isDraftOf(key));
    const set = await lockSet(tx, item?.change_set_id ?? (await lockCurrentSet(tx)));
    if (form.draft !== undefined && item?.version !== form.draft)
      throw new Refused({
        "": "The draft was changed, published or discarded in another window, so nothing was saved now. What you typed is still here.",
      });
    const kept = mergeDraftFields({
      live: live.fields,
      next: await asSaved(tx, key, live.fields, form.posted),
      draft: item?.fields ?? {},
      isOnDraft: form.draft !== undefined,
    });
    if ("taken" in kept)
      throw new Refused({
        [kept.taken]: "The draft already changes this field. Open the draft to edit it there.",
      });
    const { fields } = kept;
    const isNothing = Object.keys(fields).length === 0;
    if (isNothing) await tx.delete(change_items).where(isItem(set.id, key));
    else {
      if (!item) await checkRoom(tx, set.id);
      const values = { fields, name: live.name, updated_at: sql`now()` };
      await tx
        .insert(change_items)
        .values({ ...values, change_set_id: set.id, kind: key.kind, record_id: key.id, version: anyVersion })
        .onConflictDoUpdate({
          target: [change_items.kind, change_items.record_id],
          targetWhere: change_items.waits.getSQL(),
          set: { ...values, version: sql`${change_items.version} + 1` },
        });
    }
    await closeIfEmpty(tx, set.id);
    await form.after?.(tx);
    return { waiting: await countPendingDrafts(tx), isNothing, title: set.title };
  });
}

/** A set that waits, locked: one that is being published takes no more. */
async function lockSet(tx: Database, id: string) {
  const [set] = await tx
    .select({ id: change_sets.id, title: change_sets.title })
    .from(change_sets)
    .where(eq(change_sets.id, id))
    .for("update");
  return set!;
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
  const kept = new Set(names.flatMap((field) => unitOf(live, field).map((one) => one.name)));
  const saved = await withRollback(tx, async (inner) => {
    await kind.save(inner, id, values);
    return kind.find(inner, id);
  });
  return saved!.fields.filter((field) => kept.has(field.name));
}

/** How many drafts wait, in all sets. */
export const countPendingDrafts = (db: Database): Promise<number> =>
  db.$count(change_items, change_items.waits.getSQL());

/** The ids of the records of a kind that have a draft. */
export async function listDraftedIds(db: Database, kind: KindName): Promise<Set<string>> {
  const rows = await db
    .select({ id: change_items.record_id })
    .from(change_items)
    .where(and(change_items.waits, eq(change_items.kind, kind)));
  return new Set(rows.map(({ id }) => id));
}

const withTitle = { ...getTableColumns(change_items), title: change_sets.title };

const draftsWith = (db: Database, where: SQL | undefined) =>
  db
    .select(withTitle)
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(where);

/** The drafts of a kind, in whatever set they wait, each with its title. */
export const listDraftsOf = (db: Database, kind: KindName) =>
  draftsWith(db, and(change_items.waits, eq(change_items.kind, kind)));

/**
 * What the panel calls the records that visitors do not see and that drafts of a set publish: all of them, or one.
 */
export async function listUnpublished(db: Database, set: string, key?: RecordKey): Promise<string[]> {
  const items = await db
    .select()
    .from(change_items)
    .where(
      and(
        key ? isItem(set, key) : eq(change_items.change_set_id, set),
        or(...SWITCHES.map((name) => sql`${change_items.fields}->${name}::text is not null`)),
      ),
    );
  const names: string[] = [];
  for (const { kind, record_id, fields } of items) {
    const live = await findLive(db, kind, record_id);
    if (live && publishes(fields, live.fields)) names.push(live.name);
  }
  return names;
}

/** The draft of a record with the title of its set; null where there is none. */
export async function findDraft(db: Database, key: RecordKey) {
  const [item] = await draftsWith(db, isDraftOf(key));
  return item ?? null;
}

/**
 * What waits in a set, in an order of kinds and names.
 * @param set the one in which new drafts are kept, if none is given
 */
export async function listPendingDrafts(db: Database, set?: string) {
  const id = set ?? (await findCurrentSet(db));
  if (!id) return null;
  const items = await db
    .select()
    .from(change_items)
    .where(and(change_items.waits, eq(change_items.change_set_id, id)))
    .orderBy(change_items.kind, change_items.name, change_items.record_id);
  return { id, items };
}

/**
 * Drops the draft of a record, or everything that waits.
 * @returns the id that `restoreDiscarded` takes
 */
export function discardDrafts(db: Database, set: string, key?: RecordKey): Promise<string> {
  return db.transaction(async (tx) => {
    if (!(await lockOpen(tx, set))) throw gone();
    const which = key ? isItem(set, key)! : eq(change_items.change_set_id, set);
    const { id } = await deleteForUndo(tx, [[change_items, which]]);
    await closeIfEmpty(tx, set);
    return id;
  });
}

/**
 * Brings dropped drafts back; a record of which another draft waits keeps that one. Where their set was published
 * meanwhile, they wait with new drafts.
 * @throws Refused after ten minutes
 */
export function restoreDiscarded(db: Database, id: string): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    await undoDelete(tx, id, [change_items]);
    const left = and(change_items.waits, inArray(change_items.change_set_id, publishedSets(tx)));
    if (await tx.$count(change_items, left))
      await tx
        .update(change_items)
        .set({ change_set_id: await lockCurrentSet(tx) })
        .where(left);
  });
}

/** Tells later whether what is live of a field and its unit is still the same. */
export const liveFieldStamp = (live: readonly RecordField[], name: string): string =>
  stampOf(
    unitOf(live, name)
      .map(({ value }) => value)
      .join("\n"),
  );

/**
 * Settles a conflict of one field, with its unit: the draft's value is to replace what is live now, or what is live holds.
 * @param of.live the stamp of what the owner was shown as live, by `liveFieldStamp`
 * @throws Refused where it has changed again, or the draft is gone
 */
export function resolveConflict(
  db: Database,
  set: string,
  key: RecordKey,
  of: { field: string; keeps: "draft" | "live"; live: string },
): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    const [item] = await tx
      .select({ fields: change_items.fields })
      .from(change_items)
      .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
      .where(and(isOpen, isItem(set, key)))
      .for("update");
    const live = item && (await findLive(tx, key.kind, key.id));
    const fields = { ...item?.fields };
    if (!Object.hasOwn(fields, of.field) || !live || liveFieldStamp(live.fields, of.field) !== of.live)
      throw new Refused({ "": "It has changed again since then. Review it again." });
    for (const now of unitOf(live.fields, of.field)) {
      const kept = fields[now.name];
      if (kept && of.keeps === "draft") fields[now.name] = { ...kept, base: stateOf(now) };
      else delete fields[now.name];
    }
    if (Object.keys(fields).length)
      await tx
        .update(change_items)
        .set({ fields, version: sql`${change_items.version} + 1` })
        .where(isItem(set, key));
    else await tx.delete(change_items).where(isItem(set, key));
    await closeIfEmpty(tx, set);
  });
}
