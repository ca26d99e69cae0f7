// The history of records, texts, SEO and settings: what it shows, what it brings back, and how long it is kept.
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { KINDS } from "../records/kinds.server.ts";
import {
  type KindName,
  type RecordField,
  type RecordKind,
  type Row,
  withValues,
} from "../records/record-kind.server.ts";
import { type Block, findDifferences } from "./differences.ts";
import { revisions } from "./table.server.ts";

type Revision = typeof revisions.$inferSelect;

/** What happened, for the words of the panel. */
export type Happening =
  | "known"
  | "added"
  | "changed"
  | "replaced"
  | "published"
  | "unpublished"
  | "deleted"
  | "undeleted"
  | "purged"
  | "restored";

/** A field that a change touched. */
export type FieldChange = {
  name: string;
  label: string;
  /** pictures are shown, everything else is read */
  picture?: { before: string; after: string };
  blocks: Block[];
  /** whether the earlier value can be brought back by itself */
  isRestorable: boolean;
};

/** One state of a record, and what led to it. */
export type Step = {
  id: string;
  happening: Happening;
  at: Date;
  kind: KindName;
  recordId: string;
  name: string;
  fields: FieldChange[];
};

/** Shown or brought back by no form. */
const HIDDEN = new Set(["published", "deleted_at", "created_at", "is_sample", "id", "file_id"]);
const PER_PAGE = 30;
/** Why a record was written that came with the site. */
export const SAMPLE = "sample";

const kindOf = (name: string): RecordKind | undefined => KINDS.find((kind) => kind.name === name);
const idOf = ({ history }: RecordKind, row: Row) => history?.id?.(row) ?? String(row.id);
const nameOf = ({ history }: RecordKind, row: Row) =>
  history?.name?.(row) ?? String(row.title ?? row.name ?? "");
const keyOf = ({ history }: RecordKind, id: string) => history?.key?.(id) ?? id;
const fieldsOf = (kind: RecordKind, row: Row): RecordField[] =>
  (kind.history?.fields?.(row) ?? withValues(row, kind.fields ?? [])).filter(({ name }) => !HIDDEN.has(name));

/** The fields of a state; where there is no row, those that hold without one. */
function fieldsAt(kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] {
  const withoutRow = kind.history?.withoutRow;
  // Of a kind with built-in values, a row that is deleted holds none.
  const isGone = revision?.op === "delete" || (withoutRow && revision?.row.deleted_at);
  return revision && !isGone ? fieldsOf(kind, revision.row) : (withoutRow?.(row) ?? []);
}

/**
 * The history of one record, newest first.
 * @param before the id of the last step of the page before
 * @returns `next` where there is more; null where the kind has no such record in its history
 */
export async function listSteps(
  db: Database,
  kindName: KindName,
  id: string,
  before?: string,
): Promise<{ name: string; steps: Step[]; next: string | null } | null> {
  const kind = kindOf(kindName);
  if (!kind) return null;
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        eq(revisions.kind, kindName),
        eq(revisions.record_key, keyOf(kind, id)),
        before ? isBefore(before) : undefined,
      ),
    )
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(PER_PAGE + 1);
  if (!rows.length) return null;
  const shown = rows.slice(0, PER_PAGE);
  return {
    name: nameOf(kind, rows[0]!.row),
    steps: shown.map((row, i) => stepOf(kind, row, rows[i + 1])),
    next: rows.length > PER_PAGE ? shown.at(-1)!.id : null,
  };
}

/** Of what was changed when: all of it, or what one kind or one day of the site's time zone saw. */
export type ActivityFilter = { kind?: KindName; from?: Date; until?: Date; before?: string };

/** What was changed lately, newest first, with the fields that changed but not how. */
export async function listActivity(db: Database, filter: ActivityFilter) {
  const { kind, from, until, before } = filter;
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        kind
          ? eq(revisions.kind, kind)
          : inArray(
              revisions.kind,
              KINDS.map(({ name }) => name),
            ),
        // What the site began with is no change of the owner's.
        sql`${revisions.op} <> 'known' and ${revisions.reason} <> ${SAMPLE}`,
        from && gte(revisions.at, from),
        until && lt(revisions.at, until),
        before ? isBefore(before) : undefined,
      ),
    )
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(PER_PAGE + 1);
  const shown = rows.slice(0, PER_PAGE);
  const entries = shown.flatMap((revision) => {
    const kind = kindOf(revision.kind);
    if (!kind) return [];
    const labels = fieldsOf(kind, revision.row)
      .filter(({ name }) => revision.changed?.includes(name))
      .map(({ label }) => label);
    const { id, at } = revision;
    const step = { id, at, happening: happeningOf(revision), labels };
    return [
      { ...step, kind: kind.name, recordId: idOf(kind, revision.row), name: nameOf(kind, revision.row) },
    ];
  });
  return { entries, next: rows.length > PER_PAGE ? shown.at(-1)!.id : null };
}

