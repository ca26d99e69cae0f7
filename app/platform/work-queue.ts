// Work that takes the processor or the database, done a little at a time: what comes on top of a full queue is refused
// at once instead of waiting for ever.

/** The queue is full: the caller may ask again in a moment. The guarded listener answers it with 503. */
export class Crowded extends Error {
  /** known by its code: more than one copy of this class may be loaded */
  readonly code = "ECROWDED";

  constructor() {
    super("Too much is being asked for at once");
  }
}

export const isCrowded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "ECROWDED";

/** Runs so many pieces of work at once, in the order in which they were asked for. */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param limits.waiting how many pieces may wait besides those that run */
  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waiting;
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** How many pieces run. */
  get running(): number {
    return this.#running;
  }

  /**
   * Does the work as soon as there is room for it.
   * @throws Crowded where too many wait already, and what the work throws
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#waitingMax) throw new Crowded();
      // The task that ends hands its place to the next one, so that no newcomer takes it first.
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
