import fs from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Log } from "../log.server.ts";
import { grantEditorRights } from "./editor-role.server.ts";
import { loadGraphileWorker } from "./graphile-worker.server.ts";
import {
  allowSilence,
  dividePool,
  endSilence,
  figuresOf,
  openPool,
  type PoolFigures,
  type PoolOptions,
  SILENT_MS,
} from "./pool.server.ts";
import {
  countKnownMigrations,
  firstMigrations,
  MIGRATIONS,
  readMigrationJournal,
  readTables,
} from "./schema.server.ts";
import { grantVisitorRights, VISITOR_ROLE } from "./visitor-role.server.ts";

export type Database = NodePgDatabase;

export type Connection = string | { host: string; user: string; database: string };

/**
 * `owner` can do everything; `visitor` can only do what public pages need (decision 0035.2). `openPool` opens
 * another owner pool, which the caller must end.
 */
export type Databases = {
  owner: Database;
  visitor: Database;
  pool: pg.Pool;
  visitorPool: pg.Pool;
  /** false if a hosted server refused the visitor role */
  hasVisitorRole: boolean;
  openPool(options: PoolOptions): pg.Pool;
  /** current connection usage; `waits` and `waitedMs` are totals */
  pools(): PoolFigures[];
  close(): Promise<void>;
};

const MIGRATION_LOCK = 7_351_402_119;
const LOCK_WAIT_MS = 600_000;
const LOCK_POLL_MS = 200;
/** How long a migration waits for a table lock. In the meantime, other queries on the table queue up. */
const TABLE_WAIT_MS = 3_000;
/** Pause between attempts, so other machines can write. */
const TABLE_PAUSE_MS = 1_000;
/** SQLSTATE "lock not available". */
const NO_LOCK = "55P03";
/** For slow writes by the owner, such as renaming something that 100,000 records refer to. */
const LONG_WRITE_MS = 50_000;
const DEFAULT_POOL = 12;

/**
 * Migrates the schema and grants the rights of the visitor and editor roles (decisions 0035.2 and 0008).
 * Concurrent processes queue for a lock.
 * @param options.upTo stops after this many migrations
 * @param options.onWait called repeatedly while waiting for another instance or a locked table, up to `waitMs`
 *   for each; throwing ends the wait
 * @param options.room how to wait for a connection
 * @param options.beforeUpdate called under the lock with the number of applied migrations, unless it's 0;
 *   throwing leaves the schema unchanged
 * @param options.ofKinds tables of records that editors can write
 * @param options.afterUpdate called under the lock once the schema is the newest
 * @returns `visitorRole`, false if a hosted server refuses to create the role, or with `upTo`
 * @throws DatabaseRefused if a newer version has updated the database, another instance doesn't finish its
 *   update in time, or a table stays locked; also database errors
 */
export async function migrateDatabase(
  connection: Connection,
  log: Log,
  options: {
    upTo?: number;
    onWait?: () => void;
    waitMs?: number;
    room?: Pick<PoolOptions, "roomMs" | "onNoRoom">;
    beforeUpdate?: (seen: number) => Promise<void>;
    ofKinds?: readonly string[];
    afterUpdate?: (client: pg.ClientBase) => Promise<void>;
  } = {},
): Promise<{ visitorRole: boolean }> {
  const { upTo } = options;
  const migrationsFolder = upTo === undefined ? MIGRATIONS : firstMigrations(upTo);
  const pool = openPool(connection, {
    ...{ max: 2, silentMs: 0, application_name: "seo-pro-zone start" },
    ...options.room,
    lock_timeout: TABLE_WAIT_MS,
  });
  try {
    const lock = await pool.connect();
    try {
      await takeLock(lock, options);
      const { seen, newest } = await readAppliedMigrations(lock);
      refuseNewer(newest);
      if (seen < countKnownMigrations()) {
        if (seen > 0) await options.beforeUpdate?.(seen);
        // Imported here, because most starts have nothing to migrate.
        const { runMigrations } = await loadGraphileWorker();
        const { migrate } = await import("drizzle-orm/node-postgres/migrator");
        await onceTablesAreFree(options, async () => {
          await runMigrations({ pgPool: pool });
          await migrate(drizzle(pool), { migrationsFolder });
        });
      }
      // Rights are only granted on the newest schema.
      if (upTo !== undefined) return { visitorRole: false };
      await options.afterUpdate?.(lock);
      const tables = (await readTables(lock)).map(({ name }) => name);
      await grantEditorRights(lock, tables, options.ofKinds ?? [], log);
      return { visitorRole: await grantVisitorRights(lock, tables, log) };
    } finally {
      // Closing the connection also releases the lock.
      lock.release(true);
    }
  } finally {
    await pool.end();
    if (migrationsFolder !== MIGRATIONS) fs.rmSync(migrationsFolder, { recursive: true });
  }
}

