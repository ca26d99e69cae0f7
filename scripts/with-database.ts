import fs from "node:fs";
import type { Config } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { isInUse } from "../server/postgres/data-lock.ts";
import { checkServer } from "../server/postgres/find-database.ts";
import { clusterDirectory, embeddedConnection, startPostgres } from "../server/postgres/postgres.ts";
import { StartRefused } from "../server/start-refused.ts";

/**
 * Works with the site's database, whether the site is running or not.
 * @param purpose what the command does with it, for the refusal
 * @throws StartRefused if there's no database yet
 */
export async function withDatabase<Result>(
  config: Config,
  purpose: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { dataDir } = config;
  if (config.databaseUrl) return work(await checkServer(config));
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
