import { WorkQueue } from "../../app/platform/work-queue.ts";
import type { Outlet } from "./fetch-hop.ts";
import { type Visit, visit } from "./follow.ts";

const AT_ONCE = 4;
const IN_ALL = 16;

export class Visits {
  readonly #outlet: Outlet;
  readonly #signal: AbortSignal;
  readonly #queue = new WorkQueue({ atOnce: AT_ONCE, waiting: IN_ALL });
  #left = IN_ALL;

  constructor(outlet: Outlet, signal: AbortSignal) {
    this.#outlet = outlet;
    this.#signal = signal;
  }

  /** Requests a URL, as `visit` does. Returns null if no requests or no time is left. */
  async ask(address: URL, bytes: number, isEnough?: (target: URL) => boolean): Promise<Visit | null> {
    if (this.#left === 0) return null;
    this.#left--;
    return this.#queue.run(async () =>
      this.#signal.aborted ? null : visit(address, bytes, this.#outlet, this.#signal, isEnough),
    );
  }
}
