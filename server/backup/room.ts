// The database stops when its disk is full, so backups must not fill the disk.
import fs from "node:fs";
import { BackupRefused } from "./format.ts";

/** The database needs this much for its own writes. */
const RESERVE_BYTES = 128 * 1024 * 1024;
const LOOK_BYTES = 8 * 1024 * 1024;
const MB = 1024 * 1024;

export class NoRoom extends BackupRefused {}

/**
 * Throws NoRoom unless the disk has room for `bytes` plus a reserve. Passes if the file system doesn't report its size.
 */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const { blocks, bavail, bsize } = await fs.promises.statfs(folder);
  const free = bavail * bsize;
  if (blocks === 0 || free >= bytes + RESERVE_BYTES) return;
  const [has, needs] = [free, bytes + RESERVE_BYTES].map((one) =>
    Math.round(one / MB).toLocaleString("en-US"),
  );
  throw new NoRoom(`The disk with ${folder} has ${has} MB free, but ${needs} MB are needed.`);
}

/** Passes chunks on, and checks the free space at intervals. */
export async function* withRoom(folder: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = LOOK_BYTES;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes >= LOOK_BYTES) {
      await checkRoom(folder, bytes);
      bytes = 0;
    }
    yield chunk;
  }
}
