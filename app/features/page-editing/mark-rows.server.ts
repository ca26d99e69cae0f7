// Marks the fields of records in what a page's queries return, so that no query has to know about the page editor.
import { getTableName } from "drizzle-orm";
import type pg from "pg";
import type { Marks } from "../../platform/database/marks.server.ts";
import { kindsWith } from "../records/kinds.server.ts";

/** Fields that pages compute with. */
const UNMARKED = new Set(["category", "author", "meta_title", "meta_description", "meta_keywords"]);

type Formats = { kind: string; formats: Map<string, "text" | "html"> };

/** Returns a function that marks a query's rows, given the connection to look up table numbers with. */
export async function rowMarker(client: pg.ClientBase, marks: Marks): Promise<(result: unknown) => void> {
  const kinds = new Map<string, Formats>(
    kindsWith("page").map(({ name, table, fields = [] }) => [
      getTableName(table),
      {
        kind: name,
        formats: new Map(
          fields.flatMap((field) =>
            (field.format === "text" || field.format === "html") && !UNMARKED.has(field.name)
              ? [[field.name, field.format] as const]
              : [],
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

type Rows = { fields: pg.FieldDef[]; rows: unknown[][] };
/** Drizzle's queries return their rows as lists. */
const isRows = (result: unknown): result is Rows =>
  typeof result === "object" &&
  result !== null &&
  "rows" in result &&
  "fields" in result &&
  Array.isArray((result as Rows).rows[0]);

function markRows(marks: Marks, tables: Map<number, Formats>, { fields, rows }: Rows): void {
  fields.forEach(({ name, tableID }, i) => {
    const of = tables.get(tableID);
    const format = of?.formats.get(name);
    const ids = fields.findIndex((one) => one.tableID === tableID && one.name === "id");
    if (!of || !format || ids === -1) return;
    for (const row of rows) {
      const [base, id] = [row[i], row[ids]];
      if (typeof base === "string" && typeof id === "string")
        row[i] = marks.mark({ kind: of.kind, id, field: name, path: [], base, format });
    }
  });
}
