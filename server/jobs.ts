// Jobs run in their own process, so a crash doesn't affect visitors.
import type { Config } from "../app/platform/config.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { loadGraphileWorker } from "../app/platform/database/graphile-worker.server.ts";
import { log } from "../app/platform/log.server.ts";
import { answer, receiveTask } from "./channel.ts";
import type { Stop } from "./graceful-shutdown.ts";
import { reportFigures } from "./metrics/gather.ts";
import { configFor, prepareDatabase } from "./prepare.ts";

/**
 * Prepares the database if that's part of the task, then sends email and runs jobs until a stop is requested.
 * @throws whatever `prepareDatabase` throws
 */
export async function runJobs(config: Config, stop: Stop) {
  const [task] = await receiveTask<"prepare" | "work">(stop);
  let { connection } = task;
  if (task.do === "prepare") {
    const prepared = await prepareDatabase(config, connection, stop);
    answer({ is: "prepared", ...prepared });
    connection = prepared.connection;
  }
  const databases = openDatabases(connection, { owner: 1 });
  stop.add("database connections", () => databases.close());
  // Loaded late, because visitors are waiting for the database first.
  await loadGraphileWorker();
  const { startWorker } = await import("./worker.ts");
  const worker = await startWorker({ databases, config: configFor(config, connection), log });
  stop.add("jobs", () => worker.stop());
  reportFigures();
  answer({ is: "working" });
}
