// Finished pages in memory, which answer most requests. Any content write invalidates all pages, because dependencies
// aren't tracked. Stale pages are kept for when the database is down (decision 0025).
import type { IncomingMessage, ServerResponse } from "node:http";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { targetFor } from "../../app/features/redirects/patterns.ts";
import type { Databases } from "../../app/platform/database/database.server.ts";
import type { Gap } from "../../app/platform/http/gap.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { WorkQueue } from "../../app/platform/work-queue.ts";
import { mayHaveSession } from "../http/owner-visit.ts";
import type { Sample } from "../metrics/samples.ts";
import { DatabaseHealth, DatabaseUnavailable } from "../postgres/database-health.ts";
import { needsLists, parseUrl, readVersioned } from "./cache-key.ts";
import { finishPage, type Page, sendPage } from "./cached-response.ts";
import { ContentListener } from "./content-listener.ts";
import { fillPage, redirectGap } from "./page-gap.ts";
import { type Lists, readLists } from "./page-lists.ts";
import { Polisher } from "./page-polish.ts";
import { type Answer, isGap, PageStore } from "./page-store.ts";
import { PageWarmer } from "./page-warmer.ts";
import { asVersion } from "./versioned.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Made-up URLs can cause any number of redirects and 404s, which must not evict pages. */
const MAX_ELSEWHERE_BYTES = 4 * 1024 * 1024;
/** Renders mostly wait for the database. More of them would compete for the processors. */
const RENDERS_AT_ONCE = Math.max(4, 2 * availableParallelism());
const RENDERS_WAITING = 200;
/** How long a render may take before the database is checked. */
const PATIENCE_MS = 1_000;

export type App = {
  /** Renders a key's page. With `mayLeaveGap`, may return the template to use instead. */
  render(key: string, mayLeaveGap: boolean): Promise<Response | Gap>;
  redirect(location: string, isTemporary?: boolean): Response;
};

