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

export type Publishing = ReturnType<typeof readPublishReason>;

export type FieldChange = {
  name: string;
  label: string;
  /** only for images, which are shown side by side */
  image?: { before: string; after: string };
  blocks: Block[];
  isRestorable: boolean;
};

export type Step = ReturnType<typeof headOf> & { fields: FieldChange[] };

const HIDDEN = new Set(["published", "deleted_at", "created_at", "is_sample", "id", "file_id"]);
export const SAMPLE = "sample";

/** Returns undefined if the site no longer has that kind. */
export const kindOf = (name: string): RecordKind | undefined => KINDS.find((kind) => kind.name === name);
/** Returns the id that the kind's `find` takes. */
export const idOf = ({ history }: RecordKind, row: Row) => history?.id?.(row) ?? String(row.id);
export const nameOf = ({ history }: RecordKind, row: Row) =>
  history?.name?.(row) ?? String(row.title ?? row.name ?? "");
/** Returns a record's keys in `revisions`, one for each of its rows. */
export const keysOf = ({ history }: RecordKind, id: string) =>
  history?.keys?.(id) ?? [history?.key?.(id) ?? id];
/** Returns the fields that the history shows. */
export const fieldsOf = (kind: RecordKind, row: Row): RecordField[] => valuesOf(kind, row).filter(isShown);

function valuesOf(kind: RecordKind, old: Row): RecordField[] {
  const row = { ...defaultsOf(kind), ...old };
  return kind.history?.fields?.(row) ?? withValues(row, kind.fields ?? []);
}

/** Old rows may lack newer columns. */
const defaultsOf = ({ table }: RecordKind): Row =>
  Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter((column) => typeof column.default === "boolean")
      .map((column) => [column.name, column.default]),
  );
const isShown = ({ name }: RecordField) => !HIDDEN.has(name);

/** Returns the fields of a version. Without a row, the built-in values apply. */
export function valuesAt(kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] {
  const withoutRow = kind.history?.withoutRow;
  // A deleted row means that the built-in values apply again.
  const isGone = revision?.op === "delete" || (withoutRow && revision?.row.deleted_at);
  return revision && !isGone ? valuesOf(kind, revision.row) : (withoutRow?.(row) ?? []);
}

/** Like `valuesAt`, without fields that the history hides. */
export const fieldsAt = (kind: RecordKind, revision: Revision | undefined, row: Row): RecordField[] =>
  valuesAt(kind, revision, row).filter(isShown);

function happeningOf({ history }: RecordKind, { op, changed, row, reason }: Revision): Happening {
  if (reason.startsWith("restore:")) return "restored";
  if (op === "known" || reason === SAMPLE) return "known";
  // Deleting a built-in text or setting resets it.
  if (history?.withoutRow && (history.isBuiltIn?.(row) ?? true))
    return op === "delete" || row.deleted_at ? "reset" : "changed";
  if (op === "insert") return "added";
  if (op === "delete") return "purged";
  if (changed?.includes("deleted_at")) return row.deleted_at ? "deleted" : "undeleted";
  if (changed?.includes("published")) return row.published ? "published" : "unpublished";
  return changed?.includes("file_id") ? "replaced" : "changed";
}

/** Returns the labels of changed fields. If a record has several rows, each row counts as a field. */
export function changedLabels(
  kind: RecordKind,
  { row, changed }: Pick<Revision, "row" | "changed">,
): string[] {
  const { keys, withoutRow } = kind.history ?? {};
  // The first change to built-in values adds a row.
  const builtIn = new Map(withoutRow?.(row).map(({ name, value }) => [name, value]));
  const isChanged = ({ name, value }: RecordField) =>
    changed ? changed.includes(name) : builtIn.has(name) && builtIn.get(name) !== value;
  return fieldsOf(kind, row)
    .filter((field) => keys || isChanged(field))
    .map(({ label }) => label);
}

/** Groups revisions if one operation wrote several rows of a record. */
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

/**
 * Returns a version and its changes.
 * @param previous undefined if the history doesn't have it
 */
export function stepOf(kind: RecordKind, revision: Revision, previous: Revision | undefined): Step {
  const isFirst = revision.op === "known" || (!previous && revision.op !== "insert");
  return { ...headOf(kind, revision), fields: isFirst ? [] : findChanges(kind, previous, revision) };
}

/** Returns a revision's record, time and author, without the fields. */
export const headOf = (kind: RecordKind, revision: Revision) => ({
  id: revision.id,
  happening: happeningOf(kind, revision),
  /** null for a regular save */
  publishing: readPublishReason(revision.reason),
  at: revision.at,
  session: revision.session,
  /** null for the sign-in with the site's password */
  person: revision.person_id,
  kind: kind.name,
  recordId: idOf(kind, revision.row),
  name: nameOf(kind, revision.row),
});

/**
 * Returns the fields that differ.
 * @param before undefined if there's no earlier version
 */
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
