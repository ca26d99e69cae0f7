// The embedded database of a site.
import type { Config } from "../app/platform/config.server.ts";
import { log } from "../app/platform/log.server.ts";
import { startPostgres } from "./postgres.ts";
import { tell } from "./tell.ts";

/**
 * Starts the PostgreSQL in DATA_DIR with what this site needs of it.
 * @throws StartRefused where it cannot run
 */
export function startDatabase({ dataDir, databasePool, webConcurrency }: Config) {
  tell("Starting the database");
  return startPostgres({
    directory: dataDir,
    log,
    // Those of all processes, of some that take the place of others, and of backups and the curious.
    settings: { max_connections: String(20 + databasePool * (webConcurrency + 1)) },
  });
}
