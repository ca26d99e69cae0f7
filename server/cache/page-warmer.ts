// Renders pages again after a change: first those requested since they were stored, then the others and the sitemap's.
import { type Answer, isGap } from "./page-store.ts";

const MAX_PAGES = 200;
/** Starts after the last of a series of saves, to avoid slowing them down. */
const USED_AFTER_MS = 5_000;
/** Unpopular pages have a longer delay, so an hour of edits doesn't render them after every save. */
const REST_AFTER_MS = 60_000;
const SITEMAP = "/sitemap.xml";

type Pages = {
  /** null while pages can't be rendered or changes aren't noticed */
  changes(): number | null;
  holds(key: string): boolean;
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

  add(key: string, wasUsed: boolean) {
    const keys = wasUsed ? this.#used : this.#rest;
    if (keys.size < MAX_PAGES) keys.add(key);
  }

  /** Renders pages once there has been no change for a while. */
  startSoon() {
    this.#stop();
    if (this.#isClosed) return;
    this.#timers.push(
      setTimeout(() => this.#make(this.#used), USED_AFTER_MS).unref(),
      setTimeout(() => this.makeRest(), REST_AFTER_MS).unref(),
    );
  }

  /** Renders unpopular pages and those in the sitemap. Never throws. */
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

  /** Renders pages until the next change. */
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
