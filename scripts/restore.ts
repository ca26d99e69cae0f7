// `npm run restore -- FILE`: a backup into an empty DATA_DIR, and an empty database where DATABASE_URL names one.
import fs from "node:fs";
import path from "node:path";
import { readConfig } from "../app/platform/config.server.ts";
import { log } from "../app/platform/log.server.ts";
import { BackupRefused } from "../server/backup.format.ts";
import { startPostgres } from "../server/postgres.ts";
import { checkBackup, restoreBackup } from "../server/restore.ts";
import { countedIn, runCommand } from "./command.ts";

await runCommand(async ([name]) => {
  if (!name) throw new BackupRefused("Say from where: npm run restore -- FILE");
  const { databaseUrl, dataDir } = readConfig();
  const file = path.resolve(name);
  if (fs.existsSync(dataDir) && fs.readdirSync(dataDir).length)
    throw new BackupRefused(`DATA_DIR=${dataDir} is not empty. Restore into an empty folder.`);
  // Before anything is made.
  await checkBackup(file);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const postgres = databaseUrl ? null : await startPostgres({ directory: dataDir, log });
    const connection = databaseUrl ?? postgres!.connection;
    const restored = await restoreBackup(file, { connection, dataDir, log }).finally(() => postgres?.stop());
    return `Restored ${countedIn(restored)} into ${dataDir}. Start the site with npm start; everybody logs in again.`;
  } catch (error) {
    for (const entry of fs.readdirSync(dataDir)) fs.rmSync(path.join(dataDir, entry), { recursive: true });
    throw error;
  }
});
