// Renders pages again after a change, before visitors ask for them: first those that visitors had asked for again, then
// the others, of which the sitemap names all.
import { type Answer, isGap } from "./page-store.ts";

/** Pages made beforehand at most, at the start and after a change. */
const MAX_PAGES = 200;
/** Wait after the last save before re-rendering, so that a series of saves is not slowed down; visitors never wait for it. */
const USED_AFTER_MS = 5_000;
/** Pages that visitors did not ask for again: an hour of edits does not make them each time. */
const REST_AFTER_MS = 60_000;
const SITEMAP = "/sitemap.xml";

/** What the warmer needs of the cache. */
type Pages = {
  /** how often content has changed; null while no page can be made or changes are not heard of */
  changes(): number | null;
  /** whether the cache has the page as it is now */
  holds(key: string): boolean;
  /** makes the page and caches it */
  make(key: string): Promise<Answer>;
};

export class PageWarmer {
  readonly #pages: Pages;
  readonly #used = new Set<string>();
  readonly #rest = new Set<string>([SITEMAP]);
  readonly #timers: NodeJS.Timeout[] = [];
  #isClosed = false;

  constructor(pages: Pages) {
    this.#pages = pages;
  }

  /** Notes a page to be made, unless there are enough. */
  add(key: string, wasUsed: boolean) {
    const keys = wasUsed ? this.#used : this.#rest;
    if (keys.size < MAX_PAGES) keys.add(key);
  }

  /** Makes the noted pages once no change has come for a while. */
  startSoon() {
    this.#stop();
    if (this.#isClosed) return;
    this.#timers.push(
      setTimeout(() => this.#make(this.#used), USED_AFTER_MS).unref(),
      setTimeout(() => this.makeRest(), REST_AFTER_MS).unref(),
    );
  }

  /** Makes the pages that visitors did not ask for again, those of the sitemap included. Never throws. */
  makeRest(): Promise<void> {
    return this.#make(this.#rest);
  }

  close() {
    this.#isClosed = true;
    this.#stop();
  }

  #stop() {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /** One page after the other; whatever interrupts it only leaves pages to be made when they are asked for. */
  async #make(keys: Set<string>) {
    const changes = this.#pages.changes();
    for (const key of keys) {
      if (changes === null || changes !== this.#pages.changes()) return;
      keys.delete(key);
      if (this.#pages.holds(key)) continue;
      const page = await this.#pages.make(key).catch(() => undefined);
      if (key !== SITEMAP || !page || isGap(page) || page.status !== 200) continue;
      for (const [, address = ""] of page.bodies.identity.toString().matchAll(/<loc>([^<]+)<\/loc>/g)) {
        const url = URL.parse(address);
        if (url && keys.size < MAX_PAGES) keys.add(url.pathname);
      }
    }
  }
}
