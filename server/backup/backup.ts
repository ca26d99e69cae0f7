// `npm run backup`: writes everything into one file while the site keeps running.
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

/** Suffix of a backup's name until it's complete. */
export const PART = ".part";
/**
 * An archive states each entry's size before its bytes: tables, whose size isn't known up front, are written in pieces.
 */
const PIECE_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;
/** How often another version may change the schema while its tables are being locked. */
const TRIES = 3;

/**
 * Writes a backup: all tables as of one moment, and DATA_DIR's own files. `file` is replaced only by a complete
 * backup, readable only by this user; it may be in DATA_DIR too.
 * @param connection its role must be able to read all tables
 * @param images the store of the original images, if they're not in DATA_DIR
 * @returns what was saved
 * @throws BackupRefused if the database holds no site, or the disk has no room; other errors if the database or
 * disk fails
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

/**
 * Does the same as `writeBackup`, on an open connection. The connection keeps the settings made here; if this throws,
 * it may be in the middle of a table and can only be closed.
 */
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
    // Before the new file exists: it may be written into the same folder.
    fs.rmSync(aside, { force: true });
    const found = listFiles(dataDir);
    const originals = images ? await listOriginals(client, contents.tables) : [];
    const fetched = originals.reduce((all, { bytes }) => all + bytes, 0);
    const folder = path.dirname(file);
    // Images hardly compress; tables shrink to less than a quarter.
    await checkRoom(folder, found.bytes + fetched + (await sizeOfTables(client, contents)) / 4);
    const pack = tar.pack();
    const target = fs.createWriteStream(aside, { mode: 0o600, flush: true });
    const written = pipeline(pack, createGzip(), (chunks) => withRoom(folder, chunks), target);
    const filled = fill(pack, client, contents, { dataDir, ...found, images, originals });
    // `written` rejects with whichever fails first: a full disk, or the tables.
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

/**
 * Opens a transaction that sees all tables as of one moment, whatever is written in the meantime, and blocks schema
 * changes: another version of the site may be starting right now.
 */
async function beginSnapshot(client: pg.Client): Promise<Contents> {
  for (let tries = 1; ; tries++) {
    const migrations = await countMigrations(client);
    const tables = backedUpTables(await readTables(client));
    await client.query("begin isolation level repeatable read read only");
    try {
      // The snapshot is taken at the first query after the locks.
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
    // Originals among the files came back with a restore and haven't been moved to the bucket yet.
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

/** Resolves once the archive has taken the entry, so that a slow disk slows down reading too. */
function addEntry(pack: tar.Pack, name: string, content: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const size = Buffer.byteLength(content);
    const entry = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    entry.end(content);
  });
}

/** A file that couldn't be opened; the archive contains none of it. */
class Unreadable extends Error {}

/** @returns the SHA-256 of the archived content */
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

/** Yields exactly this many bytes of a file, even if it changes in the meantime: lost bytes become zeros. */
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

/** Makes the new name survive a power loss. */
function syncFolder(folder: string) {
  const opened = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(opened);
  } catch {
    // Network file systems may not support it.
  } finally {
    fs.closeSync(opened);
  }
}
