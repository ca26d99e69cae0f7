// Copies of a bucket's files on this disk, so that pages need the bucket once for each picture. All processes of the
// site share the folder.
import fs from "node:fs/promises";
import path from "node:path";

/** Above it the copies that nothing has asked for longest go, down to four fifths of it. */
const KEPT_BYTES = 512 * 1024 * 1024;
const LEFT = 0.8;
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
    if (this.#bytes === undefined || this.#bytes > this.#maxBytes) this.#bytes = await this.#makeRoom(place);
    return place;
  }

  async drop(key: string): Promise<void> {
    await fs.rm(this.#at(key), { force: true });
  }

  /** Keys differ in more than their last part, and no name of a copy needs folders. */
  #at(key: string): string {
    return path.join(this.#folder, key.replaceAll("/", "_"));
  }

  /** @returns the bytes that are left; `taken` stays, whatever its size */
  async #makeRoom(taken: string): Promise<number> {
    const files: { file: string; age: number; bytes: number }[] = [];
    let bytes = 0;
    for (const name of await fs.readdir(this.#folder)) {
      const file = path.join(this.#folder, name);
      const stat = await fs.stat(file).catch(() => null);
      if (!stat) continue;
      files.push({ file, age: stat.mtimeMs, bytes: stat.size });
      bytes += stat.size;
    }
    if (bytes <= this.#maxBytes) return bytes;
    files.sort((a, b) => a.age - b.age);
    for (const one of files) {
      if (bytes <= this.#maxBytes * LEFT) break;
      if (one.file === taken) continue;
      await fs.rm(one.file, { force: true });
      bytes -= one.bytes;
    }
    return bytes;
  }
}
