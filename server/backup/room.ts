// No backup fills a disk: the database stops where its disk is full.
import fs from "node:fs";
import { BackupRefused } from "./format.ts";

/** What stays free, for the database's own next minutes. */
const RESERVE_BYTES = 128 * 1024 * 1024;
/** How much may be written between two looks at the disk. */
const LOOK_BYTES = 8 * 1024 * 1024;
const MB = 1024 * 1024;

/** A disk has too little room. */
export class NoRoom extends BackupRefused {}

/**
 * Looks whether a disk has room.
 * @param bytes about to be written
 * @throws NoRoom where less than a reserve would be left; never for file systems that do not tell
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

/** Passes on what is written to a disk, and looks at its room time and again. */
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
