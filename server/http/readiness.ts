// Reports whether this process takes requests, for load balancers that poll /readyz.
import { setTimeout as delay } from "node:timers/promises";
import type { Stop } from "../graceful-shutdown.ts";

/** A load balancer that polled within this time is still watching. */
const WATCHED_MS = 60_000;
/**
 * A watched process keeps serving this long while /readyz returns a 503: enough for a load balancer that polls every
 * second.
 */
const NOTICE_MS = 2_500;

export class Readiness {
  readonly #stop: Stop;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  /** The result for /readyz. */
  readonly isReady = (): boolean => {
    this.#askedAt = performance.now();
    return !this.#stop.isAsked;
  };

  /** Gives load balancers time to send visitors elsewhere; returns immediately if none has polled. */
  async letGo() {
    if (performance.now() - this.#askedAt < WATCHED_MS) await delay(NOTICE_MS);
  }
}
