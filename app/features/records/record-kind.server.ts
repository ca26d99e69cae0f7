import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { AutosaveKind, RestorableName } from "../../copy/panel/record-kinds.ts";
import type { PageName } from "../../copy/site/pages.ts";
import type { Parts } from "../../copy/site/parts.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Trash } from "../../platform/database/deleted.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { ListedField } from "../fields/fields.ts";
import type { mapStrings } from "../landing-pages/sections.ts";

/** Kinds without a trash. Their changes are undone with Undo or the history. */
type PlainName = "page-seo" | "settings" | "redirects" | "imports";
export type KindName = RestorableName | PlainName;

/** @property isDefault whether the value is built in; reverting to it deletes the owner's text */
export type RecordField = ListedField & {
  value: string;
  isDefault?: boolean;
  /** display text for an internal value, such as the name for an id */
  shown?: string;
  /** what the parts of a JSON value are */
  parts?: Parts;
};

export type FoundRecord = {
  id: string;
  name: string;
  /** the form's `version` field; without a version, autosaves never update a draft */
  version?: number;
  fields: RecordField[];
};

export type RecordKind = RestorableKind | (Described & { name: PlainName });

type Described = {
  table: PgTable;
  form?: AutosaveKind;
  /** undefined if fields differ between records */
  fields?: readonly ListedField[];
  /** whether an empty form field leaves the stored value unchanged (SPEC 5) */
  keepsEmpty?: boolean;
  editor(id: string): string;
  /**
   * returns records with any of these texts in a text field, except deleted ones; skips the first `skip` and
   * returns at most `limit`
   */
  listWith(db: Database, sought: readonly string[], limit: number, skip?: number): Promise<FoundRecord[]>;
  find(db: Database, id: string): Promise<FoundRecord | null>;
  /** counts the items that publishing the record publishes, if it stands for several */
  size?(db: Database, id: string): Promise<number>;
  /**
   * Validates some fields with the form's rules and saves them; null restores the default.
   * @throws Refused if a rule fails or the record changed in the meantime
   */
  save(db: Database, id: string, fields: Record<string, string | null>): Promise<void>;
  /**
   * Validates fields with the form's rules and adds a record.
   * @returns the new id
   * @throws Refused if a rule fails
   */
  add?(db: Database, fields: Record<string, string>): Promise<string>;
  history?: KindHistory;
  /** the field that holds an object, a function that maps its strings, and one that names a place in it */
  strings?: {
    field: string;
    map: typeof mapStrings;
    label(value: unknown, path: readonly (string | number)[]): string;
  };
};

export type Row = Record<string, unknown>;

/**
 * How the history reads a kind. Defaults: rows have an `id`, a `title` or `name`, and one field per column.
 */
type KindHistory = {
  id?(row: Row): string;
  /** returns the key in `revisions` for an id */
  key?(id: string): string;
  /** returns all keys in `revisions` for a record with several rows */
  keys?(id: string): readonly string[];
  name?(row: Row): string;
  fields?(row: Row): RecordField[];
  /** returns the values that apply while no row is stored */
  withoutRow?(row: Row): RecordField[];
  /** whether `withoutRow` returns built-in values; defaults to true */
  isBuiltIn?(row: Row): boolean;
  /** restores a deleted row, for kinds without a trash */
  undelete?(db: Database, row: Row): Promise<void>;
  /** restores a version's fields; defaults to `save` */
  restore?: Described["save"];
};

/** A kind with a trash (decision 0035.28). */
export type RestorableKind = Described & {
  name: RestorableName;
  trash: Trash;
  samples?: { count(db: Database): Promise<number>; remove(db: Database): Promise<unknown> };
  search?: Search;
  page?: RecordPage;
};

export type Search = {
  table: PgTable & { id: PgColumn; deleted_at: PgColumn };
  /** the panel tab that shows all results */
  tab: string;
  title: PgColumn;
  /** distinguishes records with the same title */
  detail: PgColumn | SQL<string>;
  by: PgColumn[];
  orders: (PgColumn | SQL)[];
};

export type RecordPage = {
  table: PgTable &
    Record<
      | "id"
      | "slug"
      | "published"
      | "is_indexable"
      | "canonical_url"
      | "created_at"
      | "updated_at"
      | "deleted_at",
      PgColumn
    >;
  /** name in sitemaps, usually the first path segment */
  section: string;
  /** start of all paths, followed by the slug */
  base: string;
  slugAt(path: string): string | null;
  path(slug: string): string;
  image: PgColumn;
  listedOn: PageName[];
  /** returns the content of generated images; only checks read the excerpt */
  face(
    db: Database,
    slug: string,
  ): Promise<{ id: string; title: string; kind: string; excerpt?: string } | null>;
};

/** Describes paths with one folder before the slug. */
export const below = (section: string) => ({
  section,
  base: `/${section}/`,
  slugAt(path: string) {
    const [, first, slug] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return first === section && slug ? slug : null;
  },
});

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns a lookup that finds nothing for an id that isn't a UUID, which PostgreSQL would reject. */
export const byUuid =
  <Row>(find: (db: Database, id: string) => Promise<Row | null>) =>
  async (db: Database, id: string): Promise<Row | null> =>
    UUID.test(id) ? find(db, id) : null;

export const withValues = (record: object, fields: readonly ListedField[]): RecordField[] =>
  fields.map((field) => ({ ...field, value: String((record as Record<string, unknown>)[field.name] ?? "") }));

/** Returns whether a field contains text for visitors. */
export const hasWords = <Field extends ListedField>(
  field: Field,
): field is Field & { format: "text" | "html" | "json" } =>
  field.format === "text" || field.format === "html" || field.format === "json";

/** Matches rows with any of these texts in a text field, except deleted rows. */
export const isHolding = (
  table: PgTable & { deleted_at: PgColumn },
  fields: readonly ListedField[],
  sought: readonly string[],
) =>
  and(
    isNull(table.deleted_at),
    or(
      ...fields.filter(hasWords).flatMap(({ name }) => {
        const column = (table as unknown as Record<string, PgColumn>)[name];
        return sought.map((text) => sql`strpos(lower(${column}::text), lower(${text})) > 0`);
      }),
    ),
  );

/** Like `isHolding`, but in memory. */
export const holdsAny = (fields: readonly RecordField[], sought: readonly string[]) =>
  fields
    .filter(hasWords)
    .some(({ value }) => sought.some((text) => value.toLowerCase().includes(text.toLowerCase())));

/**
 * Saves a posted form without publishing or unpublishing.
 * @throws like `save`; Refused if the record is gone
 */
export async function saveFields(
  db: Database,
  kind: RecordKind,
  id: string,
  posted: Record<string, string>,
): Promise<void> {
  const found = await kind.find(db, id);
  if (!found) throw new Refused({ "": "It no longer exists." });
  const isGiven = (name: string) => name in posted && !(kind.keepsEmpty && !posted[name]!.trim());
  const fields = found.fields.filter(({ name }) => name !== "published" && isGiven(name));
  await kind.save(db, id, Object.fromEntries(fields.map(({ name }) => [name, posted[name]!])));
}

/**
 * Returns validated input.
 * @throws Refused with the first validation error
 */
export function checked<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw new Refused({ "": result.error.issues[0]?.message ?? "This can't be saved." });
  return result.data;
}
