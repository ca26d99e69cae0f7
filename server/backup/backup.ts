import { createHash, type Hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import tar from "tar-stream";
import { type Store, tmpFolder } from "../../app/features/media/store.server.ts";
import { readAppliedMigrations } from "../../app/platform/database/database.server.ts";
import { countKnownMigrations, readTables } from "../../app/platform/database/schema.server.ts";
import { connect } from "./connect.ts";
import { isGone, listFiles } from "./files.ts";
import {
  BackupRefused,
  backedUpTables,
  CONTENTS,
  type Contents,
  copyTarget,
  END,
  type End,
  FILES,
  FORMAT,
  prepareSession,
  RowSum,
  TABLES,
} from "./format.ts";
import { fetchOriginals, fileOfOriginal, listOriginals } from "./images.ts";
import { checkRoom, withRoom } from "./room.ts";

export const PART = ".part";
/** A tar entry starts with its size, so tables of unknown size are written in pieces. */
const PIECE_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** Another version may change the schema before all tables are locked. */
const TRIES = 3;

/**
 * Writes a backup with a consistent snapshot of the tables, and with DATA_DIR's files. Only a complete backup replaces
 * `file`, and only this user can read the backup.
 * @param connection its role must be able to read all tables
 * @param images the original images, if they're not in DATA_DIR
 * @throws BackupRefused if the database holds no site or a newer version's, or if the disk is full; other errors if
 *   the database or disk fails
 */
export async function writeBackup(
  connection: string | pg.ClientConfig,
  dataDir: string,
  file: string,
  images: Store | null = null,
): Promise<End> {
  const client = await connect(connection);
  return await saveWith(client, dataDir, file, images).finally(() => client.end());
}

/** Works like `writeBackup` on an open connection, and changes its settings. After an error, close the connection. */
export async function saveWith(
  client: pg.Client,
  dataDir: string,
  file: string,
  images: Store | null = null,
): Promise<End> {
  const aside = file + PART;
  await prepareSession(client);
  const contents = await beginSnapshot(client);
  try {
    // The new file may end up in DATA_DIR, so list the files first.
    fs.rmSync(aside, { force: true });
    const found = listFiles(dataDir);
    const originals = images ? await listOriginals(client, contents.tables) : [];
    const fetched = originals.reduce((all, { bytes }) => all + bytes, 0);
    const folder = path.dirname(file);
    // Images hardly compress. Tables shrink to less than a quarter.
    await checkRoom(folder, found.bytes + fetched + (await sizeOfTables(client, contents)) / 4);
    const pack = tar.pack();
    const target = fs.createWriteStream(aside, { mode: 0o600, flush: true });
    const written = pipeline(pack, createGzip(), (chunks) => withRoom(folder, chunks), target);
    const filled = fill(pack, client, contents, { dataDir, ...found, images, originals });
    // This makes `written` reject if a table or file can't be read.
    filled.catch((error) => pack.destroy(error));
    await written;
    fs.renameSync(aside, file);
    syncFolder(folder);
    await client.query("rollback");
    return await filled;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Opens a transaction with a snapshot of the tables. Locks keep other versions from changing the schema. */
async function beginSnapshot(client: pg.Client): Promise<Contents> {
  for (let tries = 1; ; tries++) {
    const migrations = await countMigrations(client);
    const tables = backedUpTables(await readTables(client));
    await client.query("begin isolation level repeatable read read only");
    try {
      // The first query after the locks takes the snapshot.
      const names = tables.map(({ name }) => client.escapeIdentifier(name));
      await client.query(`lock table ${names.join(", ")} in access share mode`);
      if ((await countMigrations(client)) === migrations)
        return { format: FORMAT, made_at: new Date().toISOString(), migrations, tables };
    } catch (error) {
      if (tries === TRIES) throw error;
    }
    await client.query("rollback");
    if (tries === TRIES) throw new Error("The database schema keeps changing");
  }
}

async function countMigrations(client: pg.Client): Promise<number> {
  const { seen } = await readAppliedMigrations(client);
  if (!seen) throw new BackupRefused("There's nothing to back up: this database doesn't contain a site yet.");
  if (seen > countKnownMigrations())
    throw new BackupRefused(
      "The database belongs to a newer version of this site. Back it up with that version.",
    );
  return seen;
}

type Filling = {
  dataDir: string;
  files: string[];
  unread: string[];
  images: Store | null;
  originals: { key: string }[];
};

async function fill(
  pack: tar.Pack,
  client: pg.Client,
  contents: Contents,
  { dataDir, files, unread, images, originals }: Filling,
): Promise<End> {
  const end = {
    rows: {},
    files: 0,
    sums: {},
    hashes: {} as Record<string, string>,
    unread,
  } satisfies End as Required<End>;
  await addEntry(pack, CONTENTS, JSON.stringify(contents));
  for (const name of files) {
    try {
      end.hashes[name] = await addFile(pack, FILES + name, path.join(dataDir, name));
      end.files++;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!isGone(error.cause)) unread.push(name);
    }
  }
  if (images) {
    // After a restore, originals may be on disk until they're moved to the bucket.
    const missing = originals.filter(({ key }) => !end.hashes[fileOfOriginal(key)]);
    const missed = await fetchOriginals(images, missing, tmpFolder(dataDir), async (key, file) => {
      const name = fileOfOriginal(key);
      end.hashes[name] = await addFile(pack, FILES + name, file);
      end.files++;
    });
    unread.push(...missed.map(fileOfOriginal));
  }
  for (const table of contents.tables) {
    const { name } = table;
    const sum = new RowSum();
    let piece: Buffer[] = [];
    let bytes = 0;
    const addPiece = async () => {
      if (bytes) await addEntry(pack, TABLES + name, Buffer.concat(piece));
      piece = [];
      bytes = 0;
    };
    const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      sum.add(chunk);
      piece.push(chunk);
      bytes += chunk.length;
      if (bytes >= PIECE_BYTES) await addPiece();
    }
    await addPiece();
    end.rows[name] = sum.rows;
    end.sums[name] = sum.sum;
  }
  await addEntry(pack, END, JSON.stringify(end));
  pack.finalize();
  return end;
}

/** Resolves when the archive has taken the entry, so a slow disk slows down reading. */
function addEntry(pack: tar.Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const size = Buffer.byteLength(content);
    const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    entry.end(content);
  });
}

