// Types that describe a kind of record, and helpers to build them.
import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { RestorableName } from "../../copy/panel/record-kinds.ts";
import type { PageName } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Trash } from "../../platform/database/deleted.server.ts";
import { withTextSwitches } from "../../platform/database/record-columns.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { AutosaveKind } from "../autosaves/rules.ts";
import type { mapStrings } from "../landing-pages/sections.ts";

/** Kinds without a trash: they fall back to defaults or are restored by Undo and the history. */
type PlainName = "page-seo" | "settings" | "redirects" | "imports";
export type KindName = RestorableName | PlainName;

/** How a field is written. The first three contain text for visitors, `image` an image URL, `other` neither. */
export type FieldFormat = "text" | "html" | "json" | "image" | "other";
type KindField = {
  name: string;
  label: string;
  format: FieldFormat;
  /** fields of one unit belong together: a draft or a conflict of one includes the others */
  unit?: string;
};
/** @property isDefault whether it's the built-in value; undoing the change that replaced it removes the owner's text */
export type RecordField = KindField & {
  value: string;
  isDefault?: boolean;
  /** what people read instead of the value, such as a name for an id */
  shown?: string;
};

/** One record with the values of its form. */
export type FoundRecord = {
  /** the id that opens its editor */
  id: string;
  /** its name in the panel */
  name: string;
  /** what its form posts as `version`; without it, its form's autosaves never update a draft */
  version?: number;
  fields: RecordField[];
};

export type RecordKind = RestorableKind | (Described & { name: PlainName });

type Described = {
  table: PgTable;
  /** the `data-form` under which its form is autosaved */
  form?: AutosaveKind;
  /** undefined if each record has its own fields */
  fields?: readonly KindField[];
  /** whether an empty field of its form leaves the stored value alone (SPEC 5) */
  keepsEmpty?: boolean;
  /** the URL in the panel that edits a record */
  editor(id: string): string;
  /**
   * returns records with any of these texts in a text field, except deleted ones: at most `limit` after the first
   * `skip`
   */
  listWith(db: Database, sought: readonly string[], limit: number, skip?: number): Promise<FoundRecord[]>;
  /** returns null if the record is gone */
  find(db: Database, id: string): Promise<FoundRecord | null>;
  /**
   * Saves some fields as the form would; null restores the default.
   * @throws Refused if a form rule fails or another window saved since then
   */
  save(db: Database, id: string, fields: Record<string, string | null>): Promise<void>;
  /**
   * Adds a record as its form would, to preview it.
   * @returns its id
   * @throws Refused if a form rule fails
   */
  add?(db: Database, fields: Record<string, string>): Promise<string>;
  history?: KindHistory;
  /** the field that is an object rather than a value, and how to change each string in it */
  strings?: { field: string; map: typeof mapStrings };
};

/** A row from the history, as JSON. */
export type Row = Record<string, unknown>;

/**
 * What the history needs to know about a kind if its rows aren't identified by `id`, named by `title` or `name`, and
 * shown column by column.
 */
type KindHistory = {
  /** the id for `find` */
  id?(row: Row): string;
  /** the key in `revisions`, from the id for `find` */
  key?(id: string): string;
  /** for a record of several rows: their keys */
  keys?(id: string): readonly string[];
  name?(row: Row): string;
  fields?(row: Row): RecordField[];
  /** the values that apply without a row */
  withoutRow?(row: Row): RecordField[];
  /** whether those are built-in values that a row only overrides; true if omitted */
  isBuiltIn?(row: Row): boolean;
  /** restores a permanently deleted row, for kinds without a trash */
  undelete?(db: Database, row: Row): Promise<void>;
  /** restores fields, if `save` doesn't accept the values of a row */
  restore?: Described["save"];
};

/** A kind whose records can be deleted and restored (decision 0035.28). Optional parts only apply to some kinds. */
export type RestorableKind = Described & {
  name: RestorableName;
  trash: Trash;
  /** counts and removes the sample records that can be removed */
  samples?: { count(db: Database): Promise<number>; remove(db: Database): Promise<unknown> };
  search?: Search;
  page?: RecordPage;
};

