// Renders pages again after a change, before visitors request them: first those that visitors had requested again, then
// the others, all of which the sitemap lists.
import { type Answer, isGap } from "./page-store.ts";

/** Limit of pages rendered in advance, at startup and after a change. */
const MAX_PAGES = 200;
/** Delay after the last save, so that a series of saves isn't slowed down; visitors never wait for it. */
const USED_AFTER_MS = 5_000;
/** Delay for pages that visitors didn't request again: an hour of edits shouldn't render them every time. */
const REST_AFTER_MS = 60_000;
const SITEMAP = "/sitemap.xml";

/** What the warmer needs from the cache. */
type Pages = {
  /** how often content has changed; null while no page can be rendered or changes aren't noticed */
  changes(): number | null;
  /** whether the cache has the current page */
  holds(key: string): boolean;
  /** renders the page and caches it */
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

  /** Adds a page to be rendered, unless there are enough. */
  add(key: string, wasUsed: boolean) {
    const keys = wasUsed ? this.#used : this.#rest;
    if (keys.size < MAX_PAGES) keys.add(key);
  }

  /** Renders the added pages once there has been no change for a while. */
  startSoon() {
    this.#stop();
    if (this.#isClosed) return;
    this.#timers.push(
      setTimeout(() => this.#make(this.#used), USED_AFTER_MS).unref(),
      setTimeout(() => this.makeRest(), REST_AFTER_MS).unref(),
    );
  }

  /** Renders the pages that visitors didn't request again, including those of the sitemap. Never throws. */
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

  /** Renders pages one at a time; if it's interrupted, the remaining pages are rendered when they're requested. */
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
