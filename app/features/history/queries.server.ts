import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { KindName, RecordKind, Row } from "../records/record-kind.server.ts";
import {
  changedLabels,
  type FieldChange,
  fieldsAt,
  fieldsOf,
  findChanges,
  grouped,
  idOf,
  keysOf,
  kindOf,
  nameOf,
  type Revision,
  type Step,
  stepOf,
} from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;
const VERSIONS_MAX = 300;

/**
 * Returns the history of a record, newest first, or null if it has none.
 * @param before id of the last step on the previous page
 * @returns `newest` is the id of the current version
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
  /** Each row of a record has its own revisions. */
  const previousOf = (revision: Revision) =>
    rows.slice(rows.indexOf(revision) + 1).find(({ record_key }) => record_key === revision.record_key) ??
    (kind.history?.keys && latest(db, revision, isBefore(revision.id)));
  const steps = grouped(shown).map(async (group) => {
    const all = await Promise.all(group.map(async (one) => stepOf(kind, one, await previousOf(one))));
    return { ...all[0]!, fields: all.flatMap(({ fields }) => fields) };
  });
  return {
    name: nameOf(kind, rows[0]!.row),
    steps: await Promise.all(steps),
    next: rows.length > PER_PAGE ? shown.at(-1)!.id : null,
    newest: before ? ((await findNewest(db, kindName, id))?.id ?? rows[0]!.id) : rows[0]!.id,
  };
}

/** Returns the newest 300 versions of a record, with the labels of the changed fields. */
export async function listVersions(db: Database, kindName: KindName, id: string) {
  const kind = kindOf(kindName);
  if (!kind) return [];
  const { id: revision, op, at, changed, operation } = revisions;
  // Avoids reading whole articles just to get the labels.
  const row = kind.history?.keys ? revisions.row : sql<Row>`'{}'::json`;
  const rows = await db
    .select({ id: revision, kind: revisions.kind, op, at, changed, operation, row })
    .from(revisions)
    .where(isOf(kind, id))
    .orderBy(desc(at), desc(revision))
    .limit(VERSIONS_MAX);
  return grouped(rows).map((group) => ({
    ...group[0]!,
    labels: kind.history?.keys
      ? group.flatMap((one) => changedLabels(kind, one))
      : (kind.fields ?? []).filter(({ name }) => group[0]!.changed?.includes(name)).map(({ label }) => label),
  }));
}

/**
 * Compares two versions in any order.
 * @returns null unless both belong to the record
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
  const earlier = new Map((await rowsAt(db, kind, from)).map((row) => [row.record_key, row]));
  const fields = (await rowsAt(db, kind, to)).flatMap((row) =>
    findChanges(kind, earlier.get(row.record_key), row),
  );
  return { from: from.id, to: to.id, fields };
}

const isOf = (kind: RecordKind, id: string) =>
  and(eq(revisions.kind, kind.name), inArray(revisions.record_key, [...keysOf(kind, id)]));

/** Returns null if the record has no history. */
export async function findNewest(db: Database, kindName: KindName, id: string) {
  const [found] = await db
    .select({ id: revisions.id, at: revisions.at })
    .from(revisions)
    .where(isOf(kindOf(kindName)!, id))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(1);
  return found ?? null;
}

/** Returns each row's revision at the time of the given revision. */
async function rowsAt(db: Database, kind: RecordKind, revision: Revision): Promise<Revision[]> {
  if (!kind.history?.keys) return [revision];
  return db
    .selectDistinctOn([revisions.record_key])
    .from(revisions)
    .where(
      and(isOf(kind, idOf(kind, revision.row)), or(eq(revisions.id, revision.id), isBefore(revision.id))),
    )
    .orderBy(revisions.record_key, desc(revisions.at), desc(revisions.id));
}

export const isBefore = (id: string): SQL =>
  sql`(${revisions.at}, ${revisions.id}) < (select r.at, r.id from ${revisions} r where r.id = ${id})`;

