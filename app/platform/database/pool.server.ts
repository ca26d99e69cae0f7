import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Connection } from "./database.server.ts";

export type PoolOptions = pg.PoolConfig & {
  /** how long a query may go without a response, 0 for no limit */
  silentMs?: number;
  /** statements for each new connection, such as "set role visitor" */
  session?: string;
  /** how long to wait while the server has no room for another connection or is starting */
  roomMs?: number;
  /** called once if it has to wait */
  onNoRoom?: (reason: string) => void;
};

/** After this time without a response, the server counts as down or unreachable. */
export const SILENT_MS = 10_000;
const WAIT_MS = 5_000;
const IDLE_MS = 30_000;
const KEEPALIVE_MS = 10_000;

/** SQLSTATE codes for "too many clients" and "starting up". */
const NO_ROOM_YET = ["53300", "57P03"];
const NO_ROOM_PAUSE_MS = 100;

/** Returns whether the server is there but accepts no connection yet, which passes by itself. */
export const isNoRoom = (error: unknown): boolean =>
  NO_ROOM_YET.includes((error as Partial<pg.DatabaseError>).code ?? "");

/** Lets a remote server notice a lost client within 30 seconds and release its locks. */
const NOTICE_LOSS = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 30000`;

/**
 * Divides a process's connections (DATABASE_POOL). `queue` and `jobs` are the worker's. With more than 6, one
 * is left over for migrations and backups.
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

/** Returns the maximum number of connections of all processes. */
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
 * Opens a pool that survives losing the server. If the server doesn't respond to a query within `silentMs`, the
 * query fails and its connection is closed.
 */
export function openPool(connection: Connection, options: PoolOptions): pg.Pool {
  const { silentMs = SILENT_MS, session, onConnect, roomMs = WAIT_MS, onNoRoom, ...rest } = options;
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
  Object.assign(pool, { roomMs, onNoRoom });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Sets how long a connection may be silent, starting with its next statement. */
export function allowSilence(client: pg.ClientBase, silentMs: number) {
  silences.set(client, silentMs);
}
const silences = new WeakMap<pg.ClientBase, number>();

/** Restores the pool's own limit. */
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
  // No query is running now, so silence is fine.
  client.on("drain", () => socket.setTimeout(0));
}

/** `waits` and `waitedMs` are totals since the start. */
export type PoolFigures = {
  pool: string;
  total: number;
  idle: number;
  waiting: number;
  waits: number;
  waitedMs: number;
};

export function figuresOf(name: string, opened: pg.Pool): PoolFigures {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = opened;
  const { waits, waitedMs } = opened as WaitingPool;
  return { pool: name, total, idle, waiting, waits, waitedMs };
}

/** A local server notices when a process ends, even without keepalives. */
const isHere = ({ host }: pg.Client) => /^(\/|127\.|localhost$|::1$)/.test(host);

/** Waits if the server has no room for another connection. */
class WaitingPool extends pg.Pool {
  waits = 0;
  waitedMs = 0;
  roomMs = WAIT_MS;
  onNoRoom: PoolOptions["onNoRoom"];

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
    const end = startedAt + this.roomMs;
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
        if (!isNoRoom(error) || performance.now() + NO_ROOM_PAUSE_MS > end) throw error;
        this.onNoRoom?.((error as Error).message);
        this.onNoRoom = undefined;
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