export class PageCache {
  readonly database: DatabaseHealth;
  readonly renders = new WorkQueue({ atOnce: RENDERS_AT_ONCE, waiting: RENDERS_WAITING });
  readonly #pages = new PageStore(MAX_BYTES);
  readonly #elsewhere = new PageStore(MAX_ELSEWHERE_BYTES);
  /** Templates by path. */
  readonly #templates = new PageStore(MAX_BYTES);
  readonly #stores = [this.#pages, this.#elsewhere, this.#templates];
  readonly #running = new Map<string, Promise<Answer>>();
  readonly #databases: Pick<Databases, "pool" | "openPool" | "visitor">;
  readonly #listener: ContentListener;
  readonly #polisher: Polisher;
  #app: App | undefined;
  #lists: { lists: Lists; generation: number; readAt: number } | undefined;
  #readingLists: Promise<Lists | null> | undefined;
  readonly #warmer = new PageWarmer({
    changes: () => (this.#app ? this.changes : null),
    holds: (key) => this.holds(key),
    make: (key) => this.#make(key, false),
  });

  /** Caches nothing until notifications arrive. */
  constructor(databases: Pick<Databases, "pool" | "openPool" | "visitor">, log: Log) {
    this.#databases = databases;
    this.database = new DatabaseHealth(databases.pool);
    this.#polisher = new Polisher(this.#pages, log, () => this.renders.isIdle);
    this.#listener = new ContentListener(databases, log, () => this.forget());
  }

  attach(app: App) {
    this.#app = app;
  }

  /**
   * Answers a request from memory.
   * @param extra headers for this response only
   * @returns the page that was sent; undefined if no current page is cached
   */
  answer(req: IncomingMessage, res: ServerResponse, extra?: string[]): Page | undefined {
    if (!this.#listener.isListening || (req.method !== "GET" && req.method !== "HEAD")) return undefined;
    let key = req.url!;
    let version: string | undefined;
    let cached = this.#pages.get(key);
    if (!cached) {
      const versioned = readVersioned(key);
      if (!versioned) return undefined;
      ({ key, version } = versioned);
      cached = this.#pages.get(key);
    }
    if (!cached || isGap(cached.answer) || !this.#pages.isFresh(cached) || mayHaveSession(req))
      return undefined;
    cached.wasUsed = true;
    this.#polisher.count(key, cached);
    const page = version === undefined ? cached.answer : asVersion(cached.answer, version);
    sendPage(page, req, res, extra);
    return page;
  }

  /**
   * Returns a URL's page, cached or rendered once for all concurrent requests; undefined if the page isn't the same for
   * everyone. If rendering fails, returns an older version if there is one.
   * @throws Crowded if too many pages are being rendered, and whatever rendering throws
   */
  async find(req: IncomingMessage, url: URL): Promise<Page | undefined> {
    if (!this.#app || (req.method !== "GET" && req.method !== "HEAD")) return undefined;
    const asked = parseUrl(url, needsLists(url) ? await this.#knownLists() : null);
    if (!asked) return undefined;
    if ("to" in asked) return finishPage(this.#app.redirect(asked.to, asked.isTemporary), { maxBytes: 0 });
    const found = "key" in asked ? await this.#answerOf(asked.key) : asked;
    const page = isGap(found) ? await this.#fill(found) : found;
    if ("version" in asked && asked.version !== undefined) return asVersion(page, asked.version);
    const { pathname, search } = url;
    // Redirects pass on the query, which isn't part of the cached page.
    const isRedirect = page.status === 301 && search;
    const from = "key" in asked ? asked.key : pathname;
    return isRedirect
      ? redirectGap(page, (to) => new URL(targetFor(pathname + search, from, to), url.origin).href)
      : page;
  }

  /** Returns whether a public page is cached for this path. */
  holds(key: string): boolean {
    const cached = this.#listener.isListening ? this.#pages.get(key) : undefined;
    return (
      cached !== undefined &&
      this.#pages.isFresh(cached) &&
      !isGap(cached.answer) &&
      cached.answer.status === 200
    );
  }

  /** Counts content changes; null while the listener isn't connected. */
  get changes(): number | null {
    return this.#listener.isListening ? this.#pages.generation : null;
  }

  figures(): Sample[] {
    return [
      { name: "site_pages_kept", value: this.#pages.countFresh() },
      { name: "site_pages_kept_bytes", value: this.#stores.reduce((sum, { bytes }) => sum + bytes, 0) },
      { name: "site_renders_running", value: this.renders.running },
      { name: "site_content_changes_total", value: this.#listener.received },
      { name: "site_cache_hears", value: Number(this.#listener.isListening) },
    ];
  }

  /** Invalidates all pages, and soon renders them again in the background. */
  forget() {
    for (const [key, { wasUsed }] of this.#pages.entries()) this.#warmer.add(key, wasUsed);
    for (const store of this.#stores) store.invalidate();
    // A change proves that the database is up.
    this.database.noteUp();
    this.#running.clear();
    this.#readingLists = undefined;
    this.#warmer.startSoon();
  }

  /** Renders the sitemap and its pages in advance. Resolves after `ms` at the latest; rendering continues. */
  async warm(ms: number) {
    const over = delay(ms, undefined, { ref: false });
    await Promise.race([this.#listener.heard.then(() => this.#warmer.makeRest()), over]);
  }

  async close() {
    this.database.close();
    this.#warmer.close();
    await this.#listener.close();
  }

  async #fill(gap: Gap): Promise<Page> {
    const template = await this.#answerOf(gap.template, true);
    if (isGap(template)) throw new Error(`There is no page at ${gap.template}`);
    return fillPage(template, gap);
  }

  async #answerOf(key: string, isTemplate = false): Promise<Answer> {
    const store = isTemplate ? this.#templates : this.#pages.get(key) ? this.#pages : this.#elsewhere;
    const cached = store.get(key);
    if (!cached) return this.#whileUp(this.#make(key, isTemplate));
    cached.wasUsed = true;
    const before = cached.answer;
    if ((this.#listener.isListening && store.isFresh(cached)) || (await this.database.isAway()))
      return before;
    const successor = this.#make(key, isTemplate).then(
      (answer) => (isWhole(answer) ? answer : before),
      () => before,
    );
    return this.#whileUp(successor, before);
  }

  /**
   * Waits for a render as long as the database answers.
   * @param instead returned if the database stops answering or the render queue is behind
   * @throws DatabaseUnavailable if the database stops answering and there's no `instead`; whatever rendering throws
   */
  async #whileUp<Made>(making: Promise<Made>, instead?: Made): Promise<Made> {
    const done = making.then(() => true);
    while (!(await Promise.race([done, delay(PATIENCE_MS, false, { ref: false })]))) {
      const isInLine = instead !== undefined && this.renders.isBehind;
      if ((await this.database.check()) && !isInLine) continue;
      if (instead === undefined) throw new DatabaseUnavailable();
      return instead;
    }
    return making;
  }

  #make(key: string, isTemplate: boolean): Promise<Answer> {
    const name = `${isTemplate ? "template" : "page"} ${key}`;
    const running = this.#running.get(name);
    if (running) return running;
    const { generation } = this.#pages;
    const making = this.renders
      .run(() => this.#render(key, isTemplate))
      .then((answer) => {
        if (generation === this.#pages.generation) this.#keep(key, isTemplate, answer);
        // The usual cause of an error is the database.
        if (!isWhole(answer)) this.database.check();
        return answer;
      })
      .finally(() => {
        if (this.#running.get(name) === making) this.#running.delete(name);
      });
    this.#running.set(name, making);
    return making;
  }

  async #render(key: string, isTemplate: boolean): Promise<Answer> {
    const made = await this.#app!.render(key, !isTemplate);
    if (!(made instanceof Response)) return made;
    const before = this.#pages.get(key)?.answer;
    return finishPage(made, {
      maxBytes: MAX_PAGE_BYTES,
      isCrowded: this.renders.running > 1,
      before: before && !isGap(before) ? before : undefined,
    });
  }

  #keep(key: string, isTemplate: boolean, answer: Answer) {
    if (!isWhole(answer)) return;
    const isElsewhere = isGap(answer) || answer.status === 301 || answer.status === 404;
    const store = isTemplate ? this.#templates : isElsewhere ? this.#elsewhere : this.#pages;
    if (!isTemplate) for (const one of [this.#pages, this.#elsewhere]) one.delete(key);
    if (isGap(answer) || answer.isKeepable) store.set(key, answer, this.#listener.isListening);
  }

  /** Returns the lists, or the last known ones while the database is down; null if there are none. */
  async #knownLists(): Promise<Lists | null> {
    const known = this.#lists;
    const before = known?.lists ?? null;
    const isSure = this.#listener.isListening || (known && Date.now() - known.readAt < PATIENCE_MS);
    if (known && known.generation === this.#pages.generation && isSure) return before;
    if (await this.database.isAway()) return before;
    this.#readingLists ??= this.#readLists();
    return this.#whileUp(this.#readingLists, before);
  }

  async #readLists(): Promise<Lists | null> {
    const { generation } = this.#pages;
    try {
      const lists = await readLists(this.#databases.visitor);
      if (generation === this.#pages.generation) this.#lists = { lists, generation, readAt: Date.now() };
      return lists;
    } catch {
      // The page that needs the lists reports the same error.
      this.database.check();
      return this.#lists?.lists ?? null;
    } finally {
      if (generation === this.#pages.generation) this.#readingLists = undefined;
    }
  }
}

const isWhole = (answer: Answer) => isGap(answer) || answer.isWhole;
