// Finished pages, compressed, in memory: what most requests are answered from. It has one owner and no lists: any
// content write, by whichever process, empties it.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Databases } from "../app/platform/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import { DatabaseHealth } from "./database-health.ts";
import { finishPage, type Page, polishPage, sendPage } from "./page.ts";
import { canonicalKey } from "./page-key.ts";

/** What the triggers of the content's tables notify (migration 0012). */
const CHANNEL = "content_changed";
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Addresses that lead nowhere are without end; a few of them come often. */
const MAX_MISSING = 200;
/** Pages made beforehand at most, at the start and after a change. */
const MAX_WARM = 200;
/** Whoever saves one thing after the other has the processor; what is asked for meanwhile is made at once. */
const WARM_AFTER_MS = 5_000;
/** A page that was asked for this often is worth the last bytes of compression. */
const POLISH_AT_HITS = 3;
const HEARTBEAT_MS = 10_000;
const ECHO_MS = 3_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/** How long a kept page waits for a fresh one while nobody can say whether it still holds. */
const PATIENCE_MS = 1_000;

type Kept = { page: Page; hits: number; wasUsed: boolean };
/** Makes the page of a key: an address from the root with nothing in its query but what the page knows. */
export type Render = (key: string) => Promise<Response>;

export class PageCache {
  readonly database: DatabaseHealth;
  readonly #pages = new Map<string, Kept>();
  readonly #missing = new Map<string, Kept>();
  readonly #running = new Map<string, Promise<Page>>();
  readonly #databases: Pick<Databases, "pool" | "openPool">;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #render: Render | undefined;
  #bytes = 0;
  /** counts what was forgotten: a page whose making began before is not kept after */
  #generation = 0;
  /** whether a change would be heard of */
  #isListening = false;
  readonly #heard = Promise.withResolvers<void>();
  #warmTimer: NodeJS.Timeout | undefined;
  #toWarm = new Set<string>(["/sitemap.xml"]);

  /** Listens for changes from now on; keeps nothing before it hears. */
  constructor(databases: Pick<Databases, "pool" | "openPool">, log: Log) {
    this.database = new DatabaseHealth(databases.pool);
    this.#databases = databases;
    this.#log = log;
    this.#ended = this.#listen();
  }

  /** Tells how pages are made; until then nothing is answered. */
  attach(render: Render) {
    this.#render = render;
  }

