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
  readonly #each: number;
  readonly #waiting: (() => void)[] = [];
  readonly #asked = new Map<string, number>();
  #running = 0;

  /**
   * @param limits.waiting how many pieces may wait besides those that run
   * @param limits.each how many pieces of one sender may run and wait
   */
  constructor({ atOnce, waiting, each = Infinity }: { atOnce: number; waiting: number; each?: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waiting;
    this.#each = each;
  }

  /** Whether nothing runs or waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /** Whether pieces wait for others. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** How many pieces run. */
  get running(): number {
    return this.#running;
  }

  /**
   * Does the work as soon as there is room for it.
   * @param sender who asks, where each has a limit
   * @throws Crowded where too many wait already, and what the work throws
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
