// Photographs without a subject, for tests of uploads.
import { randomInt } from "node:crypto";
import sharp from "sharp";

/** A small JPEG unlike every other one, as browsers' file inputs take it. */
export async function makePhoto(name: string, { width = 640, height = 480 } = {}) {
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background, noise } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}
