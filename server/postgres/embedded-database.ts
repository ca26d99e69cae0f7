// The embedded database of a site.
import type { Config } from "../../app/platform/config.server.ts";
import { connectionsOf } from "../../app/platform/database/pool.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { showProgress } from "../start-progress.ts";
import { startPostgres } from "./postgres.ts";

/**
 * Starts the PostgreSQL in DATA_DIR with what this site needs of it.
 * @throws StartRefused where it cannot run
 */
export function startDatabase(config: Config) {
  showProgress("Starting the database");
  return startPostgres({
    directory: config.dataDir,
    log,
    // Those of the site, of a process that takes another's place, and of the curious.
    settings: { max_connections: String(connectionsOf(config) + config.databasePool + 20) },
  });
}
