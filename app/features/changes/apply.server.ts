// Applies changes with the regular save functions. Publishing commits them; a preview rolls them back.
import { setTimeout as delay } from "node:timers/promises";
import { and, inArray, isNull } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused } from "../../platform/database/refused.ts";
import { KINDS, kindsWith } from "../records/kinds.server.ts";
import type { KindName, RecordKind } from "../records/record-kind.server.ts";
import { type DraftFields, mergeRecord, rebase } from "./merge.ts";

export type Change = { kind: KindName; record_id: string; name: string; fields: DraftFields };

/** `labels` names the fields changed since the draft was saved; empty if the record was deleted. */
export type Conflict = { kind: KindName; record_id: string; name: string; labels: string[] };

/** Formats conflicts for messages, such as "About us (Title, Excerpt); Team (deleted)". */
export const nameConflicts = (conflicts: readonly Conflict[]): string =>
  conflicts.map(({ name, labels }) => `${name} (${labels.join(", ") || "deleted"})`).join("; ");

/** The set can't be published until its conflicts are resolved. */
export class ChangeConflicts extends Refused {
  override name = "ChangeConflicts";
  readonly conflicts: Conflict[];

  constructor(conflicts: Conflict[]) {
    super({
      "": `Newer versions were published after you started the draft: ${nameConflicts(conflicts)}. Nothing was published. Choose which version to keep.`,
    });
    this.conflicts = conflicts;
  }
}

const kindOf = (name: KindName): RecordKind => {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Refused({ "": "This type of item no longer exists." });
  return kind;
};

/** Counts the items in records, some of which stand for several. */
export async function countItems(
  db: Database,
  records: readonly Pick<Change, "kind" | "record_id">[],
): Promise<number> {
  let count = 0;
  for (const { kind, record_id } of records) count += (await kindOf(kind).size?.(db, record_id)) ?? 1;
  return count;
}

/** Returns the published version of a record, or null if it's gone. */
export const findLive = (db: Database, kind: KindName, id: string) => kindOf(kind).find(db, id);

export const editorOf = (kind: KindName, id: string): string => kindOf(kind).editor(id);

/**
 * Applies changes within the caller's transaction, in an order that avoids slug conflicts.
 * @param conflicts `refuse` throws, `take` applies the draft. Conflicts and missing records are added to a list if
 * you pass one; fields in conflict then stay unchanged.
 * @returns the changes written
 * @throws ChangeConflicts; Refused if a record is gone or a form rule fails
 */
export async function applyChanges(
  tx: Database,
  changes: readonly Change[],
  conflicts: "refuse" | "take" | Conflict[] = "refuse",
): Promise<Change[]> {
  if (conflicts === "take") {
    const [first] = await findGone(tx, changes);
    if (first) throw gone(first);
    const shown: Change[] = [];
    for (const change of changes) shown.push(hasJson(change) ? await rebased(tx, change) : change);
    await saveAll(tx, shown);
    return shown;
  }
  const met: Change[] = [];
  const left = Array.isArray(conflicts) ? conflicts : null;
  const refused: Conflict[] = left ?? [];
  for (const change of changes) {
    const found = await findLive(tx, change.kind, change.record_id);
    if (!found && left) left.push({ ...change, labels: [] });
    if (!found && left) continue;
    if (!found) throw gone(change);
    const { writes, labels } = mergeRecord(change.fields, found.fields, left === null);
    if (labels.length) refused.push({ ...change, labels });
    if (Object.keys(writes).length) met.push({ ...change, fields: writes });
  }
  if (refused.length && !left) throw new ChangeConflicts(refused);
  await saveAll(tx, met);
  return met;
}

/** Returns whether a draft changes lists or objects, which are merged with newer versions item by item. */
const hasJson = ({ fields }: Change) =>
  Object.values(fields).some(({ value }) => /^\s*[[{]/.test(value.value));

/** Bases a draft on the published version, so a preview shows what publishing would give. */
async function rebased(tx: Database, change: Change): Promise<Change> {
  const found = await findLive(tx, change.kind, change.record_id);
  return found ? { ...change, fields: rebase(change.fields, found.fields) } : change;
}

const gone = ({ name }: Change) =>
  new Refused({ "": `“${name}” has since been deleted. Discard its draft.` });

/** Returns the changes to deleted records. Uses one query per table, to speed up previews. */
export async function findGone(tx: Database, changes: readonly Change[]): Promise<Change[]> {
  const rest = new Set(changes);
  const found: Change[] = [];
  for (const { name, search } of kindsWith("search")) {
    const of = changes.filter(({ kind }) => kind === name);
    if (!of.length) continue;
    const { id, deleted_at } = search.table;
    const ids = of.map(({ record_id }) => record_id);
    const rows = await tx
      .select({ id })
      .from(search.table as PgTable)
      .where(and(inArray(id, ids), isNull(deleted_at)));
    const there = new Set(rows.map((row) => row.id));
    for (const change of of) {
      if (!there.has(change.record_id)) found.push(change);
      rest.delete(change);
    }
  }
  for (const change of rest) if (!(await findLive(tx, change.kind, change.record_id))) found.push(change);
  return found;
}

/** Saves in the given order. If a form rule fails, tries other orders. */
export async function saveAll(tx: Database, changes: readonly Change[]) {
  try {
    await tx.transaction(async (inner) => {
      for (const change of changes) await saveChange(inner, change);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    await saveInSomeOrder(tx, changes);
  }
}

/** Limits a preview's retries after concurrent saves. Publishing uses `withSerializableRetry`. */
const ROUNDS = 20;

async function saveInSomeOrder(tx: Database, changes: readonly Change[]) {
  let waiting = changes;
  for (let round = 1; waiting.length; round++) {
    const refused: { change: Change; error: Refused }[] = [];
    for (const change of waiting) {
      try {
        await tx.transaction((inner) => saveChange(inner, change));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refused.push({ change, error });
      }
    }
    // If another window has just saved one of the records, the next round may succeed.
    const isRaced = round < ROUNDS && refused.some(({ error }) => error instanceof ChangedSinceOpened);
    if (refused.length === waiting.length && !isRaced) {
      const { change, error } = refused[0]!;
      throw new Refused({ "": `“${change.name}” can't be published: ${error.message}` });
    }
    waiting = refused.map(({ change }) => change);
  }
}

const saveChange = (tx: Database, { kind, record_id, fields }: Change) =>
  kindOf(kind).save(tx, record_id, valuesOf(fields));

const valuesOf = (fields: DraftFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { value }]) => [name, value.isDefault ? null : value.value]),
  );

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const TRIES = 8;
/** The maximum wait doubles with each retry. */
const FIRST_WAIT_MS = 10;

/** Runs `work` on a database snapshot. Retries it after a random wait if it conflicts with another transaction. */
export async function withSerializableRetry<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction(work, { isolationLevel: "repeatable read" });
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || tries === TRIES) throw error;
      await delay(Math.random() * FIRST_WAIT_MS * 2 ** tries);
    }
  }
}
