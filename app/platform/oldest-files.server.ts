import fs from "node:fs/promises";
import path from "node:path";

export type Filling = { files: number; bytes: number };

/** Share of the limit to keep, so files aren't deleted on every call. */
const LEFT = 0.8;

/**
 * Deletes the least recently used files if a folder is over its limit.
 * @param kept path of a file to keep
 * @returns the remaining files and bytes
 */
export async function forgetOldest(folder: string, max: Filling, kept?: string): Promise<Filling> {
  const files: { file: string; age: number; bytes: number }[] = [];
  const left: Filling = { files: 0, bytes: 0 };
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    const stat = await fs.stat(file).catch(() => null);
    if (!stat) continue;
    files.push({ file, age: stat.mtimeMs, bytes: stat.size });
    left.files++;
    left.bytes += stat.size;
  }
  if (left.files <= max.files && left.bytes <= max.bytes) return left;
  for (const { file, bytes } of files.sort((a, b) => a.age - b.age)) {
    if (left.files <= max.files * LEFT && left.bytes <= max.bytes * LEFT) break;
    if (file === kept) continue;
    await fs.rm(file, { force: true });
    left.files--;
    left.bytes -= bytes;
  }
  return left;
}
