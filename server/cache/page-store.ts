// Keeps answers in memory, up to a byte limit. Stale answers are kept for when the database is down.
import type { Gap } from "../../app/platform/http/gap.ts";
import type { Page } from "./cached-response.ts";

export type Answer = Page | Gap;
export const isGap = (answer: Answer): answer is Gap => "template" in answer;

export type Cached = {
  answer: Answer;
  /** The store's generation when this answer was stored; 0 if the answer may have been stale even then. */
  generation: number;
  hits: number;
  /** A visitor has requested this answer since it was stored or last spared. */
  wasUsed: boolean;
};

/** Estimated memory of the key, the headers and their objects. */
const OVERHEAD_BYTES = 1_500;

export class PageStore {
  readonly #kept = new Map<string, Cached>();
  readonly #maxBytes: number;
  #bytes = 0;
  #generation = 1;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts invalidations. */
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

  /** Returns whether the answer is newer than the last change and hasn't expired. */
  isFresh({ answer, generation }: Cached): boolean {
    return generation === this.#generation && (isGap(answer) || answer.expiresAt > Date.now());
  }

  countFresh(): number {
    return [...this.#kept.values()].filter((one) => this.isFresh(one)).length;
  }

  /** Makes all answers stale, but keeps them in case a render fails. */
  invalidate() {
    this.#generation++;
  }

  /**
   * Stores an answer. Over the limit, evicts the oldest answers, but spares fresh ones once if they've been requested.
   * @param holds false if the answer may be stale
   */
  set(key: string, answer: Answer, holds: boolean) {
    this.delete(key);
    this.#kept.set(key, { answer, generation: holds ? this.#generation : 0, hits: 0, wasUsed: false });
    this.#bytes += bytesOf(key, answer);
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      if (one.wasUsed && this.isFresh(one)) {
        one.wasUsed = false;
        // Reinsert the same object, because others refer to it.
        this.#kept.delete(oldest);
        this.#kept.set(oldest, one);
      } else this.delete(oldest);
    }
  }

  /** Replaces an answer with an equivalent one, unless the stored answer has changed. */
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
