// Undoes any operation in the history.
import { randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { preserveSampleFlags } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { Actor } from "../audit-log/events.ts";
import { isBefore, latest } from "../history/queries.server.ts";
import { idOf, keysOf, kindOf, nameOf, type Revision, valuesAt } from "../history/revision.server.ts";
import { revisions } from "../history/table.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { RecordField, RecordKind } from "../records/record-kind.server.ts";
import {
  type Change,
  type Conflict,
  findLive,
  nameConflicts,
  saveAll,
  withSerializableRetry,
} from "./apply.server.ts";
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

export type Undone = { written: Change[]; restored: Named[]; removed: Named[] };

/**
 * Undoes an operation completely or not at all. Writes undone sets and settings to the security log.
 * @param operation as in `revisions`; for a published set, its id
 * @param actor undefined for the server
 * @returns what changed, the new operation (which can be undone, too), and the security event for a set
 * @throws Refused if a record has changed since, nothing is left to undo, the operation is no longer in the
 * history, or a form rule fails
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
    const undone = await undoSteps(tx, operation);
    // Restored texts belong to the set, too.
    if (of) await addRevert(tx, operation, own, [...undone.written, ...undone.restored]);
    const event: "changes.published" | "changes.undone" | null =
      of && (of.isUndo ? "changes.published" : "changes.undone");
    return { ...undone, operation: own, event };
  });
  await recordWritten(db, done.event, done.written, { actor });
  return done;
}

/**
 * Reverts a published set on schedule. Unlike `undoOperation`, leaves newer fields and deleted records alone.
 * @param only condition on the set
 * @param onStaying runs in the same transaction if anything was left alone
 * @returns the number of records written; null if `only` no longer holds
 * @throws Refused if a form rule fails, in which case nothing is reverted
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
    const { written } = await undoSteps(tx, set, stays);
    await moveBases(tx, written);
    if (written.length) await addRevert(tx, set, own, written);
    else await tx.update(change_sets).set({ take_back_at: null }).where(eq(change_sets.id, set));
    if (stays.length) await onStaying(tx, nameConflicts(stays));
    return { written, by: due.by };
  });
  if (!done) return null;
  const { written, by } = done;
  if (written.length) await recordWritten(db, "changes.undone", written, { scheduledBy: by });
  return written.length;
}

/** `newest` is the current state; `before` is undefined for new records. */
type Step = { kind: RecordKind; id: string; name: string } & Record<"after" | "newest", Revision> & {
    before: Revision | undefined;
  };

/** @param staying list to add conflicts to, instead of throwing */
async function undoSteps(tx: Database, operation: string, staying?: Conflict[]): Promise<Undone> {
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
    if (isWhole && isAsWritten(step)) {
      list.push(step);
      continue;
    }
    if (isWhole && isRow(kind)) {
      const since = newest.changed?.includes("deleted_at") ? "restored" : "edited";
      conflicts.push({ ...change, labels: isThere(newest) ? [since] : [] });
      continue;
    }
    // A reset text isn't gone: it has its built-in value.
    const kept = inverseOf(step);
    const isGone = isRow(kind) && !isThere(newest);
    const { writes, labels } = mergeRecord(kept, isGone ? [] : valuesAt(kind, newest, newest.row), false);
    if (labels.length || (isGone && Object.keys(kept).length)) conflicts.push({ ...change, labels });
    if (!Object.keys(writes).length) continue;
    // Records with several rows have a step per row.
    const same = written.find((one) => one.kind === kind.name && one.record_id === id);
    if (same) same.fields = { ...same.fields, ...writes };
    else written.push({ ...change, fields: writes });
  }
  if (conflicts.length && !staying)
    throw new Refused({ "": `Changed since then: ${nameConflicts(conflicts)}. Nothing was undone.` });
  if (!staying && !(written.length + added.length + deleted.length))
    throw new Refused({ "": "There's nothing left to undo." });
  // Restores parents before their children. Removes them in reverse order.
  const isPage = ({ kind }: Step) => "trash" in kind;
  for (const step of deleted.filter(isPage).toReversed()) await restore(tx, step);
  for (const step of added.filter((one) => !isPage(one))) await remove(tx, step);
  await saveAll(tx, written);
  for (const step of added.filter(isPage)) await remove(tx, step);
  // Last, because a redirect can't be restored while a page has its URL.
  for (const step of deleted.filter((one) => !isPage(one))) await restore(tx, step);
  return { written, restored: deleted.map(namedOf), removed: added.map(namedOf) };
}

