import type pg from "pg";
import { prepareFormSecret } from "../app/features/public-forms/form-stamp.server.ts";
import { kindsSetup } from "../app/features/records/triggers.server.ts";
import { ensureAdminPassword } from "../app/features/sign-in/password.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import {
  type Connection,
  type Database,
  DatabaseRefused,
  migrateDatabase,
  openDatabases,
} from "../app/platform/database/database.server.ts";
import { installation } from "../app/platform/database/installation.table.server.ts";
import { openPool, type PoolOptions } from "../app/platform/database/pool.server.ts";
import { log } from "../app/platform/log.server.ts";
import { backUpBeforeUpdate, recordSaved, type Saved } from "./backup/update.ts";
import { claimDemo, endDemo, rewindDemo, saveDemoStart } from "./demo.ts";
import { type Stop, StopRequested } from "./graceful-shutdown.ts";
import { checkServer } from "./postgres/find-database.ts";
import { showProgress } from "./start-progress.ts";
import { StartRefused } from "./start-refused.ts";

/** How long a start waits for a free connection, or for a database that's starting. */
const ROOM_MS = 120_000;

/**
 * Prepares the schema, sample content and the panel's password.
 * @param found DATABASE_URL, or the embedded database
 * @returns how to connect from here on; whether the visitor role is available; the password if it was just created
 * @throws UnusableValue for a bad DATABASE_URL; StartRefused if the schema can't be updated; StopRequested; any
 *   database error
 */
export async function prepareDatabase(config: Config, found: Connection, stop: Stop) {
  let connection = found;
  // Several instances may start at once, and the database may be starting, too.
  let hasShown = false;
  const room = {
    roomMs: ROOM_MS,
    onNoRoom(reason: string) {
      if (!hasShown) showProgress(`Waiting for a connection to the database: ${reason}`);
      hasShown = true;
    },
  };
  if (config.databaseUrl) {
    showProgress("Connecting to the database");
    connection = await checkServer(config, room);
  }
  showProgress("Checking the database");
  if (config.demo) await asDemo(connection, room, (client) => claimDemo(client, config));
  let saved: Saved | null = null;
  const { visitorRole } = await migrateDatabase(connection, log, {
    onWait: reportWaiting(stop),
    room,
    async beforeUpdate(seen) {
      if (config.demo) await asDemo(connection, room, rewindDemo);
      saved = await backUpBeforeUpdate(connection, config, seen);
    },
    ...kindsSetup,
  }).catch(inOneLine);
  if (stop.isAsked) throw new StopRequested();
  const databases = openDatabases(connection, { owner: 1, room });
  try {
    if (saved) await recordSaved(databases.owner, saved);
    if (!(await isInstalled(databases.owner))) {
      const { seedIfEmpty } = await import("./seed.ts");
      await seedIfEmpty(databases.owner, config.seed);
    }
    prepareFormStamps(config.dataDir);
    const { shown: password } = await ensureAdminPassword(databases.owner, config);
    const client = await databases.pool.connect();
    await (config.demo ? saveDemoStart(client) : endDemo(client, config)).finally(() => client.release());
    return { connection, visitorRole, password };
  } finally {
    await databases.close();
  }
}

async function asDemo(
  connection: Connection,
  room: Pick<PoolOptions, "roomMs" | "onNoRoom">,
  work: (client: pg.ClientBase) => Promise<void>,
) {
  const pool = openPool(connection, { ...room, max: 1 });
  const client = await pool.connect();
  await work(client).finally(() => client.release(true));
  await pool.end();
}

/** An installed database never gets sample content again. */
const isInstalled = async (db: Database) => (await db.select().from(installation)).length > 0;

/** Returns the config with the connection that `prepareDatabase` chose. */
export function configFor(config: Config, connection: Connection): Config {
  return typeof connection === "string" ? { ...config, databaseUrl: connection } : config;
}

/** Returns a function that reports an update by another instance only once, and throws if a stop is requested. */
function reportWaiting(stop: Stop) {
  let hasShown = false;
  return () => {
    if (stop.isAsked) throw new StopRequested();
    if (!hasShown) showProgress("Waiting for another instance to finish updating the database");
    hasShown = true;
  };
}

function inOneLine(error: Error): never {
  throw error instanceof DatabaseRefused ? new StartRefused(error.message) : error;
}

/** Creates the secret for form stamps. If that fails, the site still starts, but catches less spam. */
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
