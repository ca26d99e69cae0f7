// A queue for heavy work. A full queue rejects work right away.

/** Thrown if the queue is full or a sender has too many tasks in it. The listener responds with a 503. */
export class Crowded extends Error {
  /** replaces `instanceof`, because several copies of this class may be loaded */
  readonly code = "ECROWDED";

  constructor() {
    super("Too many requests at once");
  }
}

export const isCrowded = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "ECROWDED";

/** Runs a limited number of tasks at once, in order. */
export class WorkQueue {
  readonly #atOnce: number;
  readonly #waitingMax: number;
  readonly #each: number;
  readonly #waiting: (() => void)[] = [];
  readonly #asked = new Map<string, number>();
  #running = 0;

  /**
   * @param limits.waiting tasks that may wait
   * @param limits.each tasks of one sender, running and waiting
   */
  constructor({ atOnce, waiting, each = Infinity }: { atOnce: number; waiting: number; each?: number }) {
    this.#atOnce = atOnce;
    this.#waitingMax = waiting;
    this.#each = each;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * Runs work as soon as there's room.
   * @param sender for limits per sender
   * @throws Crowded if the queue is full or the sender's limit is reached, and what the work throws
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
      // A finished task passes its place on directly, so no newcomer can take it.
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
