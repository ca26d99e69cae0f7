// Receives image uploads. The caller adds the database row once the file is complete.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import { fileTypeOf, HEAD_BYTES } from "./file-type.ts";

/** CONTRACT sets this limit ("Limits"). */
export const MAX_BYTES = 25 * 1024 * 1024;
const NAME_CHARS = 200;

/** `message` is for the owner. */
export class UploadRefused extends Error {
  override name = "UploadRefused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Received = { file: string; sha256: string; bytes: number };

/**
 * Streams a body to a new file, which the caller must move or delete.
 * @param folder absolute; created if missing
 * @throws UploadRefused if the file is too large (413) or isn't an image (415), or an error reading the body or
 * writing to disk; deletes the new file first
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

function judge(head: Buffer) {
  if (!head.length) throw new UploadRefused(415, mediaRefusals.empty);
  const type = fileTypeOf(head.subarray(0, HEAD_BYTES));
  if (type === "heic") throw new UploadRefused(415, mediaRefusals.heic);
  if (!type) throw new UploadRefused(415, mediaRefusals.noImage);
}

/** Returns the file's name without folders, extension or invisible characters. */
export function nameOfFile(given: string): string {
  const name = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const shown = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .replace(/\.[a-z0-9]{1,5}$/i, "")
    .trim()
    .slice(0, NAME_CHARS)
    // Half of an emoji can't be stored.
    .replace(/[\ud800-\udbff]$/, "");
  return shown || "Image";
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns 60 random bits as letters and digits. */
export const newImageId = (): string =>
  [...randomBytes(12)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
