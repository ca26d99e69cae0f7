// Copies of a bucket's files on this disk, so that pages need the bucket once for each picture. All processes of the
// site share the folder.
import fs from "node:fs/promises";
import path from "node:path";
import { forgetOldest } from "../../platform/oldest-files.server.ts";

/** Above it the copies that nothing has asked for longest go. */
const KEPT_BYTES = 512 * 1024 * 1024;
/** How exact the time of the last use is. */
const USED_EVERY_MS = 60_000;

/** A folder of copies, bounded in its size. */
export class CopyFolder {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** what is in it as far as this process knows; undefined until it was listed */
  #bytes: number | undefined;

  /** @param folder absolute */
  constructor(folder: string, maxBytes = KEPT_BYTES) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** The path of a copy; null where there is none. Being asked for counts as being used. */
  async find(key: string): Promise<string | null> {
    const file = this.#at(key);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) return null;
    const now = new Date();
    if (now.getTime() - stat.mtimeMs > USED_EVERY_MS) await fs.utimes(file, now, now).catch(() => {});
    return file;
  }

  /** Takes a whole file of the same disk. @returns the path of the copy */
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

  /** Keys differ in more than their last part, and no name of a copy needs folders. */
  #at(key: string): string {
    return path.join(this.#folder, key.replaceAll("/", "_"));
  }
}
