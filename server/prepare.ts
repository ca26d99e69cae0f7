// Before anything serves: the database's schema, its first content and the panel's password.
import { ensureAdminPassword } from "../app/features/admin-session/password.server.ts";
import { prepareFormSecret } from "../app/features/public-forms/form-stamp.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import {
  type Connection,
  type Database,
  DatabaseRefused,
  migrateDatabase,
  openDatabases,
} from "../app/platform/database/database.server.ts";
import { installation } from "../app/platform/database/installation.table.server.ts";
import { log } from "../app/platform/log.server.ts";
import { backUpBeforeUpdate, recordSaved, type Saved } from "./backup/update.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import { checkServer } from "./postgres/find-database.ts";
import { showProgress } from "./start-progress.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * Brings the database to where the site can serve.
 * @param found DATABASE_URL, or the embedded database
 * @returns how to connect from here on; whether public pages can run as the visitor's role; the password where it was made just now
 * @throws UnusableValue where DATABASE_URL leads to no usable server; StartRefused where its schema cannot be brought
 *   up to date; StopRequested; any fault of the database
 */
export async function prepareDatabase(config: Config, found: Connection, stop: Stop) {
  let connection = found;
  if (config.databaseUrl) {
    showProgress("Connecting to the database");
    connection = await checkServer(config);
  }
  showProgress("Updating the database");
  let saved: Saved | null = null;
  const { visitorRole } = await migrateDatabase(connection, log, {
    onWait: waitingOf(stop),
    async beforeUpdate(seen) {
      saved = await backUpBeforeUpdate(connection, config, seen);
    },
  }).catch(inOneLine);
  if (stop.isAsked) throw new StopRequested();
  const databases = openDatabases(connection, { owner: 1 });
  try {
    if (saved) await recordSaved(databases.owner, saved);
    if (!(await isInstalled(databases.owner))) {
      const { seedIfEmpty } = await import("./seed.ts");
      await seedIfEmpty(databases.owner, config.seed);
    }
    prepareFormStamps(config.dataDir);
    const { shown: password } = await ensureAdminPassword(databases.owner, config);
    return { connection, visitorRole, password };
  } finally {
    await databases.close();
  }
}

/** Whether there was sample content once, or content before it: then it is not looked for again. */
const isInstalled = async (db: Database) => (await db.select().from(installation)).length > 0;

/** The settings with the address that `prepareDatabase` settled on: all that connect by them go the same way. */
export function configFor(config: Config, connection: Connection): Config {
  return typeof connection === "string" ? { ...config, databaseUrl: connection } : config;
}

/** Tells once that another start is waited for, and waits until a stop is asked for. */
function waitingOf(stop: Stop) {
  let hasShown = false;
  return () => {
    if (stop.isAsked) throw new StopRequested();
    if (!hasShown) showProgress("Waiting for another start that's updating the database");
    hasShown = true;
  };
}

function inOneLine(error: Error): never {
  throw error instanceof DatabaseRefused ? new StartRefused(error.message) : error;
}

/** Without stamps the site serves all the same: only spam is recognized less well. */
function prepareFormStamps(dataDir: string) {
  try {
    prepareFormSecret(dataDir);
  } catch (error) {
    log.warn(
      { reason: (error as Error).message },
      "DATA_DIR/form-secret can't be read or created: forms have no time stamps",
    );
  }
}
