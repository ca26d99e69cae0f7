// Saves, finds, lists and discards drafts, and resolves their conflicts.

import { and, eq, getTableColumns, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { deleteForUndo, undoDelete } from "../../platform/database/undo.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { findLive, withSerializableRetry } from "./apply.server.ts";
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

/**
 * First version number of a draft. It's random so that a form showing a discarded draft can't match the record's next
 * draft.
 */
const anyVersion = sql<number>`1 + floor(random() * 1000000000)::int`;

/**
 * Saves what a form posts as a draft. It stores what a real save would store: form rules run, HTML is sanitized, slugs
 * are generated. A record has at most one draft. It stays in its set; a new one goes into the current set.
 * @param form.posted values by field name; unknown fields are ignored
 * @param form.draft the version of the draft that the form showed; undefined if it showed the published version
 * @param form.by identifies the form, by the id of its autosave. Its own autosaves never conflict with its Save draft.
 * @param form.isAutosave saved while the owner types: it never deletes a draft, and never changes a scheduled one,
 * which could then publish half a sentence
 * @param form.check rejects a form that was opened before a newer save
 * @param form.after runs in the same transaction, with the return value as its argument
 * @returns the number of pending drafts, the title of the set and the draft's version; `isNothing` if the form matches
 * the published version, so there's no draft left
 * @throws Refused if a form rule fails, the record is gone, the draft was changed in another window, or the set already
 * has 200 records
 */
export function saveDraft(
  db: Database,
  key: RecordKey,
  form: {
    posted: Record<string, string>;
    draft?: number;
    by?: string;
    isAutosave?: boolean;
    check?: (tx: Database) => Promise<unknown>;
    after?: (tx: Database, saved: SavedDraft) => Promise<unknown>;
  },
): Promise<SavedDraft> {
  return withSerializableRetry(db, async (tx) => {
    await form.check?.(tx);
    const live = await findLive(tx, key.kind, key.id);
    if (!live) throw recordGone("It");
    const [item] = await tx.select().from(change_items).where(isDraftOf(key));
    const set = await lockSet(tx, item?.change_set_id ?? (await lockCurrentSet(tx)));
    const isOwn = !form.isAutosave && form.by !== undefined && item?.saved_by === form.by;
    if (form.draft !== undefined && item?.version !== form.draft && !isOwn)
      throw new Refused({
        "": "The draft was changed, published or discarded in another window, so your changes weren't saved. What you typed is still here.",
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
    if (form.isAutosave && (isNothing || set.publish_at))
      throw new Refused({ "": "Click Save draft to change this draft." });
    let version = 0;
    if (isNothing) await tx.delete(change_items).where(isItem(set.id, key));
    else {
      if (!item) await checkRoom(tx, set.id);
      const values = { fields, name: live.name, saved_by: form.by ?? null, updated_at: sql`now()` };
      const [saved] = await tx
        .insert(change_items)
        .values({ ...values, change_set_id: set.id, kind: key.kind, record_id: key.id, version: anyVersion })
        .onConflictDoUpdate({
          target: [change_items.kind, change_items.record_id],
          targetWhere: change_items.waits.getSQL(),
          set: { ...values, version: sql`${change_items.version} + 1` },
        })
        .returning({ version: change_items.version });
      version = saved!.version;
    }
    await closeIfEmpty(tx, set.id);
    const saved = { waiting: await countPendingDrafts(tx), isNothing, version, title: set.title };
    await form.after?.(tx, saved);
    return saved;
  });
}

export type SavedDraft = { waiting: number; isNothing: boolean; version: number; title: string };

/** Locks a pending set, so that one being published takes no more drafts. */
async function lockSet(tx: Database, id: string) {
  const [set] = await tx
    .select({ id: change_sets.id, title: change_sets.title, publish_at: change_sets.publish_at })
    .from(change_sets)
    .where(eq(change_sets.id, id))
    .for("update");
  return set!;
}

/** Returns the posted fields as a save would store them. */
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

/** Counts the pending drafts in all sets. */
export const countPendingDrafts = (db: Database): Promise<number> =>
  db.$count(change_items, change_items.waits.getSQL());

/** Returns the records of a kind that have a draft, by id, each with the time it's scheduled for. */
export async function listDrafted(db: Database, kind: KindName): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ id: change_items.record_id, at: change_sets.publish_at })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(change_items.waits, eq(change_items.kind, kind)));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

const withTitle = { ...getTableColumns(change_items), title: change_sets.title };

/**
 * Returns the names of the hidden records that a set would publish: all of them, or only the one with the given key.
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

/** Returns a record's draft with the title of its set, or null if it has none. */
export async function findDraft(db: Database, key: RecordKey) {
  const [item] = await db
    .select(withTitle)
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(isDraftOf(key));
  return item ?? null;
}

/**
 * Returns the drafts of a set, ordered by kind and name.
 * @param set defaults to the current set
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
 * Discards a record's draft, or all drafts of a set.
 * @returns the id to pass to `restoreDiscarded`
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
 * Restores discarded drafts. A record that has a newer draft keeps the newer one. If the set was published since then,
 * the drafts go to the current set.
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

/** Returns a stamp for checking later whether the published values of a field and its unit are still the same. */
export const liveFieldStamp = (live: readonly RecordField[], name: string): string =>
  stampOf(
    unitOf(live, name)
      .map(({ value }) => value)
      .join("\n"),
  );

/**
 * Resolves the conflict of a field and its unit: keeps the draft's value or the published one.
 * @param of.live the `liveFieldStamp` of the published value that the owner saw
 * @throws Refused if it has changed again or the draft is gone
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