/** Thrown if the operator must act before the site can start. The message is one line. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused";
}

/** Waits for the migration lock, which is released when the connection closes. */
async function takeLock(client: pg.ClientBase, options: Parameters<typeof migrateDatabase>[2] = {}) {
  const { onWait, waitMs = LOCK_WAIT_MS } = options;
  const end = performance.now() + waitMs;
  for (;;) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK]);
    if (rows[0].taken) return;
    onWait?.();
    if (performance.now() > end) break;
    await delay(LOCK_POLL_MS);
  }
  const { rows } = await client.query(
    `select pid, host(client_addr) as address, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as since
       from pg_locks left join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1
        and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  const { pid = "unknown", address, since } = rows[0] ?? {};
  throw new DatabaseRefused(
    `Another instance of the site has been updating this database for ${Math.round(waitMs / 60_000)} minutes: connection ${pid}${address ? ` from ${address}` : ""}${since ? ` since ${since} UTC` : ""}. Stop it, or end its connection with "select pg_terminate_backend(${pid})".`,
  );
}

/**
 * Retries while another machine has locked a table, for example to send an email.
 * @param update must be atomic
 */
async function onceTablesAreFree(
  { onWait, waitMs = LOCK_WAIT_MS }: { onWait?: () => void; waitMs?: number },
  update: () => Promise<void>,
) {
  const end = performance.now() + waitMs;
  for (;;)
    try {
      return await update();
    } catch (error) {
      const { code } = (error instanceof Error && error.cause instanceof Error ? error.cause : error) as {
        code?: string;
      };
      if (code !== NO_LOCK) throw error;
      onWait?.();
      if (performance.now() > end)
        throw new DatabaseRefused(
          `A table has been in use by other connections for ${Math.round(waitMs / 60_000)} minutes, so the database can't be updated. Stop the other machines of this site, or end the long transaction that pg_stat_activity shows, and start again.`,
        );
      await delay(TABLE_PAUSE_MS);
    }
}

/**
 * Returns the number of applied migrations and the date of the newest one; both are 0 for an empty database.
 */
export async function readAppliedMigrations(
  client: pg.ClientBase,
): Promise<{ seen: number; newest: number }> {
  const known = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as is");
  if (!known.rows[0].is) return { seen: 0, newest: 0 };
  const { rows } = await client.query(
    "select count(*)::int as seen, coalesce(max(created_at), 0)::float8 as newest from drizzle.__drizzle_migrations",
  );
  return rows[0];
}

function refuseNewer(newest: number) {
  const last = readMigrationJournal().entries.at(-1)!.when;
  if (newest <= last) return;
  throw new DatabaseRefused(
    `A newer version of this site has updated this database: its schema is from ${dayOf(newest)}, but this version only knows it up to ${dayOf(last)}. Start the newer version again, or restore a backup from this version.`,
  );
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Opens the pools. If the server goes down, queries fail, and later queries reconnect.
 * @param options.visitorRole from `migrateDatabase`
 * @param options.owner connection limit of the owner's pool; `options.visitor` is the visitor pool's
 * @param options.room how the owner's pool waits for a connection
 */
export function openDatabases(
  connection: Connection,
  options: {
    visitorRole?: boolean;
    owner?: number;
    visitor?: number;
    room?: Pick<PoolOptions, "roomMs" | "onNoRoom">;
  } = {},
): Databases {
  const { visitorRole = true, owner, visitor, room } = { ...dividePool(DEFAULT_POOL), ...options };
  const pool = openPool(connection, {
    max: visitorRole ? owner : owner + visitor,
    application_name: "seo-pro-zone",
    ...room,
  });
  const visitorPool = visitorRole
    ? openPool(connection, {
        max: visitor,
        application_name: "seo-pro-zone visitor",
        session: `set role ${VISITOR_ROLE}`,
      })
    : pool;
  return {
    owner: databaseOn(pool, LONG_WRITE_MS),
    visitor: databaseOn(visitorPool),
    pool,
    visitorPool,
    hasVisitorRole: visitorRole,
    openPool: (more) => openPool(connection, more),
    pools: () => [
      figuresOf("owner", pool),
      ...(visitorPool === pool ? [] : [figuresOf("visitor", visitorPool)]),
    ],
    async close() {
      await pool.end();
      if (visitorPool !== pool) await visitorPool.end();
    },
  };
}

/**
 * Returns a database whose transactions always release their connection. Drizzle's don't if `begin` fails,
 * which would exhaust the pool.
 * @param silentMs timeout per statement in a transaction, 0 for none
 */
export function databaseOn(pool: pg.Pool, silentMs = SILENT_MS): Database {
  const db = drizzle(pool);
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      allowSilence(client, silentMs);
      return await drizzle(client).transaction(work, config);
    } finally {
      endSilence(client);
      client.release();
    }
  };
  return db;
}
