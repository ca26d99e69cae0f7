// Cleans up what an orphaned PostgreSQL has left: processes and lock files.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 20;
const FAST_STOP_MS = 30_000;

/** Returns the first line of a lock file, the id of the process that wrote it; null without the file. */
export function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8"), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Returns the ids of the PostgreSQL processes running in this cluster, whatever their parent. */
export function clusterProcesses(cluster: string): number[] {
  return process.platform === "linux" ? findInProc(fs.realpathSync(cluster)) : findByCommandLine(cluster);
}

function findInProc(cluster: string): number[] {
  const found: number[] = [];
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const works = fs.readlinkSync(`/proc/${name}/cwd`) === cluster;
      if (works && fs.readFileSync(`/proc/${name}/comm`, "utf8").startsWith("postgres"))
        found.push(Number(name));
    } catch {
      // Gone in the meantime, or another user's.
    }
  }
  return found;
}

function findByCommandLine(cluster: string): number[] {
  const pid = readPid(path.join(cluster, "postmaster.pid"));
  if (pid === null) return [];
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.includes(`-D ${cluster} `) ? [pid] : [];
}

/**
 * Prepares for a first start: stops a PostgreSQL that still runs in this cluster and waits for it, then does the same
 * as `clearLeftover`. The caller holds the lock on the folder, so no running site needs what is stopped here.
 */
export async function stopLeftover(cluster: string, socketFolder: string) {
  const postmaster = readPid(path.join(cluster, "postmaster.pid"));
  const left = clusterProcesses(cluster);
  if (postmaster !== null && left.includes(postmaster)) {
    signal(postmaster, "SIGINT");
    await waitUntilGone(cluster, FAST_STOP_MS);
  }
  await clearLeftover(cluster, socketFolder);
}

/**
 * Prepares for a start after a crash: ends leftover processes, and deletes lock files whose process id now belongs to
 * another program. Lock files of a dead process stay, for PostgreSQL's own check.
 */
export async function clearLeftover(cluster: string, socketFolder: string) {
  await killLeftover(cluster);
  const left = clusterProcesses(cluster);
  for (const file of [path.join(cluster, "postmaster.pid"), path.join(socketFolder, ".s.PGSQL.5432.lock")]) {
    const pid = readPid(file);
    if (pid !== null && !left.includes(pid) && isAlive(pid)) fs.rmSync(file, { force: true });
  }
}

/** Kills what a dead postmaster left: its processes may hold the shared memory that a new one needs. */
export async function killLeftover(cluster: string) {
  for (const pid of clusterProcesses(cluster)) signal(pid, "SIGKILL");
  await waitUntilGone(cluster, FAST_STOP_MS);
}

async function waitUntilGone(cluster: string, maxMs: number) {
  const end = performance.now() + maxMs;
  while (clusterProcesses(cluster).length > 0 && performance.now() < end) await delay(POLL_MS);
}

/** Returns whether a process with this id exists, under any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // It's already gone.
  }
}
