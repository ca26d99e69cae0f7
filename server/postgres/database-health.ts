// Tracks whether the database answers. Concurrent checks share one query, so a flood of health checks uses one
// connection.
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** A query that is open longer counts as unanswered. */
const ANSWER_MS = 800;
const ASK_AGAIN_MS = 500;
/** How many checks may fail before a form is refused: a brief rush on the pool is no reason to refuse it. */
const QUESTIONS_FOR_A_FORM = 3;

/** Thrown when the database doesn't answer, and the request can't be served without it. */
export class DatabaseUnavailable extends Error {
  /** identified by its code: more than one copy of this class may be loaded */
  readonly code = "EAWAY";

  constructor() {
    super("The database isn't responding");
  }
}

/** Checks the database on demand, and automatically while it's down. */
export class DatabaseHealth {
  readonly #pool: Pick<pg.Pool, "query">;
  #asking: Promise<boolean> | undefined;
  #isDown = false;
  /** whether the database is completely silent, without even an error; a query is then always open */
  #isSilent = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  /** @param pool the one that serves requests: if it has no free connections, the database doesn't answer either */
  constructor(pool: Pick<pg.Pool, "query">) {
    this.#pool = pool;
  }

  /** Whether the last check failed. While it's true, checks are repeated automatically. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Returns whether the database is down right now. Costs nothing if it isn't; never waits for a silent one. */
  async isAway(): Promise<boolean> {
    if (!this.#isDown) return false;
    if (this.#isSilent) return true;
    // A query that is already open may have been sent before the database came back.
    const isOlder = this.#asking !== undefined;
    return !(await this.check()) && !(isOlder && !this.#isSilent && (await this.check()));
  }

  /** Returns whether the database answers now. Takes 0.8 s at most and never throws. */
  async check(): Promise<boolean> {
    this.#asking ??= this.#ask();
    const over = new AbortController();
    const late = delay(ANSWER_MS, "late", { ref: false, signal: over.signal }).catch(() => "late");
    const answer = await Promise.race([this.#asking, late]);
    over.abort();
    if (answer === "late") this.#note({ isUp: false, isSilent: true });
    return answer === true;
  }

  /** Returns whether the database can store a form now. Takes 2.4 s at most and never throws. */
  async canStore(): Promise<boolean> {
    for (let asked = 0; asked < QUESTIONS_FOR_A_FORM; asked++) if (await this.check()) return true;
    return false;
  }

  /** Records that the database has answered another query. */
  noteUp() {
    if (this.#isDown) this.#note({ isUp: true, isSilent: false });
  }

  /** Stops the automatic checks. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  async #ask(): Promise<boolean> {
    // Its connection isn't reused if it stays silent.
    const question: pg.QueryConfig & { query_timeout: number } = {
      text: "select 1",
      query_timeout: ANSWER_MS,
    };
    const askedAt = performance.now();
    const isUp = await this.#pool.query(question).then(
      () => true,
      () => false,
    );
    this.#asking = undefined;
    const isSilent = !isUp && performance.now() - askedAt >= ANSWER_MS;
    this.#note({ isUp, isSilent });
    return isUp;
  }

  #note({ isUp, isSilent }: { isUp: boolean; isSilent: boolean }) {
    this.#isDown = !isUp && !this.#isClosed;
    this.#isSilent = isSilent;
    clearTimeout(this.#again);
    if (!this.#isDown) return;
    this.#again = setTimeout(() => void this.check(), isSilent ? 0 : ASK_AGAIN_MS);
    this.#again.unref();
  }
}
