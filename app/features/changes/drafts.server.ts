import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { stampOf } from "../../platform/database/stamp.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName, RecordField } from "../records/record-kind.server.ts";
import { findLive, withSerializableRetry } from "./apply.server.ts";
import { endPreviewsOf } from "./links.server.ts";
import { mergeDraftFields, publishes, SWITCHES, stateOf, unitOf } from "./merge.ts";
import { isDraftOf, isOneOf, isOpen, type RecordKey } from "./record-key.server.ts";
import { checkRoom, lockUnscheduled, touchSet } from "./sets.server.ts";
import { closeIfEmpty } from "./stored-schedule.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/** Random, so a form that shows a discarded draft can't match the next draft. */
const anyVersion = sql<number>`1 + floor(random() * 1000000000)::int`;

/**
 * Saves a form as the record's draft, with the rules of a regular save. A record has at most one draft. New
 * drafts aren't scheduled.
 * @param form.posted values by field name; unknown fields are ignored
 * @param form.draft version of the draft in the form; undefined if the form showed the published version
 * @param form.by autosave id of the form; a manual save never conflicts with the form's own autosaves
 * @param form.isAutosave true for autosaves; they can't delete drafts or change scheduled ones (half a sentence
 * might be published)
 * @param form.check throws if the form is outdated
 * @param form.after runs in the same transaction
 * @returns the number of pending drafts, when the draft will be published, and its version; `isNothing` if no
 * changes are left
 * @throws Refused if a form rule fails, the record is gone, the form conflicts with the draft, there are too many
 * drafts, or an autosave isn't allowed
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
    const set = await lockSet(tx, item?.change_set_id ?? (await lockUnscheduled(tx)));
    const isOwn = !form.isAutosave && form.by !== undefined && item?.saved_by === form.by;
    if (form.draft !== undefined && item?.version !== form.draft && !isOwn)
      throw new Refused(
        {
          "": "The draft was changed, published or discarded in another window, so your changes weren't saved. What you typed is still here.",
        },
        undefined,
        item?.version ?? 0,
      );
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
    if (isNothing) {
      await tx.delete(change_items).where(isDraftOf(key));
      await endPreviewsOf(tx, [key]);
    } else {
      if (!item) {
        await checkRoom(tx);
        await touchSet(tx, set.id);
      }
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
    const saved = {
      waiting: await countPendingDrafts(tx),
      ...{ isNothing, version, publishAt: set.publish_at },
    };
    await form.after?.(tx, saved);
    return saved;
  });
}

export type SavedDraft = {
  waiting: number;
  isNothing: boolean;
  version: number;
  publishAt: Date | null;
};

/** Keeps the set from being published until the transaction ends. */
async function lockSet(tx: Database, id: string) {
  const [set] = await tx
    .select({ id: change_sets.id, publish_at: change_sets.publish_at })
    .from(change_sets)
    .where(eq(change_sets.id, id))
    .for("update");
  return set!;
}

/** Returns the fields as a save would store them. */
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

/** Counts the pending drafts. */
export const countPendingDrafts = (db: Database): Promise<number> =>
  db.$count(change_items, change_items.waits.getSQL());

/** Returns the scheduled publish time (or null) of each draft of this kind, by record id. */
export async function listDrafted(db: Database, kind: KindName): Promise<Map<string, Date | null>> {
  const rows = await db
    .select({ id: change_items.record_id, at: change_sets.publish_at })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(change_items.waits, eq(change_items.kind, kind)));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Returns the names of hidden records that publishing these drafts would make public. */
export async function listUnpublished(db: Database, chosen: readonly RecordKey[]): Promise<string[]> {
  const isSwitched = or(...SWITCHES.map((name) => sql`${change_items.fields}->${name}::text is not null`));
  const names: string[] = [];
  for (const { kind, record_id, fields } of await db
    .select()
    .from(change_items)
    .where(and(isOneOf(chosen), isSwitched))) {
    const live = await findLive(db, kind, record_id);
    if (live && publishes(fields, live.fields)) names.push(live.name);
  }
  return names;
}

/** Selects pending drafts with the times and the problem of their schedules. */
const selectDrafts = (db: Database, which?: SQL) =>
  db
    .select({
      ...getTableColumns(change_items),
      publish_at: change_sets.publish_at,
      take_back_at: change_sets.take_back_at,
      problem: change_sets.problem,
    })
    .from(change_items)
    .innerJoin(change_sets, eq(change_sets.id, change_items.change_set_id))
    .where(and(isOpen, change_items.waits, which));

/** Returns a record's draft, or null. */
export async function findDraft(db: Database, key: RecordKey) {
  const [item] = await selectDrafts(db, isDraftOf(key));
  return item ?? null;
}

/** Returns the pending drafts: unscheduled ones first, then by kind and name. */
export function listPendingDrafts(db: Database) {
  const { kind, name, record_id } = change_items;
  return selectDrafts(db).orderBy(sql`${change_sets.publish_at} nulls first`, kind, name, record_id);
}

/** Returns a hash of the published values of a field's unit. */
export const liveFieldStamp = (live: readonly RecordField[], name: string): string =>
  stampOf(
    unitOf(live, name)
      .map(({ value }) => value)
      .join("\n"),
  );

/**
 * Resolves the conflict in a field's unit by keeping the draft's or the published values.
 * @param of.live `liveFieldStamp` of the values shown to the owner
 * @throws Refused if the value has changed again or the draft is gone
 */
export function resolveConflict(
  db: Database,
  key: RecordKey,
  of: { field: string; keeps: "draft" | "live"; live: string },
): Promise<void> {
  return withSerializableRetry(db, async (tx) => {
    const [item] = await tx
      .select({ set: change_items.change_set_id, fields: change_items.fields })
      .from(change_items)
      .where(isDraftOf(key))
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
        // Otherwise, the form that saved last could silently undo this.
        .set({ fields, version: sql`${change_items.version} + 1`, saved_by: null })
        .where(isDraftOf(key));
    else {
      await tx.delete(change_items).where(isDraftOf(key));
      await endPreviewsOf(tx, [key]);
    }
    await closeIfEmpty(tx, item.set);
  });
}
