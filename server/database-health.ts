// Whether the database answers. However many ask at once, one question is open: a flood of health checks takes one
// connection.
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** A question that is open for longer counts as unanswered. */
const ANSWER_MS = 800;
const ASK_AGAIN_MS = 500;

/** Asks the database on demand, and by itself for as long as it is down. */
export class DatabaseHealth {
  readonly #pool: Pick<pg.Pool, "query">;
  #asking: Promise<boolean> | undefined;
  #isDown = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  /** @param pool the one that serves requests: where it has no connection left, the database does not answer either */
  constructor(pool: Pick<pg.Pool, "query">) {
    this.#pool = pool;
  }

  /** Whether the last question went unanswered. Costs nothing; true only while this asks again by itself. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Whether the database answers now. Takes 0.8 s at most and never throws. */
  async check(): Promise<boolean> {
    this.#asking ??= this.#ask();
    const over = new AbortController();
    const late = delay(ANSWER_MS, false, { ref: false, signal: over.signal }).catch(() => false);
    const isUp = await Promise.race([this.#asking, late]);
    over.abort();
    this.#note(isUp);
    return isUp;
  }

  /** Ends the asking by itself. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  async #ask(): Promise<boolean> {
    try {
      // Its connection is not used again where it stays silent.
      const question: pg.QueryConfig & { query_timeout: number } = {
        text: "select 1",
        query_timeout: ANSWER_MS,
      };
      await this.#pool.query(question);
      return true;
    } catch {
      return false;
    } finally {
      this.#asking = undefined;
    }
  }

  #note(isUp: boolean) {
    this.#isDown = !isUp && !this.#isClosed;
    clearTimeout(this.#again);
    if (!this.#isDown) return;
    this.#again = setTimeout(() => void this.check(), ASK_AGAIN_MS);
    this.#again.unref();
  }
}
