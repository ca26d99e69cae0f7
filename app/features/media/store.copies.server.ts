// A local cache of a bucket's files, so that pages need the bucket once per image. All processes share the folder.
import fs from "node:fs/promises";
import path from "node:path";
import { forgetOldest } from "../../platform/oldest-files.server.ts";

/** Above this, the least recently used copies are deleted. */
const KEPT_BYTES = 512 * 1024 * 1024;
/** The precision of the last use. */
const USED_EVERY_MS = 60_000;

/** A folder of copies with a size limit. */
export class CopyFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** its content as far as this process knows; undefined until it was listed */
  #bytes: number | undefined;

  /** @param folder absolute */
  constructor(folder: string, maxBytes = KEPT_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Returns a copy's path and marks it as used; null if there's none. */
  async find(key: string): Promise<string | null> {
    const file = this.#at(key);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) return null;
    const now = new Date();
    if (now.getTime() - stat.mtimeMs > USED_EVERY_MS) await fs.utimes(file, now, now).catch(() => {});
    return file;
  }

  /**
   * Moves a complete file of the same disk into the cache.
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

  /** Uses the whole key as the file name, because its last part isn't unique and copies need no folders. */
  #at(key: string): string {
    return path.join(this.#folder, key.replaceAll("/", "_"));
  }
}
