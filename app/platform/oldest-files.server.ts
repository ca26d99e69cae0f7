// Limits the size of folders with files that can be generated again.
import fs from "node:fs/promises";
import path from "node:path";

/** What a folder contains. */
export type Filling = { files: number; bytes: number };

/** Deletes down to this share of the limit, so that it isn't reached again right away. */
const LEFT = 0.8;

/**
 * Deletes the least recently used files if a folder is over its limit.
 * @param kept a file that is never deleted
 * @returns what is left
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
