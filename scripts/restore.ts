// `npm run restore -- FILE`: restores a backup into an empty DATA_DIR, and into an empty database if DATABASE_URL is
// set.
import fs from "node:fs";
import path from "node:path";
import { recordEvent } from "../app/features/audit-log/record.server.ts";
import { type Config, readConfig } from "../app/platform/config.server.ts";
import { type Connection, openDatabases } from "../app/platform/database/database.server.ts";
import { log } from "../app/platform/log.server.ts";
import { unexpectedEntries } from "../server/backup/files.ts";
import { BackupRefused } from "../server/backup/format.ts";
import { checkStore, restoreImageFiles } from "../server/backup/images.ts";
import { type CheckedBackup, checkBackup } from "../server/backup/read.ts";
import { restoreBackup } from "../server/backup/restore.ts";
import { checkRoom } from "../server/backup/room.ts";
import { makeDataDir } from "../server/data-dir.ts";
import { checkServer } from "../server/postgres/find-database.ts";
import { startPostgres } from "../server/postgres/postgres.ts";
import { runCommand, summarizeContents } from "./command.ts";

await runCommand(async ([name]) => {
  if (!name) throw new BackupRefused("Name a backup: npm run restore -- FILE");
  const given = readConfig();
  const config = { ...given, databaseUrl: given.databaseUrl && (await checkServer(given)) };
  const { dataDir, databaseUrl } = config;
  const file = path.resolve(name);
  const inTheWay = () => unexpectedEntries(dataDir, config.backupDir);
  if (fs.existsSync(dataDir)) makeDataDir(dataDir);
  if (inTheWay().length)
    throw new BackupRefused(
      `DATA_DIR=${dataDir} is not empty. Restore into an empty folder. Move this one somewhere else, including its backups if you need them.`,
    );
  // Check the backup before creating anything.
  const backup = await checkBackup(file);
  await checkStore(config);
  makeDataDir(dataDir);
  // The embedded database needs room for rows and indexes.
  await checkRoom(dataDir, backup.fileBytes + (databaseUrl ? 0 : backup.tableBytes * 2));
  try {
    await restore(backup, config);
  } catch (error) {
    for (const entry of inTheWay()) fs.rmSync(path.join(dataDir, entry), { recursive: true });
    throw error;
  }
  const foreign = backup.foreign.length
    ? ` Skipped because they don't belong to this site: ${backup.foreign.map((one) => JSON.stringify(one)).join(", ")}.`
    : "";
  return `Restored ${summarizeContents(backup.end)} into ${dataDir}.${foreign} Start the site. Everyone has to log in again.`;
});

async function restore(backup: CheckedBackup, config: Config) {
  const { databaseUrl, dataDir } = config;
  const postgres = databaseUrl ? null : await startPostgres({ directory: dataDir, log });
  const connection = databaseUrl ?? postgres!.connection;
  try {
    await restoreBackup(backup, { connection, dataDir, log });
    await settle(connection, config, backup.contents.made_at);
  } finally {
    await postgres?.stop();
  }
}

/** Moves images to the restored site's store, and records the restore in the panel's log. */
async function settle(connection: Connection, config: Config, made_at: string) {
  const databases = openDatabases(connection, { visitorRole: false, owner: 1, visitor: 0 });
  try {
    const client = await databases.pool.connect();
    await restoreImageFiles(client, config, log).finally(() => client.release());
    await recordEvent(databases.owner, "backup.restored", { made_at });
  } finally {
    await databases.close();
  }
}
