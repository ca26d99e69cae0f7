// Rotates and crops an image. Runs only in the image process, because decoders can crash. Metadata is never copied.
import fs from "node:fs/promises";
import type { Metadata, Sharp } from "sharp";
import { type Crop, pixelsOf } from "./crop.ts";
import type { FileType } from "./file-type.ts";
import { asBroken, NotAnImage, openImage, readType } from "./open-image.server.ts";
import { MAX_BYTES } from "./upload.server.ts";

/** @property file and `to` are absolute paths: the original, and where the result is written */
export type CropTask = { file: string; to: string; crop: Crop };

/** High, because the result is an original, which gets encoded again in each size. */
const QUALITY = 92;
const HEAD_BYTES = 64;

/**
 * Writes the cropped image in its original's format. AVIF becomes WebP, because encoding AVIF at this quality takes a
 * minute, and a GIF becomes PNG.
 * @throws NotAnImage if the image can't be cropped, or a disk error
 */
export async function cropImage({ file, to, crop }: CropTask): Promise<void> {
  if ((await readType(file)) === "svg") throw new NotAnImage("cropDrawing");
  const { sharp, type, input, options, metadata, width, height, frames } = await openImage(file);
  if (frames > 1) throw new NotAnImage("cropAnimation");
  const area = pixelsOf(crop, { width, height });
  if (!area) throw new NotAnImage("cropTooSmall");
  const cropped = sharp(input, options).autoOrient().rotate(crop.rotate).extract(area);
  const isLossless = type === "webp" && (await startOf(file)).includes("VP8L");
  const data = await encoded(cropped, { type, metadata, isLossless }).toBuffer().catch(asBroken);
  if (data.length > MAX_BYTES) throw new NotAnImage("cropTooLarge");
  await fs.writeFile(to, data, { mode: 0o600 });
}

type Original = { type: FileType; metadata: Metadata; isLossless: boolean };

function encoded(image: Sharp, { type, metadata, isLossless }: Original): Sharp {
  if (type === "png" || type === "gif") return image.png();
  if (type !== "jpeg") return image.webp(isLossless ? { lossless: true } : { quality: QUALITY });
  const chromaSubsampling = metadata.chromaSubsampling === "4:2:0" ? "4:2:0" : "4:4:4";
  return image.jpeg({ quality: QUALITY, chromaSubsampling });
}

async function startOf(file: string): Promise<string> {
  const opened = await fs.open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await opened.close();
  }
}
