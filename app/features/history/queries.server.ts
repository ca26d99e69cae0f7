// Lists, compares, restores and purges the history of records, texts, SEO and settings.
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { KindName, RecordKind } from "../records/record-kind.server.ts";
import {
  type FieldChange,
  fieldsAt,
  findChanges,
  idOf,
  keyOf,
  kindOf,
  nameOf,
  type Revision,
  type Step,
  stepOf,
} from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;
/** Limit for the versions of one record to compare, more than any select needs. */
const VERSIONS_MAX = 300;

/**
 * Returns the history of one record, newest first.
 * @param before the id of the last step on the previous page
 * @returns `newest` is the id of the current version; `next` is set if there are more. Null if the record has no
 * history
 */
export async function listSteps(
  db: Database,
  kindName: KindName,
  id: string,
  before?: string,
): Promise<{ name: string; steps: Step[]; next: string | null; newest: string } | null> {
  const kind = kindOf(kindName);
  if (!kind) return null;
  const rows = await db
    .select()
    .from(revisions)
    .where(and(isOf(kind, id), before ? isBefore(before) : undefined))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(PER_PAGE + 1);
  if (!rows.length) return null;
  const shown = rows.slice(0, PER_PAGE);
  return {
    name: nameOf(kind, rows[0]!.row),
    steps: shown.map((row, i) => stepOf(kind, row, rows[i + 1])),
    next: rows.length > PER_PAGE ? shown.at(-1)!.id : null,
    newest: before ? ((await latest(db, rows[0]!))?.id ?? rows[0]!.id) : rows[0]!.id,
  };
}

/**
 * Returns the versions of a record that can be compared, newest first.
 * @returns at most 300, each with the labels of the fields it changed
 */
export async function listVersions(db: Database, kindName: KindName, id: string) {
  const kind = kindOf(kindName);
  if (!kind) return [];
  const rows = await db
    .select({ id: revisions.id, op: revisions.op, at: revisions.at, changed: revisions.changed })
    .from(revisions)
    .where(isOf(kind, id))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(VERSIONS_MAX);
  return rows.map(({ changed, ...row }) => ({
    ...row,
    labels: (kind.fields ?? []).filter(({ name }) => changed?.includes(name)).map(({ label }) => label),
  }));
}

/**
 * Compares two versions of a record: the later one with the earlier one.
 * @param ids the two revisions, in any order
 * @returns null unless both belong to that record
 */
export async function compareVersions(
  db: Database,
  kindName: KindName,
  id: string,
  ids: readonly [string, string],
): Promise<{ from: string; to: string; fields: FieldChange[] } | null> {
  const kind = kindOf(kindName);
  if (!kind) return null;
  const [from, to, ...others] = await db
    .select()
    .from(revisions)
    .where(and(inArray(revisions.id, [...ids]), isOf(kind, id)))
    .orderBy(revisions.at, revisions.id);
  if (!from || !to || others.length) return null;
  return { from: from.id, to: to.id, fields: findChanges(kind, from, to) };
}

const isOf = (kind: RecordKind, id: string) =>
  and(eq(revisions.kind, kind.name), eq(revisions.record_key, keyOf(kind, id)));

export const isBefore = (id: string): SQL =>
  sql`(${revisions.at}, ${revisions.id}) < (select r.at, r.id from ${revisions} r where r.id = ${id})`;

/**
 * Restores a record to a revision, following the rules of its form. It stays published or unpublished as it is.
 * @param field restores only this field, to its value before the revision
 * @returns the name of the record
 * @throws Refused if the record is deleted, there's nothing to restore, or a form rule fails
 */
export async function restoreRevision(db: Database, id: string, field?: string): Promise<string> {
  const [revision] = await db.select().from(revisions).where(eq(revisions.id, id));
  const kind = revision && kindOf(revision.kind);
  if (!kind) throw new Refused({ "": "This is no longer in the history." });
  const recordId = idOf(kind, revision.row);
  let source: Revision | undefined = revision;
  if (field !== undefined) source = await latest(db, revision, isBefore(revision.id));
  const fields = fieldsAt(kind, source, revision.row).filter(
    ({ name }) => field === undefined || name === field,
  );
  if (!fields.length) throw new Refused({ "": "There's nothing to restore here." });
  const values = Object.fromEntries(
    fields.map(({ name, value, isDefault }) => [name, isDefault ? null : value]),
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.reason', ${`restore:${source?.id ?? ""}`}, true)`);
    if ("trash" in kind && !(await kind.find(tx, recordId)))
      throw new Refused({
        "": "It's deleted. Restore it under Deleted first, then restore the older version.",
      });
    await (kind.history?.restore ?? kind.save)(tx, recordId, values);
  });
  return nameOf(kind, revision.row);
}

/** Returns the newest version of a record, optionally only of those matching `which`. */
export async function latest(db: Database, { kind, record_key }: Revision, which?: SQL) {
  const [found] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.record_key, record_key), which))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(1);
  return found;
}

/** Returns whether the history has anything written by an operation. */
export async function hasWritten(db: Database, operation: string): Promise<boolean> {
  const found = await db
    .select({ id: revisions.id })
    .from(revisions)
    .where(eq(revisions.operation, operation))
    .limit(1);
  return found.length > 0;
}

/** All versions are kept for this many days; of older ones, only the latest KEPT_OF_EACH per record. */
const WHOLE_DAYS = 90;
const KEPT_OF_EACH = 100;

/** Deletes revisions that are older than 90 days and not among the last 100 of their record. */
export async function purgeRevisions(db: Database): Promise<void> {
  await db.execute(sql`
    delete from ${revisions} where id in (
      select id from (
        select id, at, row_number() over (partition by kind, record_key order by at desc, id desc) as place
          from ${revisions}
          where (operation is null or operation not in (select id from change_sets where take_back_at > now() - interval '1 day'))
            and (kind, record_key) in
            (select kind, record_key from ${revisions} where at < now() - make_interval(days => ${WHOLE_DAYS}))
      ) as placed where place > ${KEPT_OF_EACH} and at < now() - make_interval(days => ${WHOLE_DAYS})
    )`);
}
