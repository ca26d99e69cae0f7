// Marks records' fields in query results, so queries don't have to.
import { getTableName, inArray } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Database } from "../../platform/database/database.server.ts";
import type { MarkedText, Marks } from "../../platform/database/marks.server.ts";
import { industries } from "../records/industries.server.ts";
import { kindsWith } from "../records/kinds.server.ts";
import type { RecordKind } from "../records/record-kind.server.ts";

type Format = "text" | "html" | "json";
type Marked = { format: Format; isComputed: boolean };
type MarkedKind = { kind: string; fields: Map<string, Marked> } & Pick<RecordKind, "strings">;

/**
 * Returns a function that marks a query's rows.
 * @param client to look up table ids
 */
export async function rowMarker(client: pg.ClientBase, marks: Marks): Promise<(result: unknown) => void> {
  const kinds = new Map<string, MarkedKind>(
    [...kindsWith("page"), industries].map(({ name, table, fields = [], strings }: RecordKind) => [
      getTableName(table),
      {
        ...{ kind: name, strings },
        fields: new Map(
          fields.flatMap(({ name, format, isInHead, isComputed = false }) =>
            isFormat(format) && !isInHead ? [[name, { format, isComputed }] as const] : [],
          ),
        ),
      },
    ]),
  );
  const { rows } = await client.query<{ oid: number; relname: string }>(
    "select oid::int, relname from pg_class where relkind = 'r' and relname = any($1)",
    [[...kinds.keys()]],
  );
  const tables = new Map(rows.map(({ oid, relname }) => [oid, kinds.get(relname)!]));
  return (result) => {
    if (marks.isOn && isRows(result)) markRows(marks, tables, result);
  };
}

const isFormat = (format: string): format is Format =>
  format === "text" || format === "html" || format === "json";

type Rows = { fields: pg.FieldDef[]; rows: unknown[][] };
/** Drizzle's queries return rows as arrays. */
const isRows = (result: unknown): result is Rows =>
  typeof result === "object" &&
  result !== null &&
  "rows" in result &&
  "fields" in result &&
  Array.isArray((result as Rows).rows[0]);

function markRows(marks: Marks, tables: Map<number, MarkedKind>, { fields, rows }: Rows): void {
  const ofRow = new Set(fields.flatMap(({ tableID }) => (tables.has(tableID) ? [tableID] : [])));
  fields.forEach(({ name, tableID: from }, i) => {
    // An expression, such as the start of a text, is of the query's only table.
    const tableID = from === 0 && ofRow.size === 1 ? [...ofRow][0]! : from;
    const of = tables.get(tableID);
    const isParts = name === of?.strings?.field;
    const field = of?.fields.get(name);
    const at = (column: string) => fields.findIndex((one) => one.tableID === tableID && one.name === column);
    const [id, slug] = [at("id"), at("slug")];
    if (!of || !field || (id === -1 && slug === -1)) return;
    for (const row of rows) {
      const base = row[i];
      const record = id === -1 ? SLUG + row[slug] : String(row[id]);
      const at = { kind: of.kind, id: record, field: name };
      if (isParts && base)
        row[i] = of.strings!.map(base, (text, { path, format, isComputed = false, isReference }) =>
          format === "other" || isReference
            ? text
            : marks.mark({
                ...at,
                ...{ path: [...path], base: text, format, label: of.strings!.label(base, path) },
                isFound: isComputed,
              }),
        );
      else if (field.format === "json") markFigures(marks, at, base);
      else if (typeof base === "string")
        row[i] = marks.mark({ ...at, path: [], base, format: field.format, isFound: field.isComputed });
    }
  });
}

/** Pages show names and values of a JSON field, such as a case study's results. Names are edited in the form. */
function markFigures(marks: Marks, at: { kind: string; id: string; field: string }, value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  const base = JSON.stringify(value, null, 2);
  const shown = Object.entries(value).flatMap(([name, figure]) =>
    typeof figure === "string" ? [name] : [name, String(figure)],
  );
  marks.mark({ ...at, path: [], base, format: "text", isInForm: true, shown });
  for (const [name, figure] of Object.entries(value))
    if (typeof figure === "string")
      marks.mark({ ...at, path: [name], base: figure, format: "text", isFound: true });
}

/** Prefix for records whose query only returned the slug. */
const SLUG = "slug:";

/** Replaces slugs with ids in marked texts. */
export async function resolveSlugs(db: Database, texts: readonly MarkedText[]): Promise<void> {
  for (const { name, page } of kindsWith("page")) {
    const of = texts.filter(({ kind, id }) => kind === name && id.startsWith(SLUG));
    if (!of.length) continue;
    const { table } = page;
    const slugs = of.map(({ id }) => id.slice(SLUG.length));
    const found = db.select({ id: table.id, slug: table.slug }).from(table as PgTable);
    const ids = new Map((await found.where(inArray(table.slug, slugs))).map(({ id, slug }) => [slug, id]));
    for (const text of of) text.id = String(ids.get(text.id.slice(SLUG.length)) ?? text.id);
  }
}
