// The history of records, texts, SEO and settings: what it shows, what it brings back, and how long it is kept.
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
/** Of one record that can be compared: more than any list of choices needs. */
const VERSIONS_MAX = 300;

/**
 * The history of one record, newest first.
 * @param before the id of the last step of the page before
 * @returns `newest` is the id of the state that holds now, `next` where there is more; null where the kind has no such record in its history
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
 * The states of a record that can be compared, newest first.
 * @returns each with the labels of what it changed; at most 300
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
 * What the later of two states of one record has otherwise than the earlier one.
 * @param ids of the two revisions, in any order
 * @returns null where they are not two of that record
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
 * Brings back what a record was at a revision, by the rules of its form. Whether it is published stays as it is.
 * @param field only this one; then its value of before the revision
 * @returns what the record is called
 * @throws Refused where it is deleted, where there is nothing to bring back, or by the rules of its form
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

/** The newest state of a record; with `which` the newest of those. */
export async function latest(db: Database, { kind, record_key }: Revision, which?: SQL) {
  const [found] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.record_key, record_key), which))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(1);
  return found;
}

/** Whether history has something that an operation wrote. */
export async function hasWritten(db: Database, operation: string): Promise<boolean> {
  const found = await db
    .select({ id: revisions.id })
    .from(revisions)
    .where(eq(revisions.operation, operation))
    .limit(1);
  return found.length > 0;
}

/** Days in which every state is kept; of older ones, so many of each record. */
const WHOLE_DAYS = 90;
const KEPT_OF_EACH = 100;

/** Forgets what is older than 90 days and not among the last 100 states of its record. */
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
