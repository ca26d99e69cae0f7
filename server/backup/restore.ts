import { pipeline } from "node:stream/promises";
import { getTableName } from "drizzle-orm";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { revisions } from "../../app/features/history/table.server.ts";
import { kindsSetup } from "../../app/features/records/triggers.server.ts";
import {
  type Connection,
  migrateDatabase,
  readAppliedMigrations,
} from "../../app/platform/database/database.server.ts";
import { countKnownMigrations, readTables } from "../../app/platform/database/schema.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { connect } from "./connect.ts";
import { writeFile } from "./files.ts";
import { BackupRefused, type Contents, copyTarget, type End, prepareSession, RowSum } from "./format.ts";
import { type CheckedBackup, type Piece, piecesOf } from "./read.ts";

/**
 * Restores a backup's schema, files and tables, then migrates the database. Commits only if all rows match the backup.
 * @param target.connection how to connect to a database without any records
 * @param target.dataDir where the files go, or null to skip them; if the restore fails, the caller must delete them
 * @throws BackupRefused if the rows don't match or the database already has records; passes on other errors
 */
export async function restoreBackup(
  backup: CheckedBackup,
  target: { connection: Connection; dataDir: string | null; log: Log },
): Promise<End> {
  const { contents, end } = backup;
  const { connection, dataDir, log } = target;
  await migrateDatabase(connection, log, { upTo: contents.migrations });
  const client = await connect(connection);
  try {
    await prepareSession(client);
    await client.query("begin");
    await checkTables(client, contents, backup);
    await load(backup, client, dataDir);
    await compare(backup, client);
    await client.query("commit");
  } finally {
    await client.end();
  }
  await migrateDatabase(connection, log, kindsSetup);
  return end;
}

/** Throws BackupRefused if the schema is newer, or if one of the backup's tables is missing or has rows. */
async function checkTables(client: pg.Client, { tables }: Contents, { sums }: CheckedBackup) {
  const { seen } = await readAppliedMigrations(client);
  if (seen > countKnownMigrations())
    throw new BackupRefused(
      "The database belongs to a newer version of this site. Restore into an empty one.",
    );
  const known = new Map((await readTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of tables) {
    if (!sums.has(name)) continue;
    if (!columns.every((column) => known.get(name)?.includes(column)))
      throw new BackupRefused(`The backup has a table ${name} that this database no longer has.`);
    const { rows: one } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`);
    if (one.length) throw new BackupRefused("The database already has records. Restore into an empty one.");
  }
}

async function load({ file, contents, sums }: CheckedBackup, client: pg.Client, dataDir: string | null) {
  // If the backup has no history, the triggers start a new one.
  if (sums.has(getTableName(revisions))) await client.query("set app.history = 'off'");
  const pieces = piecesOf(file);
  let next = await pieces.next();
  while (!next.done) {
    const { kind, name, content } = next.value;
    const table = kind === "table" && sums.has(name) && contents.tables.find((one) => one.name === name);
    if (table) {
      // Triggers on earlier tables may have written rows to this table.
      await client.query(`delete from ${client.escapeIdentifier(name)}`);
      const rows = async function* () {
        for (; !next.done && isOf(next.value, name); next = await pieces.next()) yield* next.value.content;
      };
      await into(name, () => pipeline(rows, client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))));
      continue;
    }
    if (kind === "file" && dataDir) await writeFile(dataDir, name, content);
    else for await (const _ of content);
    next = await pieces.next();
  }
}

const isOf = ({ kind, name }: Piece, table: string) => kind === "table" && name === table;

/** Hides PostgreSQL's message, which may contain personal data from a rejected row. */
async function into(table: string, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    const { code, severity } = error as pg.DatabaseError;
    if (!severity) throw error;
    throw new BackupRefused(
      `The database rejected the rows of table ${table} (PostgreSQL error ${code}). Nothing was restored.`,
    );
  }
}

/** Compares the restored tables with the backup, after all triggers have run. */
async function compare({ contents, end, sums }: CheckedBackup, client: pg.Client) {
  for (const table of contents.tables) {
    const { name } = table;
    const wanted = sums.get(name);
    if (!wanted) continue;
    const found = new RowSum();
    const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) found.add(chunk);
    const refuse = (how: string) => new BackupRefused(`Table ${name} ${how}. Nothing was restored.`);
    if (found.rows !== wanted.rows)
      throw refuse(`has ${found.rows} rows in the database and ${wanted.rows} in the backup`);
    // In format 1, rows depend on the server's text settings.
    if (end.sums && found.sum !== wanted.sum)
      throw refuse("has other rows in the database than in the backup");
  }
}
