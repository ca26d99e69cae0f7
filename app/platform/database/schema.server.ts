import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { folderAbove } from "../folder-above.server.ts";

export const MIGRATIONS = folderAbove("db/migrations");

export const countKnownMigrations = (): number => readMigrationJournal().entries.length;

type Journal = { entries: { tag: string; when: number }[] };
const JOURNAL = "meta/_journal.json";
export const readMigrationJournal = () =>
  JSON.parse(fs.readFileSync(path.join(MIGRATIONS, JOURNAL), "utf8")) as Journal;

/** Creates a folder with the first `count` migrations and returns its path. */
export function firstMigrations(count: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-migrations-"));
  const journal = readMigrationJournal();
  journal.entries.length = count;
  fs.mkdirSync(path.join(folder, "meta"));
  fs.writeFileSync(path.join(folder, JOURNAL), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    fs.copyFileSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

export type SchemaTable = { name: string; columns: string[] };

/** Returns the columns that the migrations create, by table. A renamed table is listed under both names. */
export function listOwnColumns(): Map<string, Set<string>> {
  const own = new Map<string, Set<string>>();
  for (const { tag } of readMigrationJournal().entries) {
    const sql = fs.readFileSync(path.join(MIGRATIONS, `${tag}.sql`), "utf8");
    for (const [, table = "", body = ""] of sql.matchAll(/^CREATE TABLE "(\w+)" \((.*?)^\)/gms))
      own.set(table, new Set(Array.from(body.matchAll(/^\s+"(\w+)"/gm), ([, column]) => column!)));
    for (const [, table = "", column = ""] of sql.matchAll(/^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/gm))
      own.get(table)?.add(column);
    for (const [, before = "", after = ""] of sql.matchAll(/^ALTER TABLE "(\w+)" RENAME TO "(\w+)"/gm))
      own.set(after, new Set(own.get(before)));
  }
  return own;
}

/** Returns the site's tables in the database, referenced tables first. */
export async function readTables(client: pg.ClientBase): Promise<SchemaTable[]> {
  const own = listOwnColumns();
  const { rows } = await client.query<SchemaTable & { parents: string[] }>(
    `select c.relname::text as name,
        array(select attname::text from pg_attribute a
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
        array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
          where f.conrelid = c.oid and f.contype = 'f') as parents
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1)
      order by c.relname`,
    [[...own.keys()]],
  );
  const byName = new Map(rows.map((table) => [table.name, table]));
  const ordered = new Map<string, SchemaTable>();
  const visit = (name: string, below: string[]) => {
    const table = byName.get(name);
    if (!table || ordered.has(name) || below.includes(name)) return;
    for (const parent of table.parents) visit(parent, [...below, name]);
    ordered.set(name, { name, columns: table.columns.filter((column) => own.get(name)?.has(column)) });
  };
  for (const name of byName.keys()) visit(name, []);
  return [...ordered.values()];
}