  /**
   * Answers a request from memory, at next to no cost.
   * @param extra headers of this request's own, name and value by turns
   * @returns the page that was sent, undefined where there is none that holds for certain
   */
  answer(req: IncomingMessage, res: ServerResponse, extra?: string[]): Page | undefined {
    if (!this.#isListening || (req.method !== "GET" && req.method !== "HEAD")) return undefined;
    const key = req.url!;
    const kept = this.#pages.get(key) ?? this.#missing.get(key);
    if (!kept || hasSession(req) || kept.page.expiresAt <= Date.now()) return undefined;
    kept.wasUsed = true;
    if (++kept.hits === POLISH_AT_HITS) this.#polish(kept);
    sendPage(kept.page, req, res, extra);
    return kept.page;
  }

  /**
   * The page of an address: kept, or made once for all who ask meanwhile. While the database cannot be listened to,
   * every page is made anew, and a kept one stands in where that fails.
   * @returns undefined where the request is not one for pages that are the same for everybody
   * @throws what making it throws
   */
  async find(req: IncomingMessage, url: URL): Promise<Page | undefined> {
    if (!this.#render || (req.method !== "GET" && req.method !== "HEAD") || hasSession(req)) return undefined;
    const key = canonicalKey(url);
    if (key === null) return undefined;
    const kept = this.#pages.get(key);
    const holds = kept && kept.page.expiresAt > Date.now();
    if (!holds) return this.#make(key);
    kept.wasUsed = true;
    if (this.#isListening) return kept.page;
    const late = delay(PATIENCE_MS, kept.page, { ref: false });
    const page = await Promise.race([this.#make(key).catch(() => kept.page), late]);
    return page.status >= 500 ? kept.page : page;
  }

  /** Forgets every page, those that are being made included; what was kept is soon made again in the background. */
  forget() {
    this.#generation++;
    for (const key of this.#pages.keys()) if (this.#toWarm.size < MAX_WARM) this.#toWarm.add(key);
    this.#pages.clear();
    this.#missing.clear();
    this.#running.clear();
    this.#bytes = 0;
    this.#warmSoon();
  }

  /**
   * Makes pages beforehand, those of the sitemap from the first one on, for so long at most; the rest follow beside
   * what visitors ask for.
   */
  async warm(ms: number) {
    const over = delay(ms, undefined, { ref: false });
    await Promise.race([this.#heard.promise.then(() => this.#warm()), over]);
  }

  /** Ends the listening. */
  async close() {
    this.#closing.abort();
    this.database.close();
    clearTimeout(this.#warmTimer);
    await this.#ended;
  }

  #make(key: string): Promise<Page> {
    const running = this.#running.get(key);
    if (running) return running;
    const generation = this.#generation;
    const page = this.#render!(key)
      .then((response) => finishPage(response, MAX_PAGE_BYTES))
      .then((page) => {
        if (generation === this.#generation && this.#isListening) this.#keep(key, page);
        return page;
      })
      .finally(() => {
        if (this.#running.get(key) === page) this.#running.delete(key);
      });
    this.#running.set(key, page);
    return page;
  }

  #keep(key: string, page: Page) {
    if (!page.isKeepable) return;
    const kept: Kept = { page, hits: 0, wasUsed: false };
    if (page.status === 404) {
      this.#missing.set(key, kept);
      if (this.#missing.size > MAX_MISSING) this.#missing.delete(this.#missing.keys().next().value!);
      return;
    }
    this.#bytes += page.bytes - (this.#pages.get(key)?.page.bytes ?? 0);
    this.#pages.set(key, kept);
    // The oldest goes, unless it was asked for since it was last looked at.
    for (const [oldest, one] of this.#pages) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#pages.delete(oldest);
      if (one.wasUsed) this.#pages.set(oldest, { ...one, wasUsed: false });
      else this.#bytes -= one.page.bytes;
    }
  }

  #polish(kept: Kept) {
    const { page } = kept;
    polishPage(page).then(
      (polished) => {
        kept.page = polished;
      },
      (error: Error) => this.#log.warn({ reason: error.message }, "A page could not be compressed further"),
    );
  }

  #warmSoon() {
    clearTimeout(this.#warmTimer);
    if (this.#closing.signal.aborted) return;
    this.#warmTimer = setTimeout(() => this.#warm(), WARM_AFTER_MS);
    this.#warmTimer.unref();
  }

  /** One page after the other; whatever interrupts it only leaves pages to be made when they are asked for. */
  async #warm() {
    const generation = this.#generation;
    for (const key of this.#toWarm) {
      if (!this.#render || !this.#isListening || generation !== this.#generation) return;
      this.#toWarm.delete(key);
      if (this.#pages.has(key)) continue;
      const page = await this.#make(key).catch(() => undefined);
      if (key !== "/sitemap.xml" || page?.status !== 200) continue;
      for (const [, address = ""] of page.bodies.identity.toString().matchAll(/<loc>([^<]+)<\/loc>/g)) {
        const url = URL.parse(address);
        if (url && this.#toWarm.size < MAX_WARM) this.#toWarm.add(url.pathname);
      }
    }
  }

  /** One connection after the other, for as long as the site runs. */
  async #listen() {
    const { signal } = this.#closing;
    let retryMs = FIRST_RETRY_MS;
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
        });
      } catch (error) {
        this.#log.debug({ reason: (error as Error).message }, "The page cache cannot hear of changes");
      }
      this.#isListening = false;
      pool.end().catch(() => {});
      await delay(retryMs, undefined, { signal }).catch(() => {});
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }

  /**
   * Listens until the connection is lost. Hearing is proved by an echo through another connection, again and again:
   * a dead connection may look alive, and some poolers between here and the server swallow notifications.
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
    client.on("notification", ({ channel }) => (channel === CHANNEL ? this.forget() : echoed.resolve()));
    try {
      await Promise.race([client.query(`listen ${CHANNEL}; listen ${own}`), lost.promise]);
      while (!signal.aborted) {
        echoed = Promise.withResolvers();
        const asked = this.#databases.pool
          .query("select pg_notify($1, '')", [own])
          .then(() => echoed.promise);
        const silent = delay(ECHO_MS, undefined, { ref: false }).then(() => {
          throw new Error("no echo came");
        });
        silent.catch(() => {});
        await Promise.race([asked, silent, lost.promise]);
        if (!this.#isListening) {
          // Whatever was written while nobody listened.
          this.forget();
          this.#isListening = true;
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

/** Whoever is logged in sees every page as it is at this moment. */
const hasSession = ({ headers: { cookie } }: IncomingMessage) => cookie?.includes("panel_session=") ?? false;
