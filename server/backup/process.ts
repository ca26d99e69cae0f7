// The process that makes and tests backups: it has the lowest priority, its own memory and one connection, and ends
// with the process that started it.
import { fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { beginBackups, listBackups, recordBackup } from "../../app/features/backups/queries.server.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database, Databases } from "../../app/platform/database/database.server.ts";
import { folderAbove } from "../../app/platform/folder-above.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { argumentOf, receiveTask, type Task } from "../channel.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { embeddedConnection } from "../postgres/postgres.ts";
import { connect } from "./connect.ts";
import { backUpIfDue, findWork } from "./nightly.ts";
import { removeScratchServers } from "./proof.ts";

/**
 * Everything is streamed in pieces. V8's default young generation would cost 60 MB more, for pieces already handled.
 */
const MEMORY = ["--max-old-space-size=128", "--max-semi-space-size=1"];
const CONNECTION = { keepAlive: true, application_name: "seo-pro-zone backup" };
const LONGEST_MS = 3 * 60 * 60 * 1000;
/** Time to exit after being asked to stop; unfinished work can be abandoned. */
const STOP_MS = 2_000;

/**
 * Manages the site's backups, one process at a time.
 * @param stopping ends it immediately
 * @returns `check`, to be called every hour: starts the process if there's something to do; `ended`: resolves when it
 *   ended
 */
export function manageBackups(
  { config, databases }: { config: Config; databases: Databases },
  stopping: AbortSignal,
) {
  let running: Promise<void> | undefined;
  return {
    async check(db: Database): Promise<void> {
      if (!config.backupDir) return;
      await beginBackups(db);
      const { time_zone } = await readSettings(db);
      const { toProve, isDue } = findWork(await listBackups(db), time_zone);
      if (running || stopping.aborted || !(isDue || toProve.length)) return;
      running = runBackups(databases.owner, config, stopping)
        .catch((error) => log.error({ err: error }, "The backup schedule failed"))
        .finally(() => {
          running = undefined;
        });
    },
    ended: () => running ?? Promise.resolve(),
  };
}

/** Does what is due in a separate process, and records a failure if that process crashes. */
export async function runBackups(db: Database, config: Config, stopping: AbortSignal): Promise<void> {
  const program = folderAbove(import.meta.filename.endsWith(".ts") ? "server/site.ts" : "server/site.js");
  const child = fork(program, [argumentOf("backup")], {
    execArgv: [...process.execArgv, ...MEMORY],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = () => child.kill("SIGKILL");
  let late = setTimeout(kill, LONGEST_MS);
  const stop = () => {
    if (child.connected) child.disconnect();
    clearTimeout(late);
    late = setTimeout(kill, STOP_MS);
  };
  stopping.addEventListener("abort", stop);
  if (stopping.aborted) stop();
  child.on("error", () => {});
  const connection = config.databaseUrl ?? embeddedConnection(config.dataDir);
  if (child.connected) child.send({ do: "backup", connection, config } satisfies Task, () => {});
  const [code, signal] = await once(child, "exit");
  clearTimeout(late);
  stopping.removeEventListener("abort", stop);
  if (code === 0 && !stopping.aborted) return;
  await removeScratchServers(config.dataDir);
  if (stopping.aborted) return;
  const detail = `The backup process ended unexpectedly (${signal ?? code})`;
  log.error({ code, signal }, "The backup process ended unexpectedly");
  await recordBackup(db, { kind: "nightly", state: "failed", trouble: "other", detail });
}

/** Runs inside the process: does its task, then asks the process to stop. */
export async function runBackupTask(stop: Stop) {
  try {
    // Applies to this thread and those started later, such as compression threads.
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // If that isn't allowed, it runs at normal priority.
  }
  const [{ connection, config }] = await receiveTask<"backup">(stop);
  try {
    await Promise.race([backUpIfDue(() => connect(connection, CONNECTION), config), stop.asked]);
    stop.ask();
  } catch (error) {
    log.error({ err: error }, "The backup failed");
    stop.ask("fault");
  }
}
