// Receives an image upload: bytes are streamed to disk and the row is written last.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import { fileTypeOf, HEAD_BYTES } from "./file-type.ts";

/** CONTRACT "Limits". */
export const MAX_BYTES = 25 * 1024 * 1024;
const NAME_CHARS = 200;

/** Why a file is rejected; `message` is for people. */
export class UploadRefused extends Error {
  override name = "UploadRefused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A complete file in the folder for files being written. */
type Received = { file: string; sha256: string; bytes: number };

/**
 * Writes a body to a new file while it arrives, a piece at a time.
 * @param folder absolute; created if missing
 * @returns the file, which is on disk when this resolves and is the caller's to move or delete
 * @throws UploadRefused if it's too large (413) or no image by its first bytes (415); errors of the body or the disk.
 *   No file is left then
 */
export async function receiveFile(body: AsyncIterable<Buffer>, folder: string): Promise<Received> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, randomUUID());
  const target = await fs.open(file, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    let head = Buffer.alloc(0);
    let isJudged = false;
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new UploadRefused(413, mediaRefusals.tooLarge);
      if (!isJudged) head = Buffer.concat([head, chunk]);
      if (!isJudged && head.length >= HEAD_BYTES) {
        judge(head);
        isJudged = true;
        head = Buffer.alloc(0);
      }
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) at += (await target.write(chunk, at)).bytesWritten;
    }
    if (!isJudged) judge(head);
    await target.sync();
    await target.close();
    return { file, sha256: hash.digest("hex"), bytes };
  } catch (error) {
    await target.close().catch(() => {});
    await fs.rm(file, { force: true });
    throw error;
  }
}

/** Throws UploadRefused if it isn't an image. */
function judge(head: Buffer) {
  if (!head.length) throw new UploadRefused(415, mediaRefusals.empty);
  const type = fileTypeOf(head.subarray(0, HEAD_BYTES));
  if (type === "heic") throw new UploadRefused(415, mediaRefusals.heic);
  if (!type) throw new UploadRefused(415, mediaRefusals.noImage);
}

/** Returns an image's initial name: the file's, without folders, extension and invisible characters. */
export function nameOfFile(given: string): string {
  const name = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const shown = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .trim()
    .slice(0, NAME_CHARS);
  return shown || "Image";
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns a new image's id: 60 random bits. */
export const newImageId = (): string =>
  [...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
