// What a revision says of its record: what happened, which fields it had, and what another state has otherwise.
import { KINDS } from "../records/kinds.server.ts";
import { type RecordField, type RecordKind, type Row, withValues } from "../records/record-kind.server.ts";
import { type Block, findDifferences } from "./differences.ts";
import { readPublishReason } from "./reason.ts";
import type { revisions } from "./table.server.ts";

export type Revision = typeof revisions.$inferSelect;

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

/** How a change set wrote a state, and what it is called. */
export type Publishing = ReturnType<typeof readPublishReason>;

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
export type Step = ReturnType<typeof headOf> & { fields: FieldChange[] };

/** Shown or brought back by no form. */
const HIDDEN = new Set(["published", "deleted_at", "created_at", "is_sample", "id", "file_id"]);
/** Why a record was written that came with the site. */
export const SAMPLE = "sample";

/** The kind of a revision; undefined for one that the site does not have any more. */
export const kindOf = (name: string): RecordKind | undefined => KINDS.find((kind) => kind.name === name);
/** What `find` knows a record by, from a row of it. */
export const idOf = ({ history }: RecordKind, row: Row) => history?.id?.(row) ?? String(row.id);
export const nameOf = ({ history }: RecordKind, row: Row) =>
  history?.name?.(row) ?? String(row.title ?? row.name ?? "");
/** What the revisions of a record are kept under. */
export const keyOf = ({ history }: RecordKind, id: string) => history?.key?.(id) ?? id;
/** The fields of a row that history shows. */
export const fieldsOf = (kind: RecordKind, row: Row): RecordField[] => valuesOf(kind, row).filter(isShown);

const valuesOf = (kind: RecordKind, row: Row): RecordField[] =>
  kind.history?.fields?.(row) ?? withValues(row, kind.fields ?? []);
const isShown = ({ name }: RecordField) => !HIDDEN.has(name);

/** The fields of a state; where there is no row, those that hold without one. */
export function valuesAt(kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] {
  const withoutRow = kind.history?.withoutRow;
  // Of a kind with built-in values, a row that is deleted holds none.
  const isGone = revision?.op === "delete" || (withoutRow && revision?.row.deleted_at);
  return revision && !isGone ? valuesOf(kind, revision.row) : (withoutRow?.(row) ?? []);
}

/** As `valuesAt`, those that history shows. */
export const fieldsAt = (kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] =>
  valuesAt(kind, revision, row).filter(isShown);

function happeningOf({ op, changed, row, reason }: Revision): Happening {
  if (reason.startsWith("restore:")) return "restored";
  if (op === "known" || reason === SAMPLE) return "known";
  if (op === "insert") return "added";
  if (op === "delete") return "purged";
  if (changed?.includes("deleted_at")) return row.deleted_at ? "deleted" : "undeleted";
  if (changed?.includes("published")) return row.published ? "published" : "unpublished";
  return changed?.includes("file_id") ? "replaced" : "changed";
}

/** What led to a state. @param previous the state before it, undefined where history does not reach back to it */
export function stepOf(kind: RecordKind, revision: Revision, previous: Revision | undefined): Step {
  // What history does not reach back to has no changes to tell.
  const isFirst = revision.op === "known" || (!previous && revision.op !== "insert");
  return { ...headOf(kind, revision), fields: isFirst ? [] : findChanges(kind, previous, revision) };
}

/** What happened to which record, without its fields. */
export const headOf = (kind: RecordKind, revision: Revision) => ({
  id: revision.id,
  happening: happeningOf(revision),
  /** the change set that wrote it; null where a save did */
  publishing: readPublishReason(revision.reason),
  at: revision.at,
  /** the mark of the login that did it; null where none is known */
  session: revision.session,
  kind: kind.name,
  recordId: idOf(kind, revision.row),
  name: nameOf(kind, revision.row),
});

/** What one state of a record has otherwise than another one. @param before undefined for none */
export function findChanges(kind: RecordKind, before: Revision | undefined, after: Revision): FieldChange[] {
  const earlierBy = new Map(fieldsAt(kind, before, after.row).map((field) => [field.name, field]));
  return fieldsAt(kind, after, after.row).flatMap((field) => {
    const earlier = earlierBy.get(field.name);
    return (earlier?.value ?? "") === field.value ? [] : [describeChange(field, earlier)];
  });
}

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