const isBefore = (id: string): SQL =>
  sql`(${revisions.at}, ${revisions.id}) < (select r.at, r.id from ${revisions} r where r.id = ${id})`;

function happeningOf({ op, changed, row, reason }: Revision): Happening {
  if (reason.startsWith("restore:")) return "restored";
  if (op === "known" || reason === SAMPLE) return "known";
  if (op === "insert") return "added";
  if (op === "delete") return "purged";
  if (changed?.includes("deleted_at")) return row.deleted_at ? "deleted" : "undeleted";
  if (changed?.includes("published")) return row.published ? "published" : "unpublished";
  return changed?.includes("file_id") ? "replaced" : "changed";
}

function stepOf(kind: RecordKind, revision: Revision, previous: Revision | undefined): Step {
  const before = new Map(fieldsAt(kind, previous, revision.row).map((field) => [field.name, field]));
  const after = fieldsAt(kind, revision, revision.row);
  // What history does not reach back to has no changes to tell.
  const isFirst = revision.op === "known" || (!previous && revision.op !== "insert");
  return {
    id: revision.id,
    happening: happeningOf(revision),
    at: revision.at,
    kind: kind.name,
    recordId: idOf(kind, revision.row),
    name: nameOf(kind, revision.row),
    fields: isFirst
      ? []
      : after.flatMap((field) => {
          const earlier = before.get(field.name);
          if ((earlier?.value ?? "") === field.value) return [];
          return [describeChange(field, earlier)];
        }),
  };
}

/** What differs between a field and its earlier state. */
export function describeChange(field: RecordField, earlier: RecordField | undefined): FieldChange {
  const { name, label, format } = field;
  const [from, to] = [earlier, field].map((one) => one?.shown ?? said(one?.value ?? "")) as [string, string];
  return {
    name,
    label,
    picture: format === "picture" ? { before: earlier?.value ?? "", after: field.value } : undefined,
    blocks: findDifferences(format, from, to),
    isRestorable: earlier !== undefined,
  };
}

const said = (value: string) => (value === "true" ? "Yes" : value === "false" ? "No" : value);

/**
 * Brings back what a record was at a revision, by the rules of its form. Whether it is published stays as it is.
 * @param field only this one; then its value of before the revision
 * @returns what is called so, and `undo`: the revision that brings back what was before this
 * @throws Refused where it is deleted, where there is nothing to bring back, or by the rules of its form
 */
export async function restoreRevision(
  db: Database,
  id: string,
  field?: string,
): Promise<{ name: string; undo: string }> {
  const [revision] = await db.select().from(revisions).where(eq(revisions.id, id));
  const kind = revision && kindOf(revision.kind);
  if (!kind) throw new Refused({ "": "This is not in the history any more." });
  const recordId = idOf(kind, revision.row);
  const newest = await latest(db, revision);
  let source: Revision | undefined = revision;
  if (field !== undefined) source = await latest(db, revision, isBefore(revision.id));
  const fields = fieldsAt(kind, source, revision.row).filter(
    ({ name }) => field === undefined || name === field,
  );
  if (!fields.length) throw new Refused({ "": "There is nothing here that could be brought back." });
  const values = Object.fromEntries(
    fields.map(({ name, value, isDefault }) => [name, isDefault ? null : value]),
  );
  await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('app.reason', ${`restore:${source?.id ?? ""}`}, true)`);
    if ("trash" in kind && !(await kind.find(tx, recordId)))
      throw new Refused({ "": "It is deleted. Bring it back under Deleted first, then its older version." });
    await (kind.history?.restore ?? kind.save)(tx, recordId, values);
  });
  return { name: nameOf(kind, revision.row), undo: newest!.id };
}

/** The newest revision of a record, or the newest of those that fit. */
async function latest(db: Database, { kind, record_key }: Revision, which?: SQL) {
  const [found] = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.kind, kind), eq(revisions.record_key, record_key), which))
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(1);
  return found;
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
      ) as placed where place > ${KEPT_OF_EACH} and at < now() - make_interval(days => ${WHOLE_DAYS})
    )`);
}
