// What a backup file is: a gzipped tar archive. First its contents, then DATA_DIR's files, then the tables.
import fs from "node:fs";
import path from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type pg from "pg";

/** The first entry: what was saved, by which schema. */
export type Contents = {
  format: 1;
  made_at: string;
  /** how many migrations the database had seen */
  migrations: number;
  /** parents before the tables that refer to them */
  tables: { name: string; columns: string[] }[];
};

/** The last entry, without which the file is not whole. */
export type End = { rows: Record<string, number>; files: number };

export const CONTENTS = "backup.json";
export const END = "end.json";
export const FILES = "files/";
export const TABLES = "tables/";

/** Logins and counters of attempts: a restored site begins with none. */
const PASSING = ["admin_sessions", "rate_limits"];
/** What DATA_DIR has besides files of its own: the database, locks, and pictures that are drawn again. */
const NOT_FILES = /^(postgres(\.new|-password)?|site\.(lock|lock-journal|pid)|share-images)$/;

/** A failure that the operator can act on, in one line. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}

/** The database's tables with their columns, parents before the tables that refer to them. */
export async function listTables(client: pg.ClientBase): Promise<Contents["tables"]> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      order by table_name, ordinal_position`,
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent
       from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
      where contype = 'f' and connamespace = 'public'::regnamespace and child.oid <> parent.oid`,
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const ordered = new Set<string>();
  const visit = (name: string) => {
    for (const { child, parent } of references) if (child === name && !ordered.has(parent)) visit(parent);
    ordered.add(name);
  };
  for (const name of byTable.keys()) visit(name);
  return [...ordered]
    .filter((name) => !PASSING.includes(name))
    .map((name) => ({ name, columns: byTable.get(name)!.map(({ column }) => column) }));
}

/** The files of DATA_DIR that belong into a backup, relative, with forward slashes: earlier backups do not. */
export function listFiles(dataDir: string): string[] {
  if (!fs.existsSync(dataDir)) return [];
  return fs
    .readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dataDir, path.join(entry.parentPath, entry.name)).split(path.sep))
    .filter(([first = ""]) => !NOT_FILES.test(first))
    .filter((parts) => !isBackup(path.join(dataDir, ...parts)))
    .map((parts) => parts.join("/"))
    .sort();
}

/** Enough of a file to unpack the name of its first entry. */
const HEAD_BYTES = 4096;

/** Whether a file is a backup, whole or broken off, whatever it is called. */
function isBackup(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = fs.openSync(file, "r");
  const bytes = fs.readSync(opened, head);
  fs.closeSync(opened);
  try {
    // The head of an archive ends before the archive does.
    const unpacked = gunzipSync(head.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString("latin1").startsWith(`${CONTENTS}\0`);
  } catch {
    return false;
  }
}

/** A table with its columns, as COPY names them. */
export function copyTarget(client: pg.ClientBase, { name, columns }: Contents["tables"][number]): string {
  return `${client.escapeIdentifier(name)} (${columns.map((column) => client.escapeIdentifier(column)).join(", ")})`;
}
