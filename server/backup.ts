// `npm run backup`: everything into one file, while the site goes on.
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import tar from "tar-stream";
import {
  BackupRefused,
  CONTENTS,
  type Contents,
  copyTarget,
  END,
  type End,
  FILES,
  listFiles,
  listTables,
  TABLES,
} from "./backup.format.ts";

/** An archive names the size of each entry before its bytes: tables, whose size nobody knows, come in pieces. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Writes a backup: all tables as they are at one moment, and DATA_DIR's own files. `file` is replaced only by a
 * whole backup, readable by this user alone; it may be in DATA_DIR too.
 * @param connection of the database; who connects may read all tables
 * @returns what was saved
 * @throws BackupRefused where the database holds no site; on a fault of the database or the disk
 */
export async function writeBackup(
  connection: string | pg.ClientConfig,
  dataDir: string,
  file: string,
): Promise<End> {
  const aside = `${file}.part`;
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    // One moment for all tables, whatever is written meanwhile.
    await client.query("begin isolation level repeatable read read only");
    const contents = await describe(client);
    // Before the new file is there: it may be written into the same folder.
    fs.rmSync(aside, { force: true });
    const files = listFiles(dataDir);
    const pack = tar.pack();
    const written = pipeline(pack, createGzip(), fs.createWriteStream(aside, { mode: 0o600, flush: true }));
    const filled = fill(pack, client, contents, { dataDir, files });
    // A full disk shows in the first only.
    await Promise.race([written, filled]);
    await written;
    fs.renameSync(aside, file);
    return await filled;
  } finally {
    await client.end();
    fs.rmSync(aside, { force: true });
  }
}

async function describe(client: pg.Client): Promise<Contents> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as known",
  );
  if (!rows[0]!.known) throw new BackupRefused("There is nothing to save: this database holds no site yet.");
  const { rows: counted } = await client.query<{ migrations: number }>(
    "select count(*)::int as migrations from drizzle.__drizzle_migrations",
  );
  return {
    format: 1,
    made_at: new Date().toISOString(),
    migrations: counted[0]!.migrations,
    tables: await listTables(client),
  };
}

async function fill(
  pack: tar.Pack,
  client: pg.Client,
  contents: Contents,
  { dataDir, files }: { dataDir: string; files: string[] },
): Promise<End> {
  const end: End = { rows: {}, files: 0 };
  await addEntry(pack, CONTENTS, JSON.stringify(contents));
  for (const name of files) {
    await addEntry(pack, FILES + name, fs.readFileSync(path.join(dataDir, name)));
    end.files++;
  }
  for (const table of contents.tables) {
    const { name } = table;
    const rows = client.query(copyTo(`copy ${copyTarget(client, table)} to stdout`));
    let piece: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      piece.push(chunk);
      bytes += chunk.length;
      if (bytes < PIECE_BYTES) continue;
      await addEntry(pack, TABLES + name, Buffer.concat(piece));
      piece = [];
      bytes = 0;
    }
    if (bytes) await addEntry(pack, TABLES + name, Buffer.concat(piece));
    end.rows[name] = rows.rowCount;
  }
  await addEntry(pack, END, JSON.stringify(end));
  pack.finalize();
  return end;
}

/** Resolves when the archive has taken it, so that a slow disk slows the reading too. */
function addEntry(pack: tar.Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const size = Buffer.byteLength(content);
    const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    entry.end(content);
  });
}
