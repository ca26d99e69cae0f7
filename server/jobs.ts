// The process of the site's jobs. It brings the database up to date first; later it sends mail and does timed work. A
// fault of a job ends this process and no other.
import type { Config } from "../app/platform/config.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { answer, receiveTask } from "./channel.ts";
import type { Stop } from "./graceful-shutdown.ts";
import { reportFigures } from "./metrics/gather.ts";
import { configFor, prepareDatabase } from "./prepare.ts";

/**
 * Waits for the first process's word and works until this process is asked to stop.
 * @throws what `prepareDatabase` throws
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
  // The mails can wait for their code, the visitors not for the database.
  const { startWorker } = await import("./worker.ts");
  const worker = await startWorker({ databases, config: configFor(config, connection), log });
  stop.add("jobs", () => worker.stop());
  reportFigures();
  answer({ is: "working" });
}