/**
 * Restores a record to a revision. The form's rules apply, and the record stays published or unpublished.
 * @param field restores only this field, to its value before the revision
 * @returns the record's name
 * @throws Refused if the revision is gone, the record is deleted, nothing can be restored, or a form rule fails
 */
export async function restoreRevision(db: Database, id: string, field?: string): Promise<string> {
  const [revision] = await db.select().from(revisions).where(eq(revisions.id, id));
  const kind = revision && kindOf(revision.kind);
  if (!kind) throw new Refused({ "": "This is no longer in the history." });
  const recordId = idOf(kind, revision.row);
  const states = await (field === undefined
    ? statesAt(db, kind, revision)
    : stateBefore(db, kind, revision, field));
  const fields = states
    .flatMap(({ row, revision }) => fieldsAt(kind, revision, row))
    .filter(({ name }) => field === undefined || name === field);
  if (!fields.length) throw new Refused({ "": "There's nothing to restore here." });
  const values = Object.fromEntries(
    fields.map(({ name, value, isDefault }) => [name, isDefault ? null : value]),
  );
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('app.reason', ${`restore:${states[0]?.revision?.id ?? ""}`}, true)`,
    );
    if ("trash" in kind && !(await kind.find(tx, recordId)))
      throw new Refused({
        "": "It's deleted. Restore it under Deleted first, then restore the older version.",
      });
    await (kind.history?.restore ?? kind.save)(tx, recordId, values);
  });
  return nameOf(kind, revision.row);
}

/** `revision` is undefined if the row didn't exist then. */
type State = { row: Row; revision: Revision | undefined };

async function statesAt(db: Database, kind: RecordKind, revision: Revision): Promise<State[]> {
  const rows = await rowsAt(db, kind, revision);
  const known = rows.map((one): State => ({ row: one.row, revision: one }));
  if (!kind.history?.keys) return known;
  const first = await db
    .selectDistinctOn([revisions.record_key])
    .from(revisions)
    .where(isOf(kind, idOf(kind, revision.row)))
    .orderBy(revisions.record_key, revisions.at, revisions.id);
  const isLater = ({ op, record_key }: Revision) =>
    op === "insert" && !rows.some((one) => one.record_key === record_key);
  return [...known, ...first.filter(isLater).map(({ row }) => ({ row, revision: undefined }))];
}

async function stateBefore(
  db: Database,
  kind: RecordKind,
  revision: Revision,
  field: string,
): Promise<State[]> {
  const { operation } = revision;
  const ofOperation =
    kind.history?.keys && operation
      ? await db
          .select()
          .from(revisions)
          .where(and(isOf(kind, idOf(kind, revision.row)), eq(revisions.operation, operation)))
          .orderBy(revisions.at, revisions.id)
      : [];
  const has = ({ row }: Revision) => fieldsOf(kind, row).some(({ name }) => name === field);
  const first = ofOperation.find(has) ?? revision;
  return [{ row: first.row, revision: await latest(db, first, isBefore(first.id)) }];
}

/** Returns the newest version of a record, among those that match `which`. */
export async function latest(db: Database, { kind, record_key }: Revision, which?: SQL) {
  const [found] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.record_key, record_key), which))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(1);
  return found;
}

export async function hasWritten(db: Database, operation: string): Promise<boolean> {
  const found = await db
    .select({ id: revisions.id })
    .from(revisions)
    .where(eq(revisions.operation, operation))
    .limit(1);
  return found.length > 0;
}

const WHOLE_DAYS = 90;
const KEPT_OF_EACH = 100;

/**
 * Deletes revisions that are older than 90 days and not among the last 100 of their row, except those that a
 * scheduled revert needs.
 */
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

export async function listKindsOf(db: Database, operation: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ kind: revisions.kind })
    .from(revisions)
    .where(eq(revisions.operation, operation));
  return found.map(({ kind }) => kind);
}

/** Returns null if there's no such revision. */
export async function findKindOf(db: Database, revision: string): Promise<string | null> {
  const [found] = await db.select({ kind: revisions.kind }).from(revisions).where(eq(revisions.id, revision));
  return found?.kind ?? null;
}
