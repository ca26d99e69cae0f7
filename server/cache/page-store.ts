// Finished answers in memory, by key, in so many bytes: those that hold, and those of before the last change, which
// stand in for their successors while the database is away.
import type { Gap } from "../../app/platform/http/gap.ts";
import type { Page } from "./cached-response.ts";

/** What was found at an address: a page, or which other page it is but for some words. */
export type Answer = Page | Gap;
export const isGap = (answer: Answer): answer is Gap => "template" in answer;

/** An answer in the store. */
export type Cached = {
  answer: Answer;
  /** that of the store when it was put in; 0 where it was not certain to hold even then */
  generation: number;
  hits: number;
  /** whether it was asked for again since it was put in */
  wasUsed: boolean;
};

/** Of the key, the headers and all that holds them together. */
const OVERHEAD_BYTES = 1_500;

export class PageStore {
  readonly #kept = new Map<string, Cached>();
  readonly #maxBytes: number;
  #bytes = 0;
  #generation = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts how often everything was invalidated. */
  get generation(): number {
    return this.#generation;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: string): Cached | undefined {
    return this.#kept.get(key);
  }

  entries(): Iterable<[string, Cached]> {
    return this.#kept.entries();
  }

  /** Whether nothing has changed since it was put in, and it has not run out. */
  isFresh({ answer, generation }: Cached): boolean {
    return generation === this.#generation && (isGap(answer) || answer.expiresAt > Date.now());
  }

  /** How many answers hold. */
  countFresh(): number {
    return [...this.#kept.values()].filter((one) => this.isFresh(one)).length;
  }

  /** From now on nothing holds that is in here; it stays for when its successor cannot be made. */
  invalidate() {
    this.#generation++;
  }

  /**
   * Puts an answer in, in place of what was there. Over the limit the oldest goes, unless it holds and was asked for
   * since it was last looked at.
   * @param holds false where it is only to stand in
   */
  set(key: string, answer: Answer, holds: boolean) {
    this.delete(key);
    this.#kept.set(key, { answer, generation: holds ? this.#generation : 0, hits: 0, wasUsed: false });
    this.#bytes += bytesOf(key, answer);
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      if (one.wasUsed && this.isFresh(one)) {
        one.wasUsed = false;
        // The same object: what is being done to it counts.
        this.#kept.delete(oldest);
        this.#kept.set(oldest, one);
      } else this.delete(oldest);
    }
  }

  /** Exchanges an answer for one that is as good, unless another has taken its place meanwhile. */
  replace(key: string, kept: Cached, answer: Answer) {
    if (this.#kept.get(key) !== kept) return;
    this.#bytes += bytesOf(key, answer) - bytesOf(key, kept.answer);
    kept.answer = answer;
  }

  delete(key: string) {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= bytesOf(key, kept.answer);
  }
}

const bytesOf = (key: string, answer: Answer) =>
  OVERHEAD_BYTES + 2 * key.length + (isGap(answer) ? 2 * answer.text.length : answer.bytes);
