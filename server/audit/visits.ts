// The requests of one audit: so many at once, so many in all, and until its time is over.
import type { Outlet } from "./fetch-hop.ts";
import { type Visit, visit } from "./follow.ts";

const AT_ONCE = 4;
const IN_ALL = 16;

/** Asks a website for addresses, as sparingly as a visitor would. */
export class Visits {
  readonly #outlet: Outlet;
  readonly #signal: AbortSignal;
  #left = IN_ALL;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(outlet: Outlet, signal: AbortSignal) {
    this.#outlet = outlet;
    this.#signal = signal;
  }

  /**
   * @param bytes, isEnough as `visit` has them
   * @returns where it led; null where the requests or the time are used up
   */
  async ask(address: URL, bytes: number, isEnough?: (target: URL) => boolean): Promise<Visit | null> {
    if (this.#left === 0) return null;
    this.#left--;
    while (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#signal.aborted) {
      this.#waiting.shift()?.();
      return null;
    }
    this.#running++;
    try {
      return await visit(address, bytes, this.#outlet, this.#signal, isEnough);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }
}
