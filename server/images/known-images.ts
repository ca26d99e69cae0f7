// Lookups are batched, so made-up ids can't flood the database.
import { LRUCache } from "lru-cache";
import { listServed, type ServedFile } from "../../app/features/media/served.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { Crowded } from "../../app/platform/work-queue.ts";

const MAX_KNOWN = 2_000;
/** How long a lookup's result is trusted. */
const KNOWN_MS = { there: 60_000, absent: 5_000 };
/** Maximum number of ids per query, and of ids waiting for the next query. */
const MAX_ASKED = 500;

type Known = { files: ServedFile[] | null; at: number };
type Waiting = { promise: Promise<ServedFile[] | null>; settle: PromiseWithResolvers<ServedFile[] | null> };

export class KnownImages {
  readonly #db: Database;
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  #waiting = new Map<string, Waiting>();
  #isAsking = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns an image's current files, or the last known ones if the database is down; null if there's no such image.
   * @throws if the database is down and nothing is known
   */
  async now(id: string): Promise<ServedFile[] | null> {
    try {
      return await this.#ask(id);
    } catch (error) {
      const before = this.#known.get(id);
      if (before) return before.files;
      throw error;
    }
  }

  /**
   * Returns an image's files as `now` does, or an earlier result. Refreshes results over a minute old for later calls.
   * @param isEnough returns whether the known variants are enough for the caller
   */
  async lately(id: string, isEnough: (files: ServedFile[]) => boolean): Promise<ServedFile[] | null> {
    const known = this.#known.get(id);
    if (!known) return this.now(id);
    const age = performance.now() - known.at;
    if (known.files === null) return age < KNOWN_MS.absent ? null : this.now(id);
    if (!isEnough(known.files)) return age < KNOWN_MS.absent ? known.files : this.now(id);
    // The known files are served and refreshed, so a deleted image may be served once more.
    if (age > KNOWN_MS.there) this.#ask(id).catch(() => {});
    return known.files;
  }

  #ask(id: string): Promise<ServedFile[] | null> {
    let one = this.#waiting.get(id);
    if (!one) {
      if (this.#waiting.size >= MAX_ASKED) return Promise.reject(new Crowded());
      const settle = Promise.withResolvers<ServedFile[] | null>();
      one = { promise: settle.promise, settle };
      this.#waiting.set(id, one);
      if (!this.#isAsking) this.#askAll();
    }
    return one.promise;
  }

  /** Runs one query at a time, with all ids that arrived since the last one. */
  async #askAll() {
    this.#isAsking = true;
    while (this.#waiting.size) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await listServed(this.#db, [...asked.keys()]);
        for (const [id, { settle }] of asked) {
          const files = found.get(id) ?? null;
          this.#known.set(id, { files, at: performance.now() });
          settle.resolve(files);
        }
      } catch (error) {
        for (const { settle } of asked.values()) settle.reject(error);
      }
    }
    this.#isAsking = false;
  }
}
