import fs from "node:fs";
import type { Config } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { makeDataDir } from "../server/data-dir.ts";
import { isInUse } from "../server/postgres/data-lock.ts";
import { checkServer } from "../server/postgres/find-database.ts";
import { clusterDirectory, embeddedConnection, startPostgres } from "../server/postgres/postgres.ts";
import { StartRefused } from "../server/start-refused.ts";

/**
 * Connects to the site's database, even while the site is running.
 * @param purpose a verb for the error message
 * @throws StartRefused if there's no database yet
 */
export async function withDatabase<Result>(
  config: Config,
  purpose: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = config;
  if (config.databaseUrl) return work(await checkServer(config));
  // Without access to it, DATA_DIR would look empty.
  if (fs.existsSync(dataDir)) makeDataDir(dataDir);
  if (!fs.existsSync(clusterDirectory(dataDir)))
    throw new StartRefused(`There's nothing to ${purpose}: DATA_DIR=${dataDir} contains no database.`);
  if (isInUse(dataDir)) return work(embeddedConnection(dataDir));
  const postgres = await startPostgres({ directory: dataDir, log });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}
