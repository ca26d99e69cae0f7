// Finished answers in memory, by key, up to a number of bytes: fresh ones, and stale ones from before the last change,
// which stand in for their successors while the database is down.
import type { Gap } from "../../app/platform/http/gap.ts";
import type { Page } from "./cached-response.ts";

/** What was found at a URL: a page, or a template and its words. */
export type Answer = Page | Gap;
export const isGap = (answer: Answer): answer is Gap => "template" in answer;

/** An answer in the store. */
export type Cached = {
  answer: Answer;
  /** the store's generation when it was stored; 0 if it wasn't known to be current even then */
  generation: number;
  hits: number;
  /** whether it was requested again since it was stored */
  wasUsed: boolean;
};

/** Estimated overhead of the key, the headers and the objects that hold them. */
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

  /** Returns whether nothing has changed since it was stored, and it hasn't expired. */
  isFresh({ answer, generation }: Cached): boolean {
    return generation === this.#generation && (isGap(answer) || answer.expiresAt > Date.now());
  }

  /** Counts the fresh answers. */
  countFresh(): number {
    return [...this.#kept.values()].filter((one) => this.isFresh(one)).length;
  }

  /** Makes everything in the store stale; it stays in case a successor can't be rendered. */
  invalidate() {
    this.#generation++;
  }

  /**
   * Stores an answer, replacing the one at its key. Over the limit, the oldest is evicted unless it's fresh and was
   * requested since the last check.
   * @param holds false if it's only a stand-in
   */
  set(key: string, answer: Answer, holds: boolean) {
    this.delete(key);
    this.#kept.set(key, { answer, generation: holds ? this.#generation : 0, hits: 0, wasUsed: false });
    this.#bytes += bytesOf(key, answer);
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break;
      if (one.wasUsed && this.isFresh(one)) {
        one.wasUsed = false;
        // Reinserts the same object, because others hold references to it.
        this.#kept.delete(oldest);
        this.#kept.set(oldest, one);
      } else this.delete(oldest);
    }
  }

  /** Exchanges an answer for an equivalent one, unless another has taken its place since then. */
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
