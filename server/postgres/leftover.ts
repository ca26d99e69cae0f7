import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 20;
const FAST_STOP_MS = 30_000;

/** Returns the process id in a lock file; null if there is none. */
export function readPid(file: string): number | null {
  try {
    const pid = Number.parseInt(fs.readFileSync(file, "utf8"), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Returns the ids of this cluster's PostgreSQL processes, or only the main one's on systems other than Linux. */
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
      // The process has ended, or belongs to another user.
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
 * Stops a PostgreSQL that's still running in this cluster. The caller holds the folder's lock, so no running site
 * needs that PostgreSQL.
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
 * Kills leftover processes after a crash, and deletes lock files whose process id was reused. PostgreSQL checks other
 * lock files itself.
 */
export async function clearLeftover(cluster: string, socketFolder: string) {
  await killLeftover(cluster);
  const left = clusterProcesses(cluster);
  for (const file of [path.join(cluster, "postmaster.pid"), path.join(socketFolder, ".s.PGSQL.5432.lock")]) {
    const pid = readPid(file);
    if (pid !== null && !left.includes(pid) && isAlive(pid)) fs.rmSync(file, { force: true });
  }
}

/** Kills leftover processes, which may hold shared memory that a new PostgreSQL needs. */
export async function killLeftover(cluster: string) {
  for (const pid of clusterProcesses(cluster)) signal(pid, "SIGKILL");
  await waitUntilGone(cluster, FAST_STOP_MS);
}

async function waitUntilGone(cluster: string, maxMs: number) {
  const end = performance.now() + maxMs;
  while (clusterProcesses(cluster).length > 0 && performance.now() < end) await delay(POLL_MS);
}

/** Returns whether a process exists, under any user. */
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
  } catch {}
}
