// Undoes any operation in the history by restoring what it changed to what it was before.
import { randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { preserveSampleFlags } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { Actor } from "../audit-log/events.ts";
import { isBefore, latest } from "../history/queries.server.ts";
import { idOf, kindOf, nameOf, type Revision, valuesAt } from "../history/revision.server.ts";
import { revisions } from "../history/table.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { RecordField, RecordKind } from "../records/record-kind.server.ts";
import { type Change, type Conflict, nameConflicts, saveAll, withSerializableRetry } from "./apply.server.ts";
import { recordWritten } from "./log.server.ts";
import { type DraftField, type DraftFields, mergeRecord, stateOf, unitOf } from "./merge.ts";
import {
  isRevert,
  listAsPublished,
  listChanges,
  nameLogin,
  nameOperation,
  nameReason,
  SCHEDULER,
} from "./publish.server.ts";
import { isDraftOf } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

type Named = Omit<Change, "fields">;

/** What an undo did: fields written, records restored, records removed. */
export type Undone = { written: Change[]; restored: Named[]; removed: Named[] };

/**
 * Undoes an operation completely or not at all: fields get their old values, deleted records are restored, and added
 * ones are removed. Undone change sets and settings are recorded in the security log.
 * @param operation as in `revisions`; for a published change set it's the set's id
 * @param actor who does it; undefined for the server itself
 * @returns what was done, the new operation, which can be undone too, and for a change set the event in the security
 * log
 * @throws Refused if something newer is in the way, it's too late, or a form rule fails
 */
export async function undoOperation(
  db: Database,
  operation: string,
  actor?: Actor,
): Promise<Undone & { operation: string; event: "changes.published" | "changes.undone" | null }> {
  const done = await withSerializableRetry(db, async (tx) => {
    const of = await touch(tx, operation, eq(change_sets.state, "published"));
    const own = randomUUID();
    await nameOperation(tx, own);
    // Undoing a revert publishes the changes again.
    if (of) await nameReason(tx, of.isUndo ? "publish" : "undo", operation, of.title);
    else await tx.execute(sql`select set_config('app.reason', 'restore:', true)`);
    const undone = await takeBack(tx, operation);
    // A text that went back to its built-in value is restored as a row, but belongs to the set too.
    if (of) await addBack(tx, operation, own, [...undone.written, ...undone.restored]);
    const event: "changes.published" | "changes.undone" | null =
      of && (of.isUndo ? "changes.published" : "changes.undone");
    return { ...undone, operation: own, event };
  });
  await recordWritten(db, done.event, done.written, { actor });
  return done;
}

/**
 * Reverts a published change set on schedule. Works like `undoOperation`, except that fields saved since then, and
 * records that are gone, stay as they are.
 * @param only condition that must still hold for the set
 * @param onStaying called in the same transaction with a description of what stays
 * @returns the number of records written; null if the condition no longer holds
 * @throws Refused if a form rule fails; then nothing is reverted
 */
export async function revertChangeSet(
  db: Database,
  set: string,
  only: SQL | undefined,
  onStaying: (tx: Database, stays: string) => Promise<void>,
): Promise<number | null> {
  const done = await withSerializableRetry(db, async (tx) => {
    const due = await touch(tx, set, only);
    if (!due) return null;
    await nameReason(tx, "ended", set, due.title);
    await nameLogin(tx, due.by);
    const own = randomUUID();
    await nameOperation(tx, own);
    const stays: Conflict[] = [];
    const { written } = await takeBack(tx, set, stays);
    await moveBases(tx, written);
    if (written.length) await addBack(tx, set, own, written);
    else await tx.update(change_sets).set({ take_back_at: null }).where(eq(change_sets.id, set));
    if (stays.length) await onStaying(tx, nameConflicts(stays));
    return { written, by: due.by };
  });
  if (!done) return null;
  const { written, by } = done;
  if (written.length) await recordWritten(db, "changes.undone", written, { scheduledBy: by });
  return written.length;
}

/**
 * What an operation did to one record. `newest` is its current state; `before` is undefined if the record didn't exist.
 */
type Step = { kind: RecordKind; id: string; name: string } & Record<"after" | "newest", Revision> & {
    before: Revision | undefined;
  };

/** @param staying collects what changed since then and leaves it alone; without it, such changes are rejected */
async function takeBack(tx: Database, operation: string, staying?: Conflict[]): Promise<Undone> {
  const steps = await readSteps(tx, operation);
  if (!steps.length) throw new Refused({ "": "It's too late to undo this." });
  await preserveSampleFlags(tx);
  const conflicts: Conflict[] = staying ?? [];
  const written: Change[] = [];
  const [added, deleted]: [Step[], Step[]] = [[], []];
  for (const step of steps) {
    const { kind, id, name, before, after, newest } = step;
    const change = { kind: kind.name, record_id: id, name };
    const [was, is] = [isThere(before), isThere(after)];
    const list = was && !is && (isRow(kind) || "trash" in kind) ? deleted : added;
    const isWhole = list === deleted || (is && !was && isRow(kind));
    if (isWhole && newest.id === after.id) {
      list.push(step);
      continue;
    }
    if (isWhole && isRow(kind)) {
      conflicts.push({ ...change, labels: [] });
      continue;
    }
    // A text that was reset since then still has its built-in value: its field decides.
    const kept = inverseOf(step);
    const isGone = isRow(kind) && !isThere(newest);
    const { writes, labels } = mergeRecord(kept, isGone ? [] : valuesAt(kind, newest, newest.row), false);
    if (labels.length || (isGone && Object.keys(kept).length)) conflicts.push({ ...change, labels });
    if (!Object.keys(writes).length) continue;
    // A record of several rows has a step for each.
    const same = written.find((one) => one.kind === kind.name && one.record_id === id);
    if (same) same.fields = { ...same.fields, ...writes };
    else written.push({ ...change, fields: writes });
  }
  if (conflicts.length && !staying)
    throw new Refused({ "": `Changed since then: ${nameConflicts(conflicts)}. Nothing was undone.` });
  if (!staying && !(written.length + added.length + deleted.length))
    throw new Refused({ "": "There's nothing left to undo." });
  // Parents are restored before their children and removed after them. Redirects give way to pages.
  const isPage = ({ kind }: Step) => "trash" in kind;
  for (const step of deleted.filter(isPage).toReversed()) await restore(tx, step);
  for (const step of added.filter((one) => !isPage(one))) await remove(tx, step);
  await saveAll(tx, written);
  for (const step of deleted.filter((one) => !isPage(one))) await restore(tx, step);
  for (const step of added.filter(isPage)) await remove(tx, step);
  return { written, restored: deleted.map(namedOf), removed: added.map(namedOf) };
}

const namedOf = ({ kind, id, name }: Step): Named => ({ kind: kind.name, record_id: id, name });

/**
 * Returns whether records of this kind are added and deleted. The others always exist, with built-in or custom
 * values.
 */
const isRow = (kind: RecordKind) => !kind.history?.withoutRow;

const isThere = (revision: Revision | undefined): boolean =>
  revision !== undefined && revision.op !== "delete" && !revision.row.deleted_at;

async function remove(tx: Database, { kind, after }: Step) {
  if ("trash" in kind) await kind.trash.remove(tx, String(after.row.id));
  else await tx.delete(kind.table).where(sql`id = ${after.row.id}`);
}

async function restore(tx: Database, { kind, after }: Step) {
  if ("trash" in kind) await kind.trash.restore(tx, String(after.row.id));
  else await kind.history?.undelete?.(tx, after.row);
}

/** Returns the fields that an operation changed, with their units: from its values back to the earlier ones. */
function inverseOf({ kind, before, after }: Step): DraftFields {
  const earlier = new Map(valuesAt(kind, before, after.row).map((field) => [field.name, field]));
  const now = valuesAt(kind, after, after.row).filter(({ name }) => earlier.has(name));
  const isChanged = ({ name, value }: RecordField) => earlier.get(name)!.value !== value;
  const changed = now.filter(({ name }) => unitOf(now, name).some(isChanged));
  return Object.fromEntries(
    changed.map((field) => [field.name, { base: stateOf(field), value: stateOf(earlier.get(field.name)!) }]),
  );
}

/** Returns what an operation did to each record, in the order of KINDS. For a change set, only the records it lists. */
async function readSteps(tx: Database, operation: string): Promise<Step[]> {
  const items = await listChanges(tx, operation);
  const rows = await tx
    .select()
    .from(revisions)
    .where(eq(revisions.operation, operation))
    .orderBy(revisions.at, revisions.id);
  const steps: Step[] = [];
  for (const of of Map.groupBy(rows, (row) => `${row.kind} ${row.record_key}`).values()) {
    const [first, after] = [of[0]!, of.at(-1)!];
    const kind = kindOf(after.kind);
    if (!kind) continue;
    const id = idOf(kind, after.row);
    // Sets published by version 0.2 or before list settings by key.
    const item = items.find(
      (one) => one.kind === kind.name && (one.record_id === id || one.record_id === after.record_key),
    );
    if (items.length && !item) continue;
    const before = await latest(tx, first, isBefore(first.id));
    // The history doesn't reach back far enough to restore it.
    if (!before && first.op !== "insert") continue;
    const newest = (await latest(tx, after))!;
    const name = item?.record_id === id ? item.name : nameOf(kind, newest.row);
    steps.push({ kind, id, name, before, after, newest });
  }
  const placeOf = ({ kind }: Step) => KINDS.findIndex(({ name }) => name === kind.name);
  return steps.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Rebases drafts that were saved while the reverted changes were published. Otherwise they'd be in conflict although no
 * one saved anything.
 */
async function moveBases(tx: Database, written: readonly Change[]) {
  for (const { kind, record_id: id, fields } of written) {
    const [draft] = await tx.select().from(change_items).where(isDraftOf({ kind, id })).for("update");
    if (!draft) continue;
    const moved = Object.entries(draft.fields).map(([name, kept]): [string, DraftField] => {
      const back = fields[name];
      return [name, back?.base.value === kept.base.value ? { ...kept, base: back.value } : kept];
    });
    await tx
      .update(change_items)
      .set({ fields: Object.fromEntries(moved) })
      .where(isDraftOf({ kind, id }));
  }
}

/** Updates the set's row, so that of two concurrent reverts the second one is retried. */
async function touch(tx: Database, set: string, only?: SQL) {
  const [found] = await tx
    .update(change_sets)
    .set({ problem: "" })
    .where(and(eq(change_sets.id, set), only))
    .returning({ by: SCHEDULER, title: change_sets.title, isUndo: isRevert });
  return found ?? null;
}

/** Records the change set that reverts another one. @param own its id, which is also the operation's */
async function addBack(tx: Database, set: string, own: string, written: readonly Named[]) {
  // Undoing a revert publishes the first set again, which then keeps its scheduled end.
  const end = sql`(select first.take_back_at from ${change_sets} back
    join ${change_sets} first on first.id = back.undoes where back.id = ${set} and first.take_back_at > now())`;
  await tx.insert(change_sets).values({
    id: own,
    state: "published",
    title: sql`(select title from ${change_sets} where id = ${set})`,
    published_at: sql`now()`,
    undoes: set,
    take_back_at: end,
  });
  await listAsPublished(tx, own, written);
}
