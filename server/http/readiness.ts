// Load balancers poll /readyz to find out whether a process takes requests.
import { setTimeout as delay } from "node:timers/promises";
import type { Stop } from "../graceful-shutdown.ts";

/** A load balancer that polled within this time is still watching. */
const WATCHED_MS = 60_000;
/** How long to keep serving while /readyz returns a 503. A load balancer that polls every second notices in time. */
const NOTICE_MS = 2_500;

export class Readiness {
  readonly #stop: Stop;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  readonly isReady = (): boolean => {
    this.#askedAt = performance.now();
    return !this.#stop.isAsked;
  };

  /** If load balancers have polled, gives them time to send visitors elsewhere. */
  async letGo() {
    if (performance.now() - this.#askedAt < WATCHED_MS) await delay(NOTICE_MS);
  }
}