export type Search = {
  table: PgTable & { id: PgColumn; deleted_at: PgColumn };
  /** the panel's list, which can continue the search */
  tab: string;
  title: PgColumn;
  /** distinguishes records with the same title */
  detail: PgColumn | SQL<string>;
  /** columns to search for parts of the text */
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
  /** its name in sitemaps; for most kinds the first segment of its path */
  section: string;
  /** how its paths start; the slug follows */
  base: string;
  /** returns the slug of the record that may be at a path; null for other pages */
  slugAt(path: string): string | null;
  path(slug: string): string;
  image: PgColumn;
  /** pages that list records of this kind and change with them */
  listedOn: PageName[];
  /** what images of a published record are drawn from; the panel's checks may also use the excerpt */
  face(
    db: Database,
    slug: string,
  ): Promise<{ id: string; title: string; kind: string; excerpt?: string } | null>;
};

/** Returns the paths of a kind whose slugs follow one segment. */
export const below = (section: string) => ({
  section,
  base: `/${section}/`,
  slugAt(path: string) {
    const [, first, slug] = /^\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    return first === section && slug ? slug : null;
  },
});

/** The formats of the fields for search engines and networks that aren't text. */
export const SEARCH_FORMATS = {
  canonical_url: "other",
  share_image: "image",
  is_indexable: "other",
  is_followable: "other",
} as const;

/** Returns the form's fields from their labels; the format defaults to text. */
export const fieldsOf = <Name extends string>(
  labels: Record<Name, string>,
  formats: Partial<Record<Name, FieldFormat>> = {},
): KindField[] =>
  Object.entries<string>(labels).map(([name, label]) => ({
    name,
    label,
    format: formats[name as Name] ?? "text",
  }));

type Versioned = { id: string; version: number };

/**
 * Implements reading and saving for a kind whose records are rows of one table.
 * @param of.orders sort order of `listWith`
 * @param of.nameOf the record's name in the panel
 * @param of.asForm the row as its form posts it, if that differs
 * @param of.shownOf what people read instead of the values, by field name
 * @param of.write saves input that passed the form's rules
 */
export function inTable<Row extends Versioned, Schema extends z.ZodType>(of: {
  table: PgTable & { deleted_at: PgColumn };
  fields: readonly KindField[];
  orders: PgColumn[];
  nameOf: (row: Row) => string;
  asForm?: (row: Row) => object;
  shownOf?: (row: Row) => Record<string, string>;
  find: (db: Database, id: string) => Promise<Row | null>;
  schema: Schema;
  write: (db: Database, id: string, version: number, input: z.output<Schema>) => Promise<unknown>;
}): Pick<Described, "listWith" | "find" | "save"> {
  const { table, fields, orders, nameOf, asForm = (row) => row, shownOf, find, schema, write } = of;
  const asFound = (row: Row) => ({
    id: row.id,
    name: nameOf(row),
    version: row.version,
    fields: withValues(asForm(row), fields).map((field) => {
      const shown = shownOf?.(row)[field.name];
      return shown === undefined ? field : { ...field, shown };
    }),
  });
  return {
    async listWith(db, sought, limit, skip = 0) {
      const rows = db
        .select()
        .from(table as PgTable)
        .where(isHolding(table, fields, sought));
      return (
        (await rows
          .orderBy(...orders)
          .limit(limit)
          .offset(skip)) as unknown as Row[]
      ).map(asFound);
    },
    async find(db, id) {
      const row = await find(db, id);
      return row && asFound(row);
    },
    async save(db, id, changed) {
      const row = await find(db, id);
      // Keeps the record published or unpublished.
      const form = row && withTextSwitches(asForm(row));
      const input = form && checked(schema, { ...form, published: undefined, ...changed });
      if (row && input) await write(db, id, row.version, input);
    },
  };
}

export const withValues = (record: object, fields: readonly KindField[]): RecordField[] =>
  fields.map((field) => ({ ...field, value: String((record as Record<string, unknown>)[field.name] ?? "") }));

/** Returns whether a field contains text for visitors. */
export const hasWords = <Field extends KindField>(
  field: Field,
): field is Field & { format: "text" | "html" | "json" } =>
  field.format === "text" || field.format === "html" || field.format === "json";

/** Matches rows that aren't deleted and have any of these texts in a text field. */
export const isHolding = (
  table: PgTable & { deleted_at: PgColumn },
  fields: readonly KindField[],
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

/** Does the same as `isHolding`, without the database. */
export const holdsAny = (fields: readonly RecordField[], sought: readonly string[]) =>
  fields
    .filter(hasWords)
    .some(({ value }) => sought.some((text) => value.toLowerCase().includes(text.toLowerCase())));

/**
 * Saves what a form of this kind posts. The record stays published or unpublished.
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

/** @throws Refused with the first error of the form's rules */
export function checked<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw new Refused({ "": result.error.issues[0]?.message ?? "This can't be saved." });
  return result.data;
}
