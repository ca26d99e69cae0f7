// Database connections: how many, for how long, and what happens when one stops responding.
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Connection } from "./database.server.ts";

/** The options of `pg`, plus: */
export type PoolOptions = pg.PoolConfig & {
  /** longest that the server may stay silent while a query is running, 0 for no limit */
  silentMs?: number;
  /** statements to run on each new connection, e.g. "set role visitor" */
  session?: string;
};

/**
 * A server that is silent for this long during a query has stopped or is cut off, even if the connection looks alive.
 */
export const SILENT_MS = 10_000;
/** Longest wait for a connection: for a free one, or for the server to have room. */
const WAIT_MS = 5_000;
const IDLE_MS = 30_000;
const KEEPALIVE_MS = 10_000;

/** "Too many clients" (of the server, database or role) and "starting up": there may be room in a moment. */
const NO_ROOM_YET = ["53300", "57P03"];
const NO_ROOM_PAUSE_MS = 100;

/** Makes a remote server notice within half a minute that this machine is gone, and release its locks. */
const NOTICE_LOSS = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 30000`;

/**
 * Divides a process's connections (DATABASE_POOL) between its uses. `queue` and `jobs` are for the job worker, `cache`
 * is for the page cache, `owner` and `visitor` are for pages and the panel. Any spare connection is for short-lived
 * uses: migrations, a backup.
 * @param connections at least 6
 */
export function dividePool(connections: number) {
  const queue = 2;
  const jobs = Math.min(5, Math.max(1, Math.floor(connections / 6)));
  const cache = 1;
  const spare = connections > 6 ? 1 : 0;
  const pages = connections - queue - jobs - cache - spare;
  return { queue, jobs, cache, owner: Math.floor(pages / 2), visitor: Math.ceil(pages / 2) };
}

/** Returns the most connections a site opens: each serving process after the first has its own for pages and cache. */
export function connectionsOf({
  databasePool,
  webConcurrency,
}: {
  databasePool: number;
  webConcurrency: number;
}) {
  const { cache, owner, visitor } = dividePool(databasePool);
  return databasePool + (webConcurrency - 1) * (cache + owner + visitor);
}

/**
 * Opens a pool that handles the loss of the server, which would otherwise end the process; queries still fail. A
 * connection that stays silent during a query is cut: its query fails, the pool discards it, and its transaction never
 * commits, even if the server continues. Requests wait a few seconds at most for a free connection.
 */
export function openPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { silentMs = SILENT_MS, session, onConnect, ...rest } = options;
  const where = typeof connection === "string" ? { connectionString: connection } : connection;
  const pool = new WaitingPool({
    connectionTimeoutMillis: WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    ...where,
    ...rest,
    async onConnect(client) {
      watch(client, silentMs);
      const statements = [isHere(client as pg.Client) ? undefined : NOTICE_LOSS, session].filter(Boolean);
      if (statements.length) await client.query(statements.join("; "));
      await onConnect?.(client);
    },
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Sets how long the server may be silent on a connection, starting with its next statement. */
export function allowSilence(client: pg.ClientBase, silentMs: number) {
  silences.set(client, silentMs);
}
const silences = new WeakMap<pg.ClientBase, number>();

/** Goes back to the limit that the pool was opened with. */
export function endSilence(client: pg.ClientBase) {
  silences.delete(client);
}

function watch(client: pg.ClientBase, silentMs: number) {
  const socket = (client as pg.Client).connection.stream as Socket;
  socket.on("timeout", () => {
    const error = new Error("The database didn't respond in time");
    socket.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
  });
  client.query = new Proxy(client.query, {
    apply(query, self, given) {
      socket.setTimeout(silences.get(client) ?? silentMs);
      return Reflect.apply(query, self, given);
    },
  });
  // Every query has been answered.
  client.on("drain", () => socket.setTimeout(0));
}

/** A pool's use: connections right now, and the number and total time of waits for one since the start. */
export type PoolFigures = {
  pool: string;
  total: number;
  idle: number;
  waiting: number;
  waits: number;
  waitedMs: number;
};

/** @param opened by `openPool` */
export function figuresOf(name: string, opened: pg.Pool): PoolFigures {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = opened;
  const { waits, waitedMs } = opened as WaitingPool;
  return { pool: name, total, idle, waiting, waits, waitedMs };
}

/** A local server notices the end of a process even without keepalives. */
const isHere = ({ host }: pg.Client) => /^(\/|127\.|localhost$|::1$)/.test(host);

/** A pool that waits for room if the server has none right now. */
class WaitingPool extends pg.Pool {
  waits = 0;
  waitedMs = 0;

  override connect(): Promise<pg.PoolClient>;
  override connect(give: Give): void;
  override connect(give?: Give): Promise<pg.PoolClient> | undefined {
    const connected = this.#connect();
    if (!give) return connected;
    connected.then(
      (client) => give(undefined, client, client.release),
      (error: Error) => give(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    const end = startedAt + WAIT_MS;
    const isFull = this.idleCount === 0 && this.totalCount >= this.options.max;
    for (;;) {
      try {
        const client = await super.connect();
        if (isFull) {
          this.waits++;
          this.waitedMs += performance.now() - startedAt;
        }
        return client;
      } catch (error) {
        const { code = "" } = error as pg.DatabaseError;
        if (!NO_ROOM_YET.includes(code) || performance.now() + NO_ROOM_PAUSE_MS > end) throw error;
        await delay(NO_ROOM_PAUSE_MS);
      }
    }
  }
}
type Give = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: Error | boolean) => void,
) => void;
