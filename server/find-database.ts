// Which database the site works with, and whether it will do.
import pg from "pg";
import { type Config, UnusableValue } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { startPostgres } from "./postgres.ts";
import type { Stop } from "./stop.ts";
import { tell } from "./tell.ts";

const OLDEST_POSTGRES = 150_000;
const CONNECT_MS = 10_000;

/**
 * Connects to the database that DATABASE_URL names, or starts the embedded one, which then ends with the site.
 * @throws UnusableValue where the server cannot be reached or is too old, StartRefused where the embedded one
 *   cannot be started
 */
export async function findDatabase(config: Config, stop: Stop): Promise<Connection> {
  if (config.databaseUrl) {
    tell("Connecting to the database");
    await checkServer(config.databaseUrl);
    return config.databaseUrl;
  }
  tell("Starting the database");
  const postgres = await startPostgres({
    directory: config.dataDir,
    log,
    // Two pools of ten and a few more for each serving process, and as much again for backups and the curious.
    settings: { max_connections: String(60 + 40 * config.webConcurrency) },
  });
  stop.add("PostgreSQL", () => postgres.stop());
  return postgres.connection;
}

/** @throws UnusableValue when the server cannot be reached or is too old */
async function checkServer(databaseUrl: string) {
  const refuse = (reason: string) => new UnusableValue("DATABASE_URL", databaseUrl, reason);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    if (rows[0].version < OLDEST_POSTGRES)
      throw new Error(`it is version ${Math.floor(rows[0].version / 10_000)}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse((message || code || "it cannot be reached").replaceAll("\n", " "));
  } finally {
    await client.end().catch(() => {});
  }
}
