import fs from "node:fs";
import path from "node:path";
import type { Config } from "../app/platform/config.server.ts";
import { UnusableValue } from "../app/platform/config.variables.server.ts";
import { lockDataDir } from "./postgres/data-lock.ts";

/** Creates DATA_DIR if it's missing. Throws UnusableValue if it can't be used. */
export const makeDataDir = (dataDir: string) => checkFolder("DATA_DIR", dataDir);

/** Prepares DATA_DIR. Throws UnusableValue if it can't be used, and StartRefused if a running site is using it. */
export function prepareDataDir({ dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">) {
  makeDataDir(dataDir);
  // Checked before the port: "a site is running" is a better message than "the port is taken".
  if (!databaseUrl) lockDataDir(dataDir)();
}

/** Creates the backup folder if it's missing. Throws UnusableValue if it can't be used. */
export function prepareBackupDir({ backupDir }: Pick<Config, "backupDir">) {
  if (backupDir) checkFolder("BACKUP_DIR", backupDir);
}

function checkFolder(name: "DATA_DIR" | "BACKUP_DIR", folder: string) {
  try {
    makeFolder(folder);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    if (!fs.statSync(folder).isDirectory()) throw new Error("it isn't a folder");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UnusableValue(name, folder, code ?? message);
  }
}

/** Node's recursive mkdir never returns on file systems such as /proc. */
function makeFolder(folder: string) {
  const parent = path.dirname(folder);
  if (parent !== folder && !fs.existsSync(parent)) makeFolder(parent);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !fs.statSync(folder).isDirectory()) throw error;
  }
}
