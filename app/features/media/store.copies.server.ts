// A local cache of a bucket's files, shared by all processes.
import fs from "node:fs/promises";
import path from "node:path";
import { forgetOldest } from "../../platform/oldest-files.server.ts";

/** If the cache is larger, the least recently used copies are deleted. */
const KEPT_BYTES = 512 * 1024 * 1024;
const USED_EVERY_MS = 60_000;

export class CopyFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** size of the folder; undefined until it's listed */
  #bytes: number | undefined;

  constructor(folder: string, maxBytes = KEPT_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Returns a copy's path and marks it as used. Returns null if there's no copy. */
  async find(key: string): Promise<string | null> {
    const file = this.#at(key);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) return null;
    const now = new Date();
    if (now.getTime() - stat.mtimeMs > USED_EVERY_MS) await fs.utimes(file, now, now).catch(() => {});
    return file;
  }

  /**
   * Moves a complete file from the same disk into the cache.
   * @returns the copy's path
   */
  async take(key: string, file: string): Promise<string> {
    const place = this.#at(key);
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const { size } = await fs.stat(file);
    await fs.rename(file, place);
    this.#bytes = this.#bytes === undefined ? undefined : this.#bytes + size;
    const max = { files: Number.POSITIVE_INFINITY, bytes: this.#maxBytes };
    if (this.#bytes === undefined || this.#bytes > max.bytes)
      this.#bytes = (await forgetOldest(this.#folder, max, place)).bytes;
    return place;
  }

  async drop(key: string): Promise<void> {
    await fs.rm(this.#at(key), { force: true });
  }

  /** Uses the whole key, because its last part isn't unique. */
  #at(key: string): string {
    return path.join(this.#folder, key.replaceAll("/", "_"));
  }
}
