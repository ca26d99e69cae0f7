// A queue for work that is heavy on the processor or database. Once it is full, more work is rejected right away
// instead of waiting forever.

/** The queue is full; the caller may retry in a moment. The guarded listener responds with a 503. */
export class Crowded extends Error {
  /** identified by its code, because more than one copy of this class may be loaded */
  readonly code = "ECROWDED";

  constructor() {
    super("Too many requests at once");
  }
}

export const isCrowded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "ECROWDED";

/** Runs a limited number of tasks at once, in the order they were added. */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #each: number;
  readonly #waiting: (() => void)[] = [];
  readonly #asked = new Map<string, number>();
  #running = 0;

  /**
   * @param limits.waiting how many tasks may wait in addition to the running ones
   * @param limits.each how many tasks of one sender may run and wait
   */
  constructor({ atOnce, waiting, each = Infinity }: { atOnce: number; waiting: number; each?: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waiting;
    this.#each = each;
  }

  /** Whether nothing is running or waiting. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Whether any tasks are waiting. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** The number of running tasks. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs the work as soon as there is room.
   * @param sender who it is for, if each sender has a limit
   * @throws Crowded if too many tasks are waiting already, and what the work throws
   */
  async run<Result>(work: () => Promise<Result>, sender?: string): Promise<Result> {
    if (sender === undefined) return this.#run(work);
    const asked = this.#asked.get(sender) ?? 0;
    if (asked >= this.#each) throw new Crowded();
    this.#asked.set(sender, asked + 1);
    try {
      return await this.#run(work);
    } finally {
      const left = this.#asked.get(sender)! - 1;
      if (left) this.#asked.set(sender, left);
      else this.#asked.delete(sender);
    }
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) throw new Crowded();
      // A finished task hands its place to the next one directly, so that no newcomer can take it first.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
