// `npm run backup -- FILE`: everything in one file (CONTRACT "Commands"), taken while the site runs or while it rests.
import fs from "node:fs";
import path from "node:path";
import { type Config, readConfig } from "../app/platform/config.server.ts";
import type { Connection } from "../app/platform/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { BackupRefused } from "../server/backup.format.ts";
import { writeBackup } from "../server/backup.ts";
import { isInUse } from "../server/data-lock.ts";
import { clusterDirectory, embeddedConnection, startPostgres } from "../server/postgres.ts";
import { countedIn, runCommand } from "./command.ts";

await runCommand(async ([name]) => {
  if (!name) throw new BackupRefused("Say where to: npm run backup -- FILE");
  const config = readConfig();
  const file = path.resolve(name);
  const saved = await withDatabase(config, (connection) => writeBackup(connection, config.dataDir, file));
  const unread = saved.unread?.length ? ` Left out, as they cannot be read: ${saved.unread.join(", ")}.` : "";
  return `Saved ${countedIn(saved)} in ${file}.${unread} It holds what visitors wrote: keep it where only you can read it.`;
});

async function withDatabase<Result>(
  { databaseUrl, dataDir }: Config,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl);
  if (!fs.existsSync(clusterDirectory(dataDir)))
    throw new BackupRefused(`There is nothing to save: DATA_DIR=${dataDir} holds no database.`);
  if (isInUse(dataDir)) return work(embeddedConnection(dataDir));
  const postgres = await startPostgres({ directory: dataDir, log });
  try {
    return await work(postgres.connection);
  } finally {
    await postgres.stop();
  }
}
