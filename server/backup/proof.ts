// Proves a backup: restores it into a scratch database, which is gone again afterwards, and compares what is in it.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { Connection } from "../../app/platform/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isInUse } from "../postgres/data-lock.ts";
import { killLeftover } from "../postgres/leftover.ts";
import { clusterDirectory, socketDirectory, startPostgres } from "../postgres/postgres.ts";
import { BackupRefused } from "./format.ts";
import type { CheckedBackup } from "./read.ts";
import { restoreBackup } from "./restore.ts";
import { checkRoom } from "./room.ts";

/** Whether a backup was restored, and where; or why it was only read through. */
type Proof = { isRestored: true; where: string } | { isRestored: false; why: string };

type Place = {
  /** in the folder of the site, if there is one */
  dataDir: string;
  /** the address of the site's own database server, the second choice; rejects where it cannot be used */
  findServer?: () => Promise<string>;
  log: Log;
};

/** A PostgreSQL that is thrown away needs neither care nor memory. */
const SCRATCH_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "64MB",
  min_wal_size: "32MB",
  shared_buffers: "16MB",
  maintenance_work_mem: "16MB",
  max_connections: "10",
  autovacuum: "off",
  io_method: "sync",
};
/** An empty one on the disk, with its log of writes. */
const SCRATCH_BYTES = 200 * 1024 * 1024;
/** What a row takes beside its text: its head, and its places in the indexes. */
const INDEXED = 3;
const SCRATCH_FOLDER = "postgres.proof-";
const SCRATCH_DATABASE = "seo_pro_zone_proof_";
/** Longer than any proof takes. */
const LEFT_BEHIND_MS = 6 * 60 * 60 * 1000;

/**
 * Restores a backup into a scratch database and compares every table with the file, rows and sums; its files were
 * compared when it was read. The scratch database is a PostgreSQL of its own, so that the site's need not be there and
 * need not allow anything. Where there is no embedded PostgreSQL, it is a database on the site's own server.
 * @returns where it was restored, or why it could not be tried
 * @throws BackupRefused where what was restored is not what was saved
 */
export async function proveBackup(backup: CheckedBackup, place: Place): Promise<Proof> {
  const restore = async (connection: Connection) => {
    try {
      await restoreBackup(backup, { connection, dataDir: null, log: place.log });
    } catch (error) {
      throw judge(backup, error);
    }
  };
  // Where the site's data has room there is a disk; the system's folder may be in memory.
  const folders = [place.dataDir, os.tmpdir()].filter((folder) => fs.existsSync(folder));
  const ways = [
    ...folders.map((folder) => ({
      where: "a PostgreSQL of its own",
      run: () => onScratchServer(folder, backup.tableBytes, place.log, restore),
    })),
    ...(place.findServer ? [place.findServer] : []).map((findServer) => ({
      where: "a database of its own on the same server",
      run: () => onScratchDatabase(findServer, restore),
    })),
  ];
  const why: string[] = [];
  for (const { where, run } of ways) {
    try {
      await run();
      return { isRestored: true, where };
    } catch (error) {
      if (!(error instanceof NotTried)) throw error;
      why.push(error.message);
      if (!(error instanceof CannotStart)) break;
    }
  }
  return { isRestored: false, why: [...new Set(why)].join("; ") };
}

/** Nothing was found out about the backup. */
class NotTried extends Error {}

/** There is no PostgreSQL for this machine, or it does not run on it. */
class CannotStart extends NotTried {}

/** Of PostgreSQL's errors: about connections, resources, an administrator, the machine. */
const OF_THE_SERVER = /^(08|53|57|58|XX)/;

function judge(backup: CheckedBackup, error: unknown): Error {
  if (error instanceof BackupRefused) return error;
  const { code = "", severity, message, cause } = error as pg.DatabaseError & { cause?: unknown };
  if (cause) return judge(backup, cause);
  if (!severity || OF_THE_SERVER.test(code)) return new NotTried(`the restore was broken off (${message})`);
  return new BackupRefused(`${backup.file} cannot be restored (PostgreSQL's error ${code}).`);
}

async function onScratchServer(
  folder: string,
  tableBytes: number,
  log: Log,
  work: (connection: Connection) => Promise<void>,
) {
  await removeScratchServers(folder);
  await checkRoom(folder, SCRATCH_BYTES + tableBytes * INDEXED).catch((error: Error) => {
    throw new NotTried(error.message);
  });
  let directory: string | undefined;
  try {
    const postgres = await start();
    await work(postgres.connection).finally(() => postgres.stop());
  } finally {
    if (directory) removeScratchServer(directory);
  }

  async function start() {
    try {
      directory = fs.mkdtempSync(path.join(folder, SCRATCH_FOLDER));
      return await startPostgres({ directory, log, settings: SCRATCH_SETTINGS });
    } catch (error) {
      throw new CannotStart((error as Error).message);
    }
  }
}

/** What killed proofs have left in a folder. */
export async function removeScratchServers(folder: string) {
  for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
    if (!name.startsWith(SCRATCH_FOLDER)) continue;
    const directory = path.join(folder, name);
    try {
      const found = fs.lstatSync(directory);
      const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid());
      if (!isOurs || isInUse(directory)) continue;
      const cluster = clusterDirectory(directory);
      if (fs.existsSync(cluster)) await killLeftover(cluster);
      removeScratchServer(directory);
    } catch {
      // It is another process's, which looks after it.
    }
  }
}

function removeScratchServer(directory: string) {
  // May be elsewhere, by a name that follows from the folder's.
  fs.rmSync(socketDirectory(directory), { recursive: true, force: true });
  fs.rmSync(directory, { recursive: true, force: true });
}

/**
 * Works with a new database on the site's own server.
 * @throws NotTried where the server does not allow one
 */
async function onScratchDatabase(
  findServer: () => Promise<string>,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const databaseUrl = await findServer().catch((error: Error) => {
    throw new NotTried(error.message);
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  const name = `${SCRATCH_DATABASE}${Date.now()}_${randomBytes(4).toString("hex")}`;
  const drop = (database: string) => client.query(`drop database if exists ${database} with (force)`);
  try {
    await client.connect();
    await dropLeftBehind(client, drop);
    await createLike(client, name);
  } catch (error) {
    await client.end();
    throw new NotTried(`the database server does not allow a scratch database (${(error as Error).message})`);
  }
  try {
    await work(withDatabase(databaseUrl, name));
  } finally {
    await drop(name).finally(() => client.end());
  }
}

/** Text has to fit into it and be ordered as in the site's own. */
async function createLike(client: pg.Client, name: string) {
  const { rows } = await client.query<Record<"encoding" | "collate" | "ctype", string>>(
    `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, datctype as ctype
       from pg_database where datname = current_database()`,
  );
  const [encoding, collate, ctype] = [rows[0]!.encoding, rows[0]!.collate, rows[0]!.ctype].map(
    pg.escapeLiteral,
  );
  await client.query(
    `create database ${name} template template0 encoding ${encoding} lc_collate ${collate} lc_ctype ${ctype}`,
  );
}

async function dropLeftBehind(client: pg.Client, drop: (database: string) => Promise<unknown>) {
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where starts_with(datname, $1) and pg_has_role(datdba, 'member')",
    [SCRATCH_DATABASE],
  );
  for (const { name } of rows) {
    const [, madeAt] = /^(\d+)_[0-9a-f]+$/.exec(name.slice(SCRATCH_DATABASE.length)) ?? [];
    if (madeAt && Date.now() - Number(madeAt) > LEFT_BEHIND_MS) await drop(name);
  }
}

function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
