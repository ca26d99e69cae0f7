// The jobs process. It first brings the database up to date; later it sends email and runs scheduled jobs. An error in
// a job ends only this process.
import type { Config } from "../app/platform/config.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { answer, receiveTask } from "./channel.ts";
import type { Stop } from "./graceful-shutdown.ts";
import { reportFigures } from "./metrics/gather.ts";
import { configFor, prepareDatabase } from "./prepare.ts";

/**
 * Waits for the first process's task and works until this process is asked to stop.
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
  // Loaded late: email can wait for its code, but visitors shouldn't wait for the database.
  const { startWorker } = await import("./worker.ts");
  const worker = await startWorker({ databases, config: configFor(config, connection), log });
  stop.add("jobs", () => worker.stop());
  reportFigures();
  answer({ is: "working" });
}
