import fs from "node:fs";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { folderAbove } from "./folder-above.server.ts";
import type { Log } from "./log.server.ts";
import { settleRights, VISITOR_ROLE } from "./visitor-role.server.ts";

/** A database handle or a transaction of one: what every query takes first. */
export type Database = NodePgDatabase;

/** Where the database is: an address (`DATABASE_URL`) or the socket of the embedded one. */
export type Connection = string | { host: string; user: string; database: string };

/**
 * The two ways in. `owner` may do everything; `visitor` sees published rows and can only add enquiries.
 * `openPool` makes another pool to the same server as the owner, for whoever must not share; the caller ends it.
 */
export type Databases = {
  owner: Database;
  visitor: Database;
  pool: pg.Pool;
  openPool(options: pg.PoolConfig): pg.Pool;
  close(): Promise<void>;
};

export const MIGRATIONS = folderAbove("db/migrations");
const MIGRATION_LOCK = 7_351_402_119;
/**
 * A server that says nothing for so long while somebody waits for its answer is stopped or cut off, though the
 * connection looks alive.
 */
const SILENT_MS = 10_000;
/** The owner's writes may take longer, such as that of a name which a hundred thousand records hold a copy of. */
const LONG_WRITE_MS = 50_000;

/** A pool whose clients report a lost server here, instead of ending the process; queries still fail. */
function openPool(connection: Connection, options: pg.PoolConfig): pg.Pool {
  const where = typeof connection === "string" ? { connectionString: connection } : connection;
  const pool = new pg.Pool({ ...where, ...options });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** How many migrations this version of the site has. */
export const countKnownMigrations = (): number => readJournal().entries.length;

type Journal = { entries: { tag: string }[] };
const JOURNAL = "meta/_journal.json";
export const readJournal = () =>
  JSON.parse(fs.readFileSync(path.join(MIGRATIONS, JOURNAL), "utf8")) as Journal;

/** Names of all tables that the migrations make; one that is gone again by now is among them. */
function ownTables(): string[] {
  const texts = readJournal().entries.map(({ tag }) =>
    fs.readFileSync(path.join(MIGRATIONS, `${tag}.sql`), "utf8"),
  );
  return texts.flatMap((text) => [...text.matchAll(/^create table "?(\w+)/gim)].map(([, name = ""]) => name));
}

/** A folder with the first `count` migrations, which is how the migrator is told where to stop. */
function firstMigrations(count: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-migrations-"));
  const journal = readJournal();
  journal.entries.length = count;
  fs.mkdirSync(path.join(folder, "meta"));
  fs.writeFileSync(path.join(folder, JOURNAL), JSON.stringify(journal));
  for (const { tag } of journal.entries)
    fs.copyFileSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
  return folder;
}

/**
 * Brings the schema up to date and grants the visitor's role its rights (DECISIONS 2). Safe to run from many
 * processes at once: they queue at an advisory lock.
 * @param options.upTo stops after this many migrations, at the schema of an older version
 * @returns whether public pages can run as the visitor's role; a hosted server may refuse to create it
 * @throws on a database fault
 */
export async function migrateDatabase(
  connection: Connection,
  log: Log,
  { upTo }: { upTo?: number } = {},
): Promise<{ visitorRole: boolean }> {
  const migrationsFolder = upTo === undefined ? MIGRATIONS : firstMigrations(upTo);
  const pool = openPool(connection, { max: 2 });
  try {
    const lock = await pool.connect();
    try {
      await lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
      await runMigrations({ pgPool: pool });
      await migrate(drizzle(pool), { migrationsFolder });
      // The rights are those of the newest schema.
      return { visitorRole: upTo === undefined && (await settleRights(lock, ownTables(), log)) };
    } finally {
      // Destroying the connection gives the lock back, whatever state it is in.
      lock.release(true);
    }
  } finally {
    await pool.end();
    if (migrationsFolder !== MIGRATIONS) fs.rmSync(migrationsFolder, { recursive: true });
  }
}

/**
 * Opens the pools. A lost server makes queries fail and later ones connect again; nothing here ever throws on
 * its own account.
 * @param options.visitorRole what `migrateDatabase` returned
 */
export function openDatabases(
  connection: Connection,
  options: { visitorRole?: boolean; max?: number } = {},
): Databases {
  const { visitorRole = true, max = 10 } = options;
  const limits = { max, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000 };
  const pool = openServingPool(connection, { ...limits, application_name: "seo-pro-zone" });
  const visitorPool = visitorRole
    ? openServingPool(connection, { ...limits, application_name: "seo-pro-zone visitor" }, async (client) => {
        await client.query(`set role ${VISITOR_ROLE}`);
      })
    : pool;
  return {
    owner: databaseOn(pool, LONG_WRITE_MS),
    visitor: databaseOn(visitorPool, SILENT_MS),
    pool,
    openPool: (more) => openPool(connection, more),
    async close() {
      await pool.end();
      if (visitorPool !== pool) await visitorPool.end();
    },
  };
}

/**
 * A pool for those who wait for a page. A connection that stays silent while it is used is cut: what was asked on it
 * fails, nobody gets it again, and a transaction on it ends without its commit, whenever the server goes on.
 * @param prepare readies a new connection
 */
function openServingPool(
  connection: Connection,
  options: pg.PoolConfig,
  prepare?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const pool = openPool(connection, {
    ...options,
    async onConnect(client) {
      const socket = socketOf(client);
      socket.on("timeout", () => {
        const error = new Error("The database did not answer in time");
        socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
      });
      socket.setTimeout(SILENT_MS);
      await prepare?.(client);
    },
  });
  pool.on("acquire", (client) => socketOf(client).setTimeout(SILENT_MS));
  pool.on("release", (_error, client) => socketOf(client).setTimeout(0));
  return pool;
}

const socketOf = (client: pg.ClientBase) => (client as pg.Client).connection.stream as Socket;

/**
 * Queries over a pool. A transaction always gives its connection back: Drizzle's own keeps it for ever where
 * `begin` fails, which is what happens when the server was just lost, until no connection is left.
 * @param silentMs how long one statement of a transaction may take, 0 for as long as it takes
 */
export function databaseOn(pool: pg.Pool, silentMs = 0): Database {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      socketOf(client).setTimeout(silentMs);
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}
