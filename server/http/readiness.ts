// Whether this process takes requests, for load balancers that ask /readyz.
import { setTimeout as delay } from "node:timers/promises";
import type { Stop } from "../graceful-shutdown.ts";

/** A load balancer that asked within this time is still watching. */
const WATCHED_MS = 60_000;
/** A watched process serves on for so long while /readyz is 503: enough for a balancer that asks every second. */
const NOTICE_MS = 2_500;

export class Readiness {
  readonly #stop: Stop;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(stop: Stop) {
    this.#stop = stop;
  }

  /** The answer of /readyz. */
  readonly isReady = (): boolean => {
    this.#askedAt = performance.now();
    return !this.#stop.isAsked;
  };

  /** Gives load balancers time to send visitors elsewhere; returns at once where none has asked. */
  async letGo() {
    if (performance.now() - this.#askedAt < WATCHED_MS) await delay(NOTICE_MS);
  }
}
