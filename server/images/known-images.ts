// What this process knows about the images that visitors request. Made-up ids share one query at a time.
import { listServed, type ServedFile } from "../../app/features/media/served.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { Crowded } from "../../app/platform/work-queue.ts";

const MAX_KNOWN = 2_000;
/** How long a result is trusted, by whether the image exists. */
const KNOWN_MS = { there: 60_000, absent: 5_000 };
/** Limit of ids in one query, or waiting for the next. */
const MAX_ASKED = 500;

type Known = { files: ServedFile[] | null; at: number };
type Waiting = { promise: Promise<ServedFile[] | null>; settle: PromiseWithResolvers<ServedFile[] | null> };

export class KnownImages {
  readonly #db: Database;
  /** the most recently requested ones last */
  readonly #known = new Map<string, Known>();
  #waiting = new Map<string, Waiting>();
  #isAsking = false;

  /** @param db the visitors' */
  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns an image's current files; the last known ones if the database can't tell.
   * @returns null if there is no such image
   * @throws if neither is available
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
   * Does the same as `now`, but the result may be a minute old: variants never change.
   * @param isEnough whether the known variants are enough for the caller
   */
  async lately(id: string, isEnough: (files: ServedFile[]) => boolean): Promise<ServedFile[] | null> {
    const known = this.#known.get(id);
    if (!known) return this.now(id);
    const age = performance.now() - known.at;
    if (known.files === null) return age < KNOWN_MS.absent ? null : this.now(id);
    if (!isEnough(known.files)) return age < KNOWN_MS.absent ? known.files : this.now(id);
    // Served immediately; an image that was deleted since then is gone the next time.
    if (age > KNOWN_MS.there) this.#ask(id).catch(() => {});
    this.#remember(id, known);
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

  /** Runs one query at a time, with all ids that have arrived in the meantime. */
  async #askAll() {
    this.#isAsking = true;
    while (this.#waiting.size) {
      const asked = this.#waiting;
      this.#waiting = new Map();
      try {
        const found = await listServed(this.#db, [...asked.keys()]);
        for (const [id, { settle }] of asked) {
          const files = found.get(id) ?? null;
          this.#remember(id, { files, at: performance.now() });
          settle.resolve(files);
        }
      } catch (error) {
        for (const { settle } of asked.values()) settle.reject(error);
      }
    }
    this.#isAsking = false;
  }

  #remember(id: string, known: Known) {
    this.#known.delete(id);
    this.#known.set(id, known);
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
  }
}