const namedOf = ({ kind, id, name }: Step): Named => ({ kind: kind.name, record_id: id, name });

/**
 * Returns whether records of this kind can be added and deleted. Records of other kinds always have a
 * built-in or custom value.
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

/** Returns whether a record is as the operation left it. It may have been published and reverted in between. */
function isAsWritten({ kind, after, newest }: Step): boolean {
  if (newest.id === after.id) return true;
  if (!isThere(after) || !isThere(newest)) return false;
  const now = new Map(valuesAt(kind, newest, newest.row).map(({ name, value }) => [name, value]));
  return valuesAt(kind, after, after.row).every(({ name, value }) => now.get(name) === value);
}

/** Returns the changes that restore the earlier values, including all fields of changed units. */
function inverseOf({ kind, before, after }: Step): DraftFields {
  const earlier = new Map(valuesAt(kind, before, after.row).map((field) => [field.name, field]));
  const now = valuesAt(kind, after, after.row).filter(({ name }) => earlier.has(name));
  const isChanged = ({ name, value }: RecordField) => earlier.get(name)!.value !== value;
  const changed = now.filter(({ name }) => unitOf(now, name).some(isChanged));
  return Object.fromEntries(
    changed.map((field) => [field.name, { base: stateOf(field), value: stateOf(earlier.get(field.name)!) }]),
  );
}

/** Returns what an operation did to each record, in the order of KINDS. */
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
    // Sets published by an earlier version name settings by key, or by a card that's now part of another.
    const isOf = (record: string) => record === id || keysOf(kind, record).includes(after.record_key);
    const item = items.find((one) => one.kind === kind.name && isOf(one.record_id));
    // Publishing a page also deletes the redirect at its URL.
    if (items.length && !item && !(kind.name === "redirects" && after.op === "delete")) continue;
    const before = await latest(tx, first, isBefore(first.id));
    // Skips records whose earlier state is no longer in the history.
    if (!before && first.op !== "insert") continue;
    const newest = (await latest(tx, after))!;
    const name = item?.record_id === id ? item.name : nameOf(kind, newest.row);
    steps.push({ kind, id, name, before, after, newest });
  }
  const placeOf = ({ kind }: Step) => KINDS.findIndex(({ name }) => name === kind.name);
  return steps.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Updates the base of drafts saved while the set was live, so they don't conflict with its revert. */
async function moveBases(tx: Database, written: readonly Change[]) {
  for (const { kind, record_id: id, fields } of written) {
    const [draft] = await tx.select().from(change_items).where(isDraftOf({ kind, id })).for("update");
    if (!draft) continue;
    // A value that isn't stored is published as the built-in one, unlike in the history.
    const live = (await findLive(tx, kind, id))?.fields ?? [];
    const moved = Object.entries(draft.fields).map(([name, kept]): [string, DraftField] => {
      const back = fields[name];
      const now = live.find((field) => field.name === name);
      const isMoved = now && back?.base.value === kept.base.value;
      return [name, isMoved ? { ...kept, base: stateOf(now) } : kept];
    });
    await tx
      .update(change_items)
      .set({ fields: Object.fromEntries(moved) })
      .where(isDraftOf({ kind, id }));
  }
}

/** Updates a set, so that one of two concurrent reverts is retried. Returns null if `only` doesn't hold. */
async function touch(tx: Database, set: string, only?: SQL) {
  const [found] = await tx
    .update(change_sets)
    .set({ problem: "" })
    .where(and(eq(change_sets.id, set), only))
    .returning({ by: SCHEDULER, title: change_sets.title, isUndo: isRevert });
  return found ?? null;
}

/**
 * Records a revert as a published set.
 * @param own id of the new set and its operation
 */
async function addRevert(tx: Database, set: string, own: string, written: readonly Named[]) {
  // Undoing a revert publishes the first set again, with its revert time.
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
