// `npm run restore`: a backup back into an empty site, whole or not at all.
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { type CopyStreamQuery, from as copyFrom } from "pg-copy-streams";
import tar from "tar-stream";
import { type Connection, countKnownMigrations, migrateDatabase } from "../app/platform/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import {
  BackupRefused,
  CONTENTS,
  type Contents,
  copyTarget,
  END,
  type End,
  FILES,
  listTables,
  TABLES,
} from "./backup.format.ts";

/** One file of the archive, to be read before the next. */
type Entry = tar.Extract extends AsyncIterable<infer One> ? One : never;

/**
 * Reads a backup through to its end.
 * @returns what is in it
 * @throws BackupRefused where it is not a backup of this site, not whole, or made by a newer version
 */
export async function checkBackup(file: string): Promise<{ contents: Contents; end: End }> {
  let contents: Contents | undefined;
  let end: End | undefined;
  try {
    for await (const entry of entriesOf(file)) {
      const { name } = entry.header;
      if (name === CONTENTS) contents = JSON.parse(await text(entry));
      else if (name === END) end = JSON.parse(await text(entry));
      else entry.resume();
    }
  } catch (error) {
    const { message } = error as Error;
    throw new BackupRefused(`${file} cannot be read as a backup (${message}). Use another one.`);
  }
  if (contents?.format !== 1 || !end) {
    throw new BackupRefused(`${file} is not a whole backup of this site. Use another one.`);
  }
  if (contents.migrations > countKnownMigrations()) {
    throw new BackupRefused(`${file} was made by a newer version of this site. Update the site first.`);
  }
  return { contents, end };
}

/**
 * Puts a backup back: the schema as it was, DATA_DIR's files, all tables in one transaction; then the schema is
 * brought up to date. Mails that waited wait again and are sent by the next start.
 * @param target.connection of a database without any record
 * @param target.dataDir exists; where this throws, the files in it are the caller's to remove
 * @returns what was put back
 * @throws BackupRefused as `checkBackup` does, or where the database has records already; a fault otherwise
 */
export async function restoreBackup(
  file: string,
  target: { connection: Connection; dataDir: string; log: Log },
): Promise<End> {
  const { contents, end } = await checkBackup(file);
  const { connection, dataDir, log } = target;
  await migrateDatabase(connection, log, { upTo: contents.migrations });
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await checkTables(client, contents);
    await load(file, contents, client, dataDir);
    await client.query("commit");
  } finally {
    await client.end();
  }
  await migrateDatabase(connection, log);
  return end;
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const archive = tar.extract();
  const read = pipeline(fs.createReadStream(file), createGunzip(), archive);
  // It fails where the entries fail, or after the last one, where it is waited for.
  read.catch(() => {});
  try {
    yield* archive;
    await read;
  } finally {
    archive.destroy();
  }
}

/** Names in the file become part of statements: they have to be those of this schema. */
async function checkTables(client: pg.Client, { tables }: Contents) {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of tables) {
    if (!columns.every((column) => known.get(name)?.includes(column))) {
      throw new BackupRefused(`The backup has a table ${name} that this version does not know.`);
    }
    const { rows } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`);
    if (rows.length) throw new BackupRefused("The database has records already. Restore into an empty one.");
  }
}

async function load(file: string, { tables }: Contents, client: pg.Client, dataDir: string) {
  let name = "";
  let rows: CopyStreamQuery | undefined;
  const close = async () => {
    rows?.end();
    if (rows) await finished(rows);
  };
  for await (const entry of entriesOf(file)) {
    if (entry.header.name.startsWith(FILES)) {
      await writeFile(dataDir, entry.header.name.slice(FILES.length), entry);
      continue;
    }
    const table = tables.find((one) => TABLES + one.name === entry.header.name);
    if (table && table.name !== name) {
      await close();
      name = table.name;
      rows = client.query(copyFrom(`copy ${copyTarget(client, table)} from stdin`));
      // Told by `finished`.
      rows.on("error", () => {});
    }
    if (!table || !rows) entry.resume();
    else for await (const chunk of entry) if (!rows.write(chunk)) await once(rows, "drain");
  }
  await close();
}

async function writeFile(dataDir: string, name: string, content: Entry) {
  const file = path.resolve(dataDir, name);
  if (!file.startsWith(dataDir + path.sep)) throw new BackupRefused(`The backup has a file outside: ${name}`);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(content, fs.createWriteStream(file, { mode: 0o600, flush: true }));
}
