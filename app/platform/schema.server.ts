// The schema of any version of the site, as the migrations' generator has described it beside each of them.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { folderAbove } from "./folder-above.server.ts";

export const MIGRATIONS = folderAbove("db/migrations");

/** How many migrations this version of the site has. */
export const countKnownMigrations = (): number => readJournal().entries.length;

type Journal = { entries: { tag: string; when: number }[] };
const JOURNAL = "meta/_journal.json";
export const readJournal = () =>
  JSON.parse(fs.readFileSync(path.join(MIGRATIONS, JOURNAL), "utf8")) as Journal;

/** A folder with the first `count` migrations, which is where the migrator stops. */
export function firstMigrations(count: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-migrations-"));
  const journal = readJournal();
  journal.entries.length = count;
  fs.mkdirSync(path.join(folder, "meta"));
  fs.writeFileSync(path.join(folder, JOURNAL), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    fs.copyFileSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

/** One of the site's own tables, with the columns that can be written. */
export type SchemaTable = { name: string; columns: string[] };

type Snapshot = {
  tables: Record<
    string,
    {
      name: string;
      columns: Record<string, { name: string; generated?: unknown }>;
      foreignKeys: Record<string, { tableTo: string }>;
    }
  >;
};

/**
 * The site's own tables after so many migrations: what else is in the database is not ours.
 * @param migrations 1 or more, at most `countKnownMigrations()`
 * @returns parents before the tables that refer to them
 */
export function tablesAfter(migrations: number): SchemaTable[] {
  const { tag } = readJournal().entries[migrations - 1]!;
  const file = path.join(MIGRATIONS, "meta", `${tag.split("_")[0]}_snapshot.json`);
  const { tables } = JSON.parse(fs.readFileSync(file, "utf8")) as Snapshot;
  const byName = new Map(Object.values(tables).map((table) => [table.name, table]));
  const ordered = new Map<string, SchemaTable>();
  const visit = (name: string, below: string[]) => {
    const table = byName.get(name);
    if (!table || ordered.has(name) || below.includes(name)) return;
    for (const { tableTo } of Object.values(table.foreignKeys)) visit(tableTo, [...below, name]);
    const columns = Object.values(table.columns).filter((column) => !column.generated);
    ordered.set(name, { name, columns: columns.map((column) => column.name) });
  };
  for (const name of [...byName.keys()].sort()) visit(name, []);
  return [...ordered.values()];
}
