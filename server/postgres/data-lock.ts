import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartRefused } from "../start-refused.ts";
import { readPid } from "./leftover.ts";

const SQLITE_BUSY = 5;

/**
 * Locks DATA_DIR for this process. The lock is an operating system lock, which ends with the process, even after a
 * crash. Node can't lock files, so SQLite does.
 * @returns a function that unlocks the folder
 * @throws StartRefused if a running process has the lock
 */
export function lockDataDir(dataDir: string): () => void {
  const pidFile = path.join(dataDir, "site.pid");
  const lock = new DatabaseSync(path.join(dataDir, "site.lock"));
  try {
    lock.exec("pragma journal_mode = off; begin exclusive");
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new StartRefused(`DATA_DIR=${dataDir}: already running, process ${readPid(pidFile) ?? "unknown"}.`);
  }
  fs.writeFileSync(pidFile, `${process.pid}\n`);
  return () => {
    fs.rmSync(pidFile, { force: true });
    lock.close();
  };
}

/** Returns whether a running site uses this folder, which must exist. */
export function isInUse(dataDir: string): boolean {
  try {
    lockDataDir(dataDir)();
    return false;
  } catch (error) {
    if (error instanceof StartRefused) return true;
    throw error;
  }
}
