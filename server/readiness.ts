// Whether this process takes requests, for load balancers that ask /readyz.
import { setTimeout as delay } from "node:timers/promises";
import type { Stop } from "./stop.ts";

/** Who asked within this time is still watching. */
const WATCHED_MS = 60_000;
/** So long a watched process goes on after it has said that it stops: enough for one that asks every second. */
const NOTICE_MS = 2_500;

export class Readiness {
  readonly #stop: Stop;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  /** What /readyz answers. */
  readonly isReady = (): boolean => {
    this.#askedAt = performance.now();
    return !this.#stop.isAsked;
  };

  /** Waits until who watches has had time to send visitors elsewhere; not at all where nothing watches. */
  async letGo() {
    if (performance.now() - this.#askedAt < WATCHED_MS) await delay(NOTICE_MS);
  }
}