class Unreadable extends Error {}

/** Returns the SHA-256 of the archived content. */
async function addFile(pack: tar.Pack, name: string, file: string): Promise<string> {
  const handle = await fs.promises.open(file).catch((cause: unknown) => {
    throw new Unreadable(file, { cause });
  });
  try {
    const { size } = await handle.stat();
    const hash = createHash("sha256");
    await new Promise<void>((resolve, reject) => {
      const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
      pipeline(contentOf(handle, size, hash), entry).catch(reject);
    });
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}

/** Yields exactly `size` bytes. If the file shrinks, zeros replace the missing bytes. */
async function* contentOf(handle: fs.promises.FileHandle, size: number, hash: Hash) {
  for (let left = size; left > 0; ) {
    const buffer = Buffer.alloc(Math.min(left, READ_BYTES));
    const { bytesRead } = await handle.read(buffer);
    const chunk = bytesRead ? buffer.subarray(0, bytesRead) : buffer;
    hash.update(chunk);
    left -= chunk.length;
    yield chunk;
  }
}

async function sizeOfTables(client: pg.Client, { tables }: Contents): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select coalesce(sum(pg_table_size(format('public.%I', name)::regclass)), 0) as bytes from unnest($1::text[]) name",
    [tables.map(({ name }) => name)],
  );
  return Number(rows[0]!.bytes);
}

/** Makes a new file name survive a power loss. */
function syncFolder(folder: string) {
  const opened = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(opened);
  } catch {
    // Some network file systems can't sync folders.
  } finally {
    fs.closeSync(opened);
  }
}
