import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Databases } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";

/** The content tables' triggers notify this channel (migration 0012). */
const CHANNEL = "content_changed";
const HEARTBEAT_MS = 10_000;
const ECHO_MS = 3_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/** A database restarts in less time. */
const DEAF_MS = 5_000;

export class ContentListener {
  readonly #databases: Pick<Databases, "pool" | "openPool">;
  readonly #log: Log;
  readonly #onChange: () => void;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  readonly #heard = Promise.withResolvers<void>();
  #isListening = false;
  #received = 0;

  /** @param onChange called on each change, and after a gap in listening */
  constructor(databases: Pick<Databases, "pool" | "openPool">, log: Log, onChange: () => void) {
    this.#databases = databases;
    this.#log = log;
    this.#onChange = onChange;
    this.#ended = this.#listen();
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** Counts the changes that it was notified of. */
  get received(): number {
    return this.#received;
  }

  /** Resolves when the listener first receives notifications. */
  get heard(): Promise<void> {
    return this.#heard.promise;
  }

  async close() {
    this.#closing.abort();
    await this.#ended;
  }

  async #listen() {
    const { signal } = this.#closing;
    let retryMs = FIRST_RETRY_MS;
    let deafSince = performance.now();
    let hasWarned = false;
    while (!signal.aborted) {
      const pool = this.#databases.openPool({
        max: 1,
        keepAlive: true,
        application_name: "seo-pro-zone page cache",
        connectionTimeoutMillis: ECHO_MS,
      });
      try {
        await this.#listenOn(await pool.connect(), () => {
          retryMs = FIRST_RETRY_MS;
          hasWarned = false;
        });
      } catch (error) {
        if (this.#isListening) deafSince = performance.now();
        if (!hasWarned && !signal.aborted && performance.now() - deafSince > DEAF_MS) {
          hasWarned = true;
          this.#log.warn(
            { reason: (error as Error).message },
            "The page cache isn't receiving change notifications: until it does, every page is rendered for every visitor",
          );
        }
      }
      this.#isListening = false;
      pool.end().catch(() => {});
      await delay(retryMs, undefined, { signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }

  /**
   * Listens until the connection is lost. Regular echoes prove that notifications arrive: a dead connection may look
   * alive, and some poolers swallow notifications.
   */
  async #listenOn(client: pg.PoolClient, heard: () => void) {
    const own = `page_cache_${randomUUID().replaceAll("-", "")}`;
    const { signal } = this.#closing;
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => {});
    const fail = () => lost.reject(new Error("the connection was lost"));
    let echoed = Promise.withResolvers<void>();
    client.on("error", fail);
    client.on("end", fail);
    signal.addEventListener("abort", fail);
    client.on("notification", ({ channel }) => {
      if (channel !== CHANNEL) return echoed.resolve();
      this.#onChange();
      this.#received++;
    });
    try {
      await Promise.race([client.query(`listen ${CHANNEL}; listen ${own}`), silence(), lost.promise]);
      while (!signal.aborted) {
        echoed = Promise.withResolvers();
        const asked = this.#databases.pool
          .query("select pg_notify($1, '')", [own])
          .then(() => echoed.promise);
        await Promise.race([asked, silence(), lost.promise]);
        if (!this.#isListening) {
          this.#isListening = true;
          this.#onChange();
          this.#heard.resolve();
          heard();
        }
        await Promise.race([delay(HEARTBEAT_MS, undefined, { ref: false, signal }), lost.promise]);
      }
    } finally {
      signal.removeEventListener("abort", fail);
      client.release(true);
    }
  }
}

function silence(): Promise<never> {
  const silent = delay(ECHO_MS, undefined, { ref: false }).then(() => {
    throw new Error("no echo received");
  });
  silent.catch(() => {});
  return silent;
}
