// Keeps backups from filling up a disk: the database stops when its disk is full.
import fs from "node:fs";
import { BackupRefused } from "./format.ts";

/** Stays free, so that the database can keep writing for a few minutes. */
const RESERVE_BYTES = 128 * 1024 * 1024;
/** How much may be written between two checks of the disk. */
const LOOK_BYTES = 8 * 1024 * 1024;
const MB = 1024 * 1024;

/** A disk doesn't have enough room. */
export class NoRoom extends BackupRefused {}

/**
 * Checks whether a disk has room.
 * @param bytes about to be written
 * @throws NoRoom if less than a reserve would be left; never on file systems that don't report their size
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

/** Passes chunks on, and checks the disk's free space at intervals. */
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
