// Implements a kind from its description and its table: every way to save one of its records ends in `update` or
// `insert`.
import { and, eq, getTableColumns, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { copiedSlug, copiedTitle } from "../../platform/database/copied-slug.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Trash } from "../../platform/database/deleted.server.ts";
import { isStillSample, NOT_COPIED } from "../../platform/database/record-columns.server.ts";
import {
  asTakenSlugError,
  isPresent,
  lockVersion,
  undelete,
} from "../../platform/database/record-writes.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { switchRecord } from "../../platform/database/switch-record.server.ts";
import { cleanHtml } from "../../platform/text/html.server.ts";
import { deleteRecords } from "../autosaves/queries.server.ts";
import { type Fields, fieldsIn, listFields, type ValuesOf } from "../fields/fields.ts";
import type { Kind } from "../fields/kind.ts";
import { countSamples } from "./queries.server.ts";
import {
  byUuid,
  checked,
  type FoundRecord,
  isHolding,
  type RecordField,
  type RecordPage,
  type RestorableKind,
  type Search,
} from "./record-kind.server.ts";

type RowTable = PgTable & Record<"id" | "version" | "deleted_at", PgColumn> & { is_sample?: PgColumn };
type Row = Record<string, unknown> & { id: string; version: number };
const asRow = (row: Record<string, unknown>) => row as Row;

/** HTML that a save removed, by field. */
export type Removed = { field: string; what: string[] }[];
/** @property path null unless the record's page is public */
export type Written = { id: string; version: number; removed: Removed; path: string | null };

/** A row as its form shows it: lists and objects are edited as text. */
type Posted<Stored> = {
  [Name in keyof Stored]: Stored[Name] extends string | number | boolean | Date | null
    ? Stored[Name]
    : string;
};

type Fits<F extends Fields, Columns> =
  ValuesOf<F> extends Partial<Columns>
    ? keyof F extends keyof Columns
      ? unknown
      : { error: "a field has no column" }
    : { error: "a column has another type than its field" };

type Options<F extends Fields> = {
  /** the panel tab */
  tab: string;
  /** the column with the record's name */
  name: PgColumn;
  /** order of lists in drafts and find and replace */
  orders: PgColumn[];
  /** an index that refuses a second record with the same slug or name, and what to say on a save and on a restore */
  unique?: {
    index: string;
    taken(input: ValuesOf<F>): Record<string, string>;
    since(row: Row): Record<string, string>;
  };
  /** a sample stays one while these fields stay as they are */
  staysSample?: readonly (keyof F & string)[];
  trash: Pick<Trash, "about" | "isOver"> & Partial<Pick<Trash, "remove">>;
  search: Pick<Search, "detail" | "by" | "orders">;
  page?: RecordPage;
  samples?: RestorableKind["samples"];
  /** what a copy doesn't share with the original */
  copied?: Partial<ValuesOf<F>>;
  /**
   * runs before a record is locked or added
   * @returns values of columns that no form has
   */
  beforeSave?(tx: Database, input: ValuesOf<F>, id: string | null): Promise<object | undefined>;
  /** @param before the row before the save */
  afterUpdate?(tx: Database, input: ValuesOf<F>, before: Row): Promise<unknown>;
  afterRestore?(tx: Database, id: string): Promise<unknown>;
};

/**
 * Implements a kind whose fields are columns of one table. A field without a column of its type doesn't compile.
 * @returns the description for `KINDS`, and the typed functions that forms and imports use
 */
export function records<F extends Fields, T extends RowTable>(
  kind: Kind<F>,
  table: T & Fits<F, InferInsertModel<T>>,
  of: Options<F>,
) {
  type Input = ValuesOf<F>;
  const described = Object.entries(kind.fields);
  const fields = listFields(kind.fields);
  const anyTable: PgTable = table;
  const columns = getTableColumns(anyTable);
  const { page, unique } = of;
  const isSample = table.is_sample;

  const fieldsOf = (row: Record<string, unknown>): RecordField[] => fieldsIn(kind.fields, row);
  const postedOf = (row: Row) => Object.fromEntries(fieldsOf(row).map(({ name, value }) => [name, value]));
  const asFound = (row: Row): FoundRecord => ({
    ...{ id: row.id, name: String(row[of.name.name]), version: row.version, fields: fieldsOf(row) },
  });

  async function findRow(db: Database, id: string) {
    const [row] = await db.select().from(anyTable).where(isPresent(table, id));
    return row ? asRow(row) : null;
  }
  const readRow = table.id.getSQLType() === "uuid" ? byUuid(findRow) : findRow;
  type Stored = InferSelectModel<T>;
  const read = (db: Database, id: string) => readRow(db, id) as Promise<Stored | null>;
  const asForm = (row: Stored): Posted<Stored> => ({
    ...row,
    ...Object.fromEntries(
      fieldsOf(row)
        .filter(({ format }) => format === "json")
        .map(({ name, value }) => [name, value]),
    ),
  });

  /** Sanitizes HTML (decision 0035.3). */
  function clean(input: Input) {
    const values: Record<string, unknown> = { ...input };
    const removed: Removed = [];
    for (const [name, field] of described) {
      if (!field.mapHtml) continue;
      const what = new Set<string>();
      values[name] = field.mapHtml(values[name], (html) => {
        const cleaned = cleanHtml(html);
        for (const one of cleaned.removed) what.add(one);
        return cleaned.html;
      });
      if (what.size) removed.push({ field: field.named ?? field.label, what: [...what] });
      // Nothing may be left of a required text.
      const left = field.format === "html" ? field.rule.safeParse(values[name]) : { error: undefined };
      if (left.error) throw new Refused({ [name]: left.error.issues[0]!.message });
    }
    return { values, removed };
  }

  const returned = {
    ...{ id: table.id, version: table.version },
    ...(page && { slug: columns.slug!, published: columns.published! }),
  };
  const asWritten = (row: Record<string, unknown>, removed: Removed): Written => ({
    ...{ id: String(row.id), version: Number(row.version), removed },
    path: page && row.published ? page.path(String(row.slug)) : null,
  });
  const withUnique = <Done>(input: Input, write: PromiseLike<Done>) =>
    unique ? asTakenSlugError(unique.index, () => unique.taken(input), write) : write;

  /**
   * Adds a record, published by default (SPEC 4, 5).
   * @throws Refused if its slug or name is taken, no text is left, or another rule of its kind fails
   */
  async function insert(db: Database, input: Input): Promise<Written> {
    const { values, removed } = clean(input);
    return db.transaction(async (tx) => {
      const more = await of.beforeSave?.(tx, input, null);
      const [row] = await withUnique(
        input,
        tx
          .insert(anyTable)
          .values({ ...values, ...more })
          .returning(returned),
      );
      return asWritten(row!, removed);
    });
  }

  /**
   * Saves a record. Fields that are undefined don't change. Old public URLs redirect (decision 0021).
   * @param version the record's version when the form opened
   * @throws like `insert`; Refused if the record is gone or another editor has saved since
   */
  async function update(db: Database, id: string, version: number, input: Input): Promise<Written> {
    const { values, removed } = clean(input);
    return db.transaction(async (tx) => {
      const more = await of.beforeSave?.(tx, input, id);
      const before = await lockVersion(tx, table, id, version, kind.noun);
      // "Remove samples" must not delete what the owner wrote.
      const stays = of.staysSample?.map((name) => eq(columns[name]!, values[name]));
      const is_sample = stays && isSample ? isStillSample(isSample, and(...stays)) : false;
      const [now] = await withUnique(
        input,
        tx
          .update(anyTable)
          .set({ ...values, ...more, ...(isSample && { is_sample }) })
          .where(eq(table.id, id))
          .returning(returned),
      );
      await of.afterUpdate?.(tx, input, before);
      return asWritten(now!, removed);
    });
  }

  /** Copies a record as a draft. Returns the copy's id, or null if the original is gone. */
  async function duplicate(db: Database, id: string): Promise<string | null> {
    const row = await readRow(db, id);
    if (!row || !page) return null;
    const slug = await copiedSlug(db, page.table, String(row.slug));
    const input = checked(kind.schema, { ...postedOf(row), ...NOT_COPIED });
    const copy = { title: copiedTitle(String(row.title)), slug, published: false, ...of.copied };
    return (await insert(db, { ...input, ...copy })).id;
  }

  return {
    ...kind,
    ...{ table, fields, read, asForm, insert, update },
    editor: (id: string) => `${of.tab}?edit=${id}`,
    async listWith(db, sought, limit, skip = 0) {
      const rows = await db
        .select()
        .from(anyTable)
        .where(isHolding(table, fields, sought))
        .orderBy(...of.orders)
        .limit(limit)
        .offset(skip);
      return rows.map(asRow).map(asFound);
    },
    async find(db, id) {
      const row = await readRow(db, id);
      return row && asFound(row);
    },
    async save(db, id, changed) {
      const row = await readRow(db, id);
      if (!row) return;
      const input = checked(kind.schema, { ...postedOf(row), published: undefined, ...changed });
      await update(db, id, row.version, input);
    },
    add: async (db, posted) => (await insert(db, checked(kind.schema, posted))).id,
    history: { fields: fieldsOf },
    trash: {
      table,
      name: of.name,
      remove: (db, id) => deleteRecords(db, table, kind.form, eq(table.id, id)),
      restore: (db, id) =>
        db.transaction(async (tx) => {
          const [row] = await tx.select().from(anyTable).where(eq(table.id, id));
          if (!row) return;
          const restoring = undelete(tx, table, id);
          const isBack = unique
            ? await asTakenSlugError(unique.index, () => unique.since(asRow(row)), restoring)
            : await restoring;
          if (isBack) await of.afterRestore?.(tx, id);
        }),
      ...of.trash,
    },
    samples:
      of.samples ??
      (isSample && {
        count: (db) => countSamples(db, table, isSample),
        remove: (db) => deleteRecords(db, table, kind.form, eq(isSample, true)),
      }),
    search: { table, tab: of.tab, title: of.name, ...of.search },
    page,
    ...(page && {
      duplicate,
      publish: (db: Database, id: string, isOn: boolean) => switchRecord(db, table, id, "published", isOn),
    }),
    ...("featured" in columns && {
      pin: (db: Database, id: string, isOn: boolean) => switchRecord(db, table, id, "featured", isOn),
    }),
  } satisfies RestorableKind & Record<string, unknown>;
}
