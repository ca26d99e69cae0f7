// Development runs everything in one process, because modules compiled from source must share their state.
import type { Config } from "../app/platform/config.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { dividePool } from "../app/platform/database/pool.server.ts";
import { log } from "../app/platform/log.server.ts";
import { prepareBackupDir, prepareDataDir } from "./data-dir.ts";
import type { Stop } from "./graceful-shutdown.ts";
import { drain } from "./http/http-server.ts";
import { checkPortIsFree, listen } from "./http/ports.ts";
import { startDatabase } from "./postgres/embedded-database.ts";
import { configFor, prepareDatabase } from "./prepare.ts";
import { type LoadApp, openServer } from "./serving.ts";
import { welcome } from "./welcome.ts";
import { startWorker } from "./worker.ts";

/** Starts everything in this process. Throws whatever the parts throw. */
export async function startInOneProcess(config: Config, stop: Stop, loadApp: LoadApp) {
  prepareDataDir(config);
  prepareBackupDir(config);
  await checkPortIsFree(config);
  const embedded = config.databaseUrl ? null : await startDatabase(config);
  stop.add("PostgreSQL", () => embedded?.stop());
  const found = embedded?.connection ?? config.databaseUrl!;
  const { connection, visitorRole, password } = await prepareDatabase(config, found, stop);
  const databases = openDatabases(connection, { visitorRole, ...dividePool(config.databasePool) });
  stop.add("database connections", () => databases.close());
  const worker = await startWorker({ databases, config: configFor(config, connection), log });
  stop.add("jobs", () => worker.stop());
  const server = await openServer({ config, databases, log }, stop, loadApp);
  await listen(server, config);
  stop.add("requests", async () => drain(server, await stop.asked));
  welcome(config, password);
}
