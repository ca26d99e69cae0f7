// The site's embedded database.
import type { Config } from "../../app/platform/config.server.ts";
import { connectionsOf } from "../../app/platform/database/pool.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { showProgress } from "../start-progress.ts";
import { startPostgres } from "./postgres.ts";

/**
 * Starts the PostgreSQL in DATA_DIR with the settings that this site needs.
 * @throws StartRefused if it can't run
 */
export function startDatabase(config: Config) {
  showProgress("Starting the database");
  return startPostgres({
    directory: config.dataDir,
    log,
    // For the site, for a process that replaces another one, and for manual connections.
    settings: { max_connections: String(connectionsOf(config) + config.databasePool + 20) },
  });
}
