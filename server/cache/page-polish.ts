// Compresses popular pages further while the server is idle.
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../app/platform/log.server.ts";
import { polishPage } from "./cached-response.ts";
import { type Cached, isGap, type PageStore } from "./page-store.ts";

const AT_HITS = 3;
const LOOK_AGAIN_MS = 100;

export class Polisher {
  readonly #store: PageStore;
  readonly #log: Log;
  readonly #isIdle: () => boolean;
  readonly #waiting = new Map<string, Cached>();
  #isAtWork = false;

  /** @param isIdle returns whether no visitor is waiting for a page */
  constructor(store: PageStore, log: Log, isIdle: () => boolean) {
    this.#store = store;
    this.#log = log;
    this.#isIdle = isIdle;
  }

  count(key: string, kept: Cached) {
    if (++kept.hits !== AT_HITS || isGap(kept.answer) || kept.answer.isPolished) return;
    this.#waiting.set(key, kept);
    if (!this.#isAtWork) this.#work();
  }

  async #work() {
    this.#isAtWork = true;
    for (const [key, kept] of this.#waiting) {
      while (!this.#isIdle()) await delay(LOOK_AGAIN_MS, undefined, { ref: false });
      this.#waiting.delete(key);
      // Another page may have replaced this one.
      if (this.#store.get(key) !== kept || isGap(kept.answer)) continue;
      try {
        this.#store.replace(key, kept, await polishPage(kept.answer));
      } catch (error) {
        this.#log.warn({ reason: (error as Error).message }, "A page couldn't be compressed further");
      }
    }
    this.#isAtWork = false;
  }
}
