import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import type { Connection } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isInUse } from "../postgres/data-lock.ts";
import { killLeftover } from "../postgres/leftover.ts";
import { clusterDirectory, socketDirectory, startPostgres } from "../postgres/postgres.ts";
import { BackupRefused } from "./format.ts";
import type { CheckedBackup } from "./read.ts";
import { restoreBackup } from "./restore.ts";
import { checkRoom } from "./room.ts";

type Proof = { isRestored: true } | { isRestored: false; why: string };

/** A scratch database doesn't need durability. */
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
/** An empty cluster on disk, including its WAL. */
const SCRATCH_BYTES = 200 * 1024 * 1024;
/** Headers and index entries make a row on disk larger than its text. */
const INDEXED = 3;
const SCRATCH_FOLDER = "postgres.proof-";

/**
 * Restores a backup into a scratch database and compares all rows. A separate PostgreSQL needs no rights on the site's
 * server.
 * @param dataDir the preferred place for the scratch database
 * @returns whether a restore was possible, and if not, why
 * @throws BackupRefused if the restored data differs
 */
export async function verifyBackup(backup: CheckedBackup, dataDir: string, log: Log): Promise<Proof> {
  const restore = async (connection: Connection) => {
    try {
      await restoreBackup(backup, { connection, dataDir: null, log });
    } catch (error) {
      throw judge(backup, error);
    }
  };
  // DATA_DIR is on disk, but the temporary folder may be in memory.
  const folders = [dataDir, os.tmpdir()].filter((folder) => fs.existsSync(folder));
  const why = new Set<string>();
  for (const folder of folders) {
    try {
      await onScratchServer(folder, backup.tableBytes, log, restore);
      return { isRestored: true };
    } catch (error) {
      if (!(error instanceof NotTried)) throw error;
      why.add(error.message);
      if (!(error instanceof CannotStart)) break;
    }
  }
  return { isRestored: false, why: [...why].join("; ") };
}

class NotTried extends Error {}

/** PostgreSQL couldn't start in this folder, but may start in another one. */
class CannotStart extends NotTried {}

/** PostgreSQL error classes: connections, resources, operator intervention, system errors. */
const OF_THE_SERVER = /^(08|53|57|58|XX)/;

function judge(backup: CheckedBackup, error: unknown): Error {
  if (error instanceof BackupRefused) return error;
  const { code = "", severity, message, cause } = error as pg.DatabaseError & { cause?: unknown };
  if (cause) return judge(backup, cause);
  if (!severity || OF_THE_SERVER.test(code)) return new NotTried(`the restore was interrupted (${message})`);
  return new BackupRefused(`${backup.file} can't be restored (PostgreSQL error ${code}).`);
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

/** Deletes scratch databases that killed test restores left behind. */
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
      // Another process may be using the folder.
    }
  }
}

function removeScratchServer(directory: string) {
  // The socket may be in another folder, named after this one.
  fs.rmSync(socketDirectory(directory), { recursive: true, force: true });
  fs.rmSync(directory, { recursive: true, force: true });
}
