import fs from "node:fs";
import type { Config } from "../../app/platform/config.server.ts";
import { connectionsOf } from "../../app/platform/database/pool.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { showProgress } from "../start-progress.ts";
import { clusterDirectory, startPostgres } from "./postgres.ts";

/** Starts the PostgreSQL in DATA_DIR. Throws StartRefused if it can't run. */
export function startDatabase(config: Config) {
  if (fs.existsSync(clusterDirectory(config.dataDir))) showProgress("Starting the database");
  else showProgress("Creating the database", "loading its content, then the site answers");
  return startPostgres({
    directory: config.dataDir,
    log,
    // Leaves room for new processes during a rolling restart, and for manual connections.
    settings: { max_connections: String(connectionsOf(config) + config.databasePool + 20) },
  });
}
