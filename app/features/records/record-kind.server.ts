// What the rest of the product asks of a kind of record, and the parts that kinds are described with.
import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { RestorableName } from "../../copy/panel/record-kinds.ts";
import type { PageName } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Trash } from "../../platform/database/deleted.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { AutosaveKind } from "../autosaves/rules.ts";

/** Those that no trash brings back: a default takes their place, or Undo and their history do. */
type PlainName = "page-seo" | "settings" | "redirects";
export type KindName = RestorableName | PlainName;

/** How a field is written: the first three hold words for visitors, `picture` the address of one, `other` is neither. */
export type FieldFormat = "text" | "html" | "json" | "picture" | "other";
type KindField = {
  name: string;
  label: string;
  format: FieldFormat;
  /** fields of one unit say one thing together: a draft of one holds the others too, and so does a conflict */
  unit?: string;
};
/** @property isDefault the owner has not written it: to undo a change takes the owner's words away again */
export type RecordField = KindField & {
  value: string;
  isDefault?: boolean;
  /** what a person reads instead of the value, such as a name for an id */
  shown?: string;
};

/** One record as its form has it. */
export type FoundRecord = {
  /** what its editor is opened with */
  id: string;
  /** as the panel calls it */
  name: string;
  fields: RecordField[];
};

export type RecordKind = RestorableKind | (Described & { name: PlainName });

type Described = {
  table: PgTable;
  /** absent where every record has fields of its own */
  fields?: readonly KindField[];
  /** the panel's address at which one is edited */
  editor(id: string): string;
  /** those with one of these texts in a field with words, at most `limit` after the first `skip`; deleted ones left out */
  listWith(db: Database, sought: readonly string[], limit: number, skip?: number): Promise<FoundRecord[]>;
  /** null where it is gone */
  find(db: Database, id: string): Promise<FoundRecord | null>;
  /**
   * Saves some of its fields as its form would; null brings the default back.
   * @throws Refused by its rules, or where another window has saved meanwhile
   */
  save(db: Database, id: string, fields: Record<string, string | null>): Promise<void>;
  history?: KindHistory;
};

/** A row that history kept, as JSON. */
export type Row = Record<string, unknown>;

/** What history needs to know of a kind whose rows are not named by `id` and `title` or `name`, or not shown by column. */
type KindHistory = {
  /** what `find` knows it by */
  id?(row: Row): string;
  /** what its revisions are kept under, from what `find` knows it by */
  key?(id: string): string;
  name?(row: Row): string;
  fields?(row: Row): RecordField[];
  /** what holds where there is no row */
  withoutRow?(row: Row): RecordField[];
  /** brings back a row that was deleted for good, where there is no trash */
  undelete?(db: Database, row: Row): Promise<void>;
  /** brings fields back, where `save` does not take them as a row has them */
  restore?: Described["save"];
};

/** A kind of record that is deleted and brought back (decision 0035.28). What is absent, its records do not have. */
export type RestorableKind = Described & {
  name: RestorableName;
  trash: Trash;
  /** its form is kept while it is unsaved, by this name */
  form?: AutosaveKind;
  /** how many of those in the sample content can be removed, and their removal */
  samples?: { count(db: Database): Promise<number>; remove(db: Database): Promise<unknown> };
  search?: Search;
  page?: RecordPage;
};

export type Search = {
  table: PgTable & { id: PgColumn; deleted_at: PgColumn };
  /** the list, which takes the search over */
  tab: string;
  title: PgColumn;
  /** tells it from others of the same title */
  detail: PgColumn | SQL<string>;
  /** parts of these are found */
  by: PgColumn[];
  orders: (PgColumn | SQL)[];
};

export type RecordPage = {
  table: PgTable & Record<"id" | "slug" | "published" | "created_at" | "updated_at" | "deleted_at", PgColumn>;
  /** the first part of its path */
  section: string;
  path(slug: string): string;
  image: PgColumn;
  /** pages that list records of this kind: they change with them */
  listedOn: PageName[];
  /** what its pictures are drawn from, where it is published; the panel's checks may be told of the excerpt */
  face(
    db: Database,
    slug: string,
  ): Promise<{ id: string; title: string; kind: string; excerpt?: string } | null>;
};

/** The fields of a form, from its labels; text where no other format is given. */
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
 * How a kind whose records are rows of one table is read and saved by its fields.
 * @param of.orders in which order its rows are looked through
 * @param of.nameOf what the panel calls one
 * @param of.asForm a row as its form posts it, where that differs
 * @param of.shownOf what a person reads instead of values, by the names of their fields
 * @param of.write saves what passed the rules of the form
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
      // A draft stays one, and what is published stays so.
      const input = row && checked(schema, { ...asForm(row), published: undefined, ...changed });
      if (row && input) await write(db, id, row.version, input);
    },
  };
}

export const withValues = (record: object, fields: readonly KindField[]): RecordField[] =>
  fields.map((field) => ({ ...field, value: String((record as Record<string, unknown>)[field.name] ?? "") }));

/** Whether a field holds words for visitors. */
export const hasWords = <Field extends KindField>(
  field: Field,
): field is Field & { format: "text" | "html" | "json" } =>
  field.format === "text" || field.format === "html" || field.format === "json";

/** The rows of a table that are not deleted and have one of some texts in a field with words. */
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

/** Whether a field with words has one of some texts, as `isHolding` asks of the database. */
export const holdsAny = (fields: readonly RecordField[], sought: readonly string[]) =>
  fields
    .filter(hasWords)
    .some(({ value }) => sought.some((text) => value.toLowerCase().includes(text.toLowerCase())));

/**
 * Saves what a form of the kind posts; whether the record is published stays as it is.
 * @throws as `save`; Refused where it is gone
 */
export async function saveFields(
  db: Database,
  kind: RecordKind,
  id: string,
  posted: Record<string, string>,
): Promise<void> {
  const found = await kind.find(db, id);
  if (!found) throw new Refused({ "": "It no longer exists." });
  const fields = found.fields.filter(({ name }) => name !== "published" && name in posted);
  await kind.save(db, id, Object.fromEntries(fields.map(({ name }) => [name, posted[name]!])));
}

/** @throws Refused with the first reason that the rules of a form have against it */
export function checked<Schema extends z.ZodType>(schema: Schema, input: object): z.output<Schema> {
  const result = schema.safeParse(input);
  if (!result.success) throw new Refused({ "": result.error.issues[0]?.message ?? "This can't be saved." });
  return result.data;
}
