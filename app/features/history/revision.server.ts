// Describes revisions: what happened, which fields the record had, and how two versions differ.
import { getTableColumns } from "drizzle-orm";
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
  | "reset"
  | "restored";

/** How a change set wrote a version, and the title of the set. */
export type Publishing = ReturnType<typeof readPublishReason>;

export type FieldChange = {
  name: string;
  label: string;
  /** images are shown side by side, everything else as text */
  image?: { before: string; after: string };
  blocks: Block[];
  /** whether the earlier value can be restored separately */
  isRestorable: boolean;
};

/** One version of a record, and how it came about. */
export type Step = ReturnType<typeof headOf> & { fields: FieldChange[] };

/** Columns that the history neither shows nor restores. */
const HIDDEN = new Set(["published", "deleted_at", "created_at", "is_sample", "id", "file_id"]);
/** The reason of revisions written with the sample content. */
export const SAMPLE = "sample";

/** Returns the kind of a revision, or undefined if the site no longer has it. */
export const kindOf = (name: string): RecordKind | undefined => KINDS.find((kind) => kind.name === name);
/** Returns the id for `find`, from a row of the record. */
export const idOf = ({ history }: RecordKind, row: Row) => history?.id?.(row) ?? String(row.id);
export const nameOf = ({ history }: RecordKind, row: Row) =>
  history?.name?.(row) ?? String(row.title ?? row.name ?? "");
/** Returns the keys of a record in `revisions`: one, unless it has several rows. */
export const keysOf = ({ history }: RecordKind, id: string) =>
  history?.keys?.(id) ?? [history?.key?.(id) ?? id];
/** Returns the fields of a row that the history shows. */
export const fieldsOf = (kind: RecordKind, row: Row): RecordField[] => valuesOf(kind, row).filter(isShown);

function valuesOf(kind: RecordKind, old: Row): RecordField[] {
  const row = { ...defaultsOf(kind), ...old };
  return kind.history?.fields?.(row) ?? withValues(row, kind.fields ?? []);
}

/** Returns the default values of a record's switches, for rows older than the columns. */
const defaultsOf = ({ table }: RecordKind): Row =>
  Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter((column) => typeof column.default === "boolean")
      .map((column) => [column.name, column.default]),
  );
const isShown = ({ name }: RecordField) => !HIDDEN.has(name);

/** Returns the fields of a version. Without a row, returns the built-in values if the kind has them. */
export function valuesAt(kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] {
  const withoutRow = kind.history?.withoutRow;
  // For a kind with built-in values, a deleted row means the built-in ones.
  const isGone = revision?.op === "delete" || (withoutRow && revision?.row.deleted_at);
  return revision && !isGone ? valuesOf(kind, revision.row) : (withoutRow?.(row) ?? []);
}

/** Does the same as `valuesAt`, but returns only the fields that the history shows. */
export const fieldsAt = (kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] =>
  valuesAt(kind, revision, row).filter(isShown);

function happeningOf({ history }: RecordKind, { op, changed, row, reason }: Revision): Happening {
  if (reason.startsWith("restore:")) return "restored";
  if (op === "known" || reason === SAMPLE) return "known";
  // A built-in text or a setting exists even without a row: adding the row is a change, and deleting it a reset.
  if (history?.withoutRow && (history.isBuiltIn?.(row) ?? true))
    return op === "delete" || row.deleted_at ? "reset" : "changed";
  if (op === "insert") return "added";
  if (op === "delete") return "purged";
  if (changed?.includes("deleted_at")) return row.deleted_at ? "deleted" : "undeleted";
  if (changed?.includes("published")) return row.published ? "published" : "unpublished";
  return changed?.includes("file_id") ? "replaced" : "changed";
}

/** Returns the labels of the fields that a revision changed. If a record has several rows, each counts as a field. */
export function changedLabels(
  kind: RecordKind,
  { row, changed }: Pick<Revision, "row" | "changed">,
): string[] {
  const { keys, withoutRow } = kind.history ?? {};
  // The first change of built-in values adds a row.
  const builtIn = new Map(withoutRow?.(row).map(({ name, value }) => [name, value]));
  const isChanged = ({ name, value }: RecordField) =>
    changed ? changed.includes(name) : builtIn.has(name) && builtIn.get(name) !== value;
  return fieldsOf(kind, row)
    .filter((field) => keys || isChanged(field))
    .map(({ label }) => label);
}

/** Groups the revisions that one operation wrote to a record of several rows; each other revision is its own group. */
export function grouped<Of extends Pick<Revision, "kind" | "operation" | "row">>(
  revisions: readonly Of[],
): Of[][] {
  const groups: Of[][] = [];
  for (const revision of revisions) {
    const [last] = groups.at(-1) ?? [];
    const kind = kindOf(revision.kind);
    const isSame =
      kind?.history?.keys &&
      revision.operation !== null &&
      last?.operation === revision.operation &&
      last.kind === revision.kind &&
      idOf(kind, last.row) === idOf(kind, revision.row);
    if (isSame) groups.at(-1)!.push(revision);
    else groups.push([revision]);
  }
  return groups;
}

/** Describes how a version came about. @param previous the version before; undefined if the history doesn't have it */
export function stepOf(kind: RecordKind, revision: Revision, previous: Revision | undefined): Step {
  // Without a previous version, there's nothing to compare.
  const isFirst = revision.op === "known" || (!previous && revision.op !== "insert");
  return { ...headOf(kind, revision), fields: isFirst ? [] : findChanges(kind, previous, revision) };
}

/** Returns a revision's record and what happened to it, without the fields. */
export const headOf = (kind: RecordKind, revision: Revision) => ({
  id: revision.id,
  happening: happeningOf(kind, revision),
  /** the change set that wrote it; null for a regular save */
  publishing: readPublishReason(revision.reason),
  at: revision.at,
  /** the session that did it; null if unknown */
  session: revision.session,
  /** the person who did it; null for the one-password owner */
  person: revision.person_id,
  kind: kind.name,
  recordId: idOf(kind, revision.row),
  name: nameOf(kind, revision.row),
});

/** Returns the fields in which a version differs from an earlier one. @param before undefined if there is none */
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
    image: format === "image" ? { before: earlier?.value ?? "", after: field.value } : undefined,
    blocks: findDifferences(format, from, to),
    isRestorable: earlier !== undefined,
  };
}

const said = (value: string) => (value === "true" ? "Yes" : value === "false" ? "No" : value);
