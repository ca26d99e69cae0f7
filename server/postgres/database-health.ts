// Concurrent checks share one query, so a flood of health checks uses one connection.
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";

/** A query that takes longer counts as unanswered. */
const ANSWER_MS = 800;
const ASK_AGAIN_MS = 500;
/**
 * A form is rejected only after this many failed checks in a row, so that it isn't lost to a brief shortage of
 * connections.
 */
const QUESTIONS_FOR_A_FORM = 3;

export class DatabaseUnavailable extends Error {
  /** Checked instead of `instanceof`, because this class may be loaded more than once. */
  readonly code = "EAWAY";

  constructor() {
    super("The database isn't responding");
  }
}

/** Checks the database on demand, and repeatedly while it's down. */
export class DatabaseHealth {
  readonly #pool: Pick<pg.Pool, "query">;
  #asking: Promise<boolean> | undefined;
  #isDown = false;
  /** Whether the database doesn't even return errors. If so, a query is always open. */
  #isSilent = false;
  #isClosed = false;
  #again: NodeJS.Timeout | undefined;

  /** @param pool the pool that serves requests; if the pool is exhausted, the database counts as down */
  constructor(pool: Pick<pg.Pool, "query">) {
    this.#pool = pool;
  }

  /** Whether the last check failed. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** Returns whether the database is down. Takes no time while the database is up or silent. */
  async isAway(): Promise<boolean> {
    if (!this.#isDown) return false;
    if (this.#isSilent) return true;
    // An open query may have been sent before the database came back.
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

  /** Returns whether a form can be stored now. Takes 2.4 s at most and never throws. */
  async canStore(): Promise<boolean> {
    for (let asked = 0; asked < QUESTIONS_FOR_A_FORM; asked++) if (await this.check()) return true;
    return false;
  }

  /** Records that another query was answered. */
  noteUp() {
    if (this.#isDown) this.#note({ isUp: true, isSilent: false });
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#again);
  }

  async #ask(): Promise<boolean> {
    // On a timeout, the pool discards the connection.
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
