// DATA_DIR and BACKUP_DIR before anything is started: folders that can be written to, with no living site in the first.
import fs from "node:fs";
import path from "node:path";
import type { Config } from "../app/platform/config.server.ts";
import { UnusableValue } from "../app/platform/config.variables.server.ts";
import { lockDataDir } from "./postgres/data-lock.ts";

/**
 * Makes DATA_DIR where it does not exist.
 * @throws UnusableValue where it cannot be used
 */
export const makeDataDir = (dataDir: string) => checkFolder("DATA_DIR", dataDir);

/**
 * Makes DATA_DIR ready for a start.
 * @throws UnusableValue where it cannot be used, StartRefused where a living site has it
 */
export function prepareDataDir({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  makeDataDir(dataDir);
  // Before the port: that a site is running says more than that its port is taken.
  if (!databaseUrl) lockDataDir(dataDir)();
}

/**
 * Makes the folder of the backups where it does not exist.
 * @throws UnusableValue where it cannot be used
 */
export function prepareBackupDir({ backupDir }: Pick<Config, "backupDir">) {
  if (backupDir) checkFolder("BACKUP_DIR", backupDir);
}

function checkFolder(name: "DATA_DIR" | "BACKUP_DIR", folder: string) {
  try {
    makeFolder(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.statSync(folder).isDirectory()) throw new Error("it is not a folder");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnusableValue(name, folder, code ?? message);
  }
}

/** Node's own way to make parents, too, never ends in file systems such as /proc that refuse with ENOENT. */
function makeFolder(folder: string) {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !fs.statSync(folder).isDirectory()) throw error;
  }
}
