import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import type { CropOriginal } from "../../app/features/media/crop.server.ts";
import type { Crop } from "../../app/features/media/crop.ts";
import { isKey, originalKey } from "../../app/features/media/keys.ts";
import { openStore, StoreUnavailable, tmpFolder } from "../../app/features/media/store.server.ts";
import { MAX_BYTES, receiveFile, UploadRefused } from "../../app/features/media/upload.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { checkRoom } from "../backup/room.ts";
import { cropImageInChild } from "./parent.ts";
import { refusalOf } from "./refusal.ts";

/** Each crop runs in its own process. */
const AT_ONCE = 2;

/** Returns the function that crops stored originals. It's limited and refused like an upload. */
export function originalCropper(
  { config, log }: { config: Pick<Config, "dataDir" | "mediaStore">; log: Log },
  work = cropImageInChild,
): CropOriginal {
  const store = openStore(config);
  const folder = tmpFolder(config.dataDir);
  let running = 0;

  async function crop(key: string, wanted: Crop) {
    const original = isKey(key) ? await store.local(key) : null;
    if (!original) throw new UploadRefused(422, mediaRefusals.lost);
    const own = path.join(folder, `crop-${randomUUID()}`);
    await fs.mkdir(own, { recursive: true, mode: 0o700 });
    try {
      const to = path.join(own, "cropped");
      const outcome = await work({ file: original, to, crop: wanted });
      if (outcome.is === "failed") throw Object.assign(new Error(outcome.detail), { code: outcome.code });
      if (outcome.is !== "made") {
        log.warn({ key, ...outcome }, "An image couldn't be cropped");
        throw new UploadRefused(422, mediaRefusals[outcome.is === "refused" ? outcome.reason : "crashed"]);
      }
      // The image process can't be trusted to say what it wrote.
      const { file, ...stored } = await receiveFile(createReadStream(to), own);
      await store.put(originalKey(stored.sha256), file, "application/octet-stream");
      return stored;
    } finally {
      await fs.rm(own, { recursive: true, force: true });
    }
  }

  return async (sha256, wanted) => {
    if (running >= AT_ONCE) throw new UploadRefused(503, mediaRefusals.busy);
    running++;
    try {
      await checkRoom(config.dataDir, MAX_BYTES);
      return await crop(originalKey(sha256), wanted);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      if (error instanceof StoreUnavailable)
        log.error({ reason: error.message }, "A cropped image couldn't be stored");
      throw error instanceof UploadRefused ? error : new UploadRefused(refusal.status, refusal.message);
    } finally {
      running--;
    }
  };
}
