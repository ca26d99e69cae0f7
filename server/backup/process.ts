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

/** Backups stream small pieces, so V8's default young generation would waste 60 MB. */
const MEMORY = ["--max-old-space-size=128", "--max-semi-space-size=1"];
const CONNECTION = { keepAlive: true, application_name: "seo-pro-zone backup" };
const LONGEST_MS = 3 * 60 * 60 * 1000;
/** Unfinished backups are safe to abandon. */
const STOP_MS = 2_000;

/**
 * Manages backups in separate processes, one at a time, until `stopping` aborts.
 * @returns `check`, to be called every hour, starts a process if there's work; `ended` resolves when none is running
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

/** Runs pending backups in a separate process, and records a crash. */
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

/** Runs inside the backup process, at the lowest priority. */
export async function runBackupTask(stop: Stop) {
  try {
    // Threads started later, such as those for compression, inherit the priority.
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // If lowering the priority isn't allowed, continue without it.
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
