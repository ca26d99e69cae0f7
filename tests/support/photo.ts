// Throwaway photos for upload tests.
import { randomInt } from "node:crypto";
import sharp from "sharp";

/** Returns a small, unique JPEG for a file input. */
export async function makePhoto(name: string, { width = 640, height = 480 } = {}) {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background, noise } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}
