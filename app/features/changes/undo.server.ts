// One undo for everything that history keeps: what an operation wrote becomes what it was before.
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
} from "./publish.server.ts";
import { isDraftOf } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

type Named = Omit<Change, "fields">;

/** What was done to take something back: fields that were written, records that came back, records that were deleted. */
export type Undone = { written: Change[]; restored: Named[]; removed: Named[] };

/**
 * Takes back what an operation wrote, all of it or none: fields become what they were, what it deleted comes back, what
 * it added is deleted. The security log tells of a change set and of settings.
 * @param operation as `revisions` has it; a published change set's is the set's id
 * @param actor who does it; absent for the server itself
 * @returns besides what was done the operation that did it, which can be undone itself, and the event of
 *   the security log where it was a change set
 * @throws Refused where something newer holds or it is too late, or by the rules of a form
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
    // What takes back a taking back publishes the changes again.
    if (of) await nameReason(tx, of.isUndo ? "publish" : "undo", operation, of.title);
    else await tx.execute(sql`select set_config('app.reason', 'restore:', true)`);
    const undone = await takeBack(tx, operation);
    // A text that went back to its built-in value comes back as a row, and is one of the set's all the same.
    if (of) await addBack(tx, operation, own, [...undone.written, ...undone.restored]);
    const event: "changes.published" | "changes.undone" | null =
      of && (of.isUndo ? "changes.published" : "changes.undone");
    return { ...undone, operation: own, event };
  });
  await recordWritten(db, done.event, done.written, { actor });
  return done;
}

/**
 * Takes a published change set back at its time, as `undoOperation` does; but a field that was saved since, or whose
 * record is gone, stays as it is.
 * @param only what must hold of the set at that moment
 * @param onStaying called in the same transaction with what stays, in words
 * @returns how many records were written; null where that does not hold any more
 * @throws Refused by the rules of a form; nothing is taken back then
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

/** What an operation did to one record; `newest` is how it is now, `before` undefined where it was not there. */
type Step = { kind: RecordKind; id: string; name: string } & Record<"after" | "newest", Revision> & {
    before: Revision | undefined;
  };

/** @param staying takes what was changed since, which stays as it is then; without it that is refused */
async function takeBack(tx: Database, operation: string, staying?: Conflict[]): Promise<Undone> {
  const steps = await readSteps(tx, operation);
  if (!steps.length) throw new Refused({ "": "It is too late to undo this." });
  await preserveSampleFlags(tx);
  const conflicts: Conflict[] = staying ?? [];
  const written: Change[] = [];
  const [added, deleted]: [Step[], Step[]] = [[], []];
  for (const step of steps) {
    const { kind, id, name, before, after, newest } = step;
    const change = { kind: kind.name, record_id: id, name };
    const [was, is] = [isThere(before), isThere(after)];
    const list = was && !is && (isRow(kind) || "trash" in kind) ? deleted : added;
    if (list === deleted || (is && !was && isRow(kind))) {
      if (newest.id === after.id) list.push(step);
      else conflicts.push({ ...change, labels: [] });
      continue;
    }
    const kept = inverseOf(step);
    const isGone = isRow(kind) && !isThere(newest);
    const { writes, labels } = mergeRecord(kept, isGone ? [] : valuesAt(kind, newest, newest.row), false);
    if (labels.length || (isGone && Object.keys(kept).length)) conflicts.push({ ...change, labels });
    if (Object.keys(writes).length) written.push({ ...change, fields: writes });
  }
  if (conflicts.length && !staying)
    throw new Refused({ "": `Changed since: ${nameConflicts(conflicts)}. Nothing was undone.` });
  if (!staying && !(written.length + added.length + deleted.length))
    throw new Refused({ "": "Everything is as it was before already." });
  // What others are filed under comes back before them and goes after them; redirects give way to pages.
  const isPage = ({ kind }: Step) => "trash" in kind;
  for (const step of deleted.filter(isPage).toReversed()) await restore(tx, step);
  for (const step of added.filter((one) => !isPage(one))) await remove(tx, step);
  await saveAll(tx, written);
  for (const step of deleted.filter((one) => !isPage(one))) await restore(tx, step);
  for (const step of added.filter(isPage)) await remove(tx, step);
  return { written, restored: deleted.map(namedOf), removed: added.map(namedOf) };
}

const namedOf = ({ kind, id, name }: Step): Named => ({ kind: kind.name, record_id: id, name });

/** Whether its records are added and deleted; the others have values of their own or the built-in ones. */
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

/** The fields that an operation changed, with those of their units: from what it made of them to what they were. */
function inverseOf({ kind, before, after }: Step): DraftFields {
  const earlier = new Map(valuesAt(kind, before, after.row).map((field) => [field.name, field]));
  const now = valuesAt(kind, after, after.row).filter(({ name }) => earlier.has(name));
  const isChanged = ({ name, value }: RecordField) => earlier.get(name)!.value !== value;
  const changed = now.filter(({ name }) => unitOf(now, name).some(isChanged));
  return Object.fromEntries(
    changed.map((field) => [field.name, { base: stateOf(field), value: stateOf(earlier.get(field.name)!) }]),
  );
}

/** What an operation did to each record, in the order of KINDS; of a change set, to the records that it names. */
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
    const item = items.find((one) => one.kind === kind.name && one.record_id === id);
    if (items.length && !item) continue;
    const before = await latest(tx, first, isBefore(first.id));
    // What history does not reach back to cannot be brought back.
    if (!before && first.op !== "insert") continue;
    const newest = (await latest(tx, after))!;
    steps.push({ kind, id, name: item?.name ?? nameOf(kind, newest.row), before, after, newest });
  }
  const placeOf = ({ kind }: Step) => KINDS.findIndex(({ name }) => name === kind.name);
  return steps.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Lets drafts that were based on what is taken back be based on what is live now: they were kept while it was live for a
 * time, and would be conflicts without anyone having saved.
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

/** Writes the set's row, so that of two that take it back at once the second one begins anew. */
async function touch(tx: Database, set: string, only?: SQL) {
  const [found] = await tx
    .update(change_sets)
    .set({ problem: "" })
    .where(and(eq(change_sets.id, set), only))
    .returning({ by: change_sets.scheduled_by, title: change_sets.title, isUndo: isRevert });
  return found ?? null;
}

/** Notes the change set that takes another one back. @param own its id, which is that of the operation */
async function addBack(tx: Database, set: string, own: string, written: readonly Named[]) {
  // What takes back a taking back makes the first one live again, which ends at the time that was set for it.
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
