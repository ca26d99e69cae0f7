// Missing variants are regenerated without waiting for the nightly maintenance.
import type { Store } from "../../app/features/media/store.server.ts";
import { regenerateVariant } from "../../app/features/media/upkeep.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { describeProblem } from "../../app/platform/http/fault.server.ts";
import type { Log } from "../../app/platform/log.server.ts";

const AGAIN_MS = 10 * 60_000;
/** Nightly maintenance handles variants beyond this limit. */
const MAX_WAITING = 200;

export class MissingVariants {
  readonly #db: Database;
  readonly #store: Store;
  readonly #log: Log;
  readonly #reportedAt = new Map<string, number>();
  readonly #waiting: { sha256: string; key: string }[] = [];
  #isWorking = false;

  constructor(db: Database, store: Store, log: Log) {
    this.#db = db;
    this.#store = store;
    this.#log = log;
  }

  /**
   * Queues a variant, at most once every ten minutes.
   * @param sha256 the original's hash
   * @param key the variant's key in the store
   */
  report(sha256: string, key: string): void {
    const now = performance.now();
    const before = this.#reportedAt.get(key);
    if (before !== undefined && now - before < AGAIN_MS) return;
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#reportedAt.delete(key);
    this.#reportedAt.set(key, now);
    for (const [oldest, at] of this.#reportedAt) {
      if (now - at < AGAIN_MS) break;
      this.#reportedAt.delete(oldest);
    }
    this.#waiting.push({ sha256, key });
    if (!this.#isWorking) void this.#work();
  }

  async #work() {
    this.#isWorking = true;
    for (let one = this.#waiting.shift(); one; one = this.#waiting.shift()) {
      const { sha256, key } = one;
      try {
        const isAsked = await regenerateVariant(this.#db, this.#store, sha256, key);
        if (isAsked) this.#log.warn({ key }, "An image file is missing and will be regenerated");
        else this.#log.error({ key }, "An image file is missing, and so is its original");
      } catch (error) {
        // A later request for the variant tries again.
        this.#log.error({ key, ...describeProblem(error) }, "A missing file couldn't be requested");
      }
    }
    this.#isWorking = false;
  }
}
