// Crops stored originals as the site does: in a separate process, from one original to the next.
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp, { type Color } from "sharp";
import { expect, test } from "vitest";
import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import type { Crop } from "../../app/features/media/crop.ts";
import type { CropTask } from "../../app/features/media/crop-file.server.ts";
import type { ImageOutcome } from "../../app/features/media/file-job.server.ts";
import { originalKey } from "../../app/features/media/keys.ts";
import { openStore, tmpFolder, uploadsFolder } from "../../app/features/media/store.server.ts";
import { quietLog as log } from "../../tests/support/quiet-log.ts";
import { folderOfFile } from "../../tests/support/test-folder.ts";
import { originalCropper } from "./crop.ts";
import { cropImageInChild } from "./parent.ts";

const dataDir = folderOfFile();
const config = { dataDir, mediaStore: undefined };
const store = openStore(config);
const folder = tmpFolder(dataDir);
fs.mkdirSync(folder, { recursive: true });
const crop = originalCropper({ config, log });

const whole: Crop = { rotate: 0, left: 0, top: 0, width: 1, height: 1 };
const pathOf = (sha256: string) => path.join(uploadsFolder(dataDir), originalKey(sha256));

async function put(bytes: Buffer): Promise<string> {
  const file = path.join(folder, randomBytes(8).toString("hex"));
  fs.writeFileSync(file, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await store.put(originalKey(sha256), file, "");
  return sha256;
}

async function cropped(bytes: Buffer, wanted: Partial<Crop>) {
  const { sha256, bytes: length } = await crop(await put(bytes), { ...whole, ...wanted });
  const result = fs.readFileSync(pathOf(sha256));
  expect([createHash("sha256").update(result).digest("hex"), result.length]).toEqual([sha256, length]);
  return result;
}

/** Returns a fourth of the image: its colors from left to right, then from top to bottom. */
async function colorsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels;
    return [...data.subarray(start, start + info.channels)]
      .map((one) => (one > 170 ? "f" : one > 85 ? "8" : "0"))
      .join("");
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

/** Red and green above, blue and white below; `alpha` makes the blue part half transparent. */
function quarters(width: number, height: number, alpha?: number) {
  const part = { width: width / 2, height: height / 2 };
  const of = (background: Color) => ({ create: { ...part, channels: 4 as const, background } });
  const [left, top] = [part.width, part.height];
  return sharp({ create: { width, height, channels: alpha ? 4 : 3, background: "#00000000" } }).composite([
    { input: of("#ff0000"), left: 0, top: 0 },
    { input: of("#00ff00"), left, top: 0 },
    { input: of({ r: 0, g: 0, b: 255, alpha: alpha ?? 1 }), left: 0, top },
    { input: of("#ffffff"), left, top },
  ]);
}
const [RED, GREEN, BLUE, WHITE] = ["f00", "0f0", "00f", "fff"];

test("a photo is made upright before it's rotated and cropped, and loses its metadata", async () => {
  const photo = await quarters(400, 240)
    .withExif({ IFD0: { Artist: "OWNERNAME" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
  // Upright, it's 240 × 400, with blue at the top left.
  expect(await colorsOf(await cropped(photo, { rotate: 180 }))).toEqual([GREEN, WHITE, RED, BLUE]);
  const right = await cropped(photo, { rotate: 90 });
  expect(await sharp(right).metadata()).toMatchObject({ format: "jpeg", width: 400, height: 240 });
  expect(await colorsOf(right)).toEqual([WHITE, BLUE, GREEN, RED]);
  const part = await cropped(photo, { rotate: 270, left: 0.5, top: 0.25, width: 0.5, height: 0.5 });
  const made = await sharp(part).metadata();
  expect(made).toMatchObject({ format: "jpeg", width: 200, height: 120, chromaSubsampling: "4:4:4" });
  expect([made.orientation, made.exif, made.icc]).toEqual([undefined, undefined, undefined]);
  expect(part.includes("OWNERNAME")).toBe(false);
  expect(await colorsOf(part)).toEqual([GREEN, GREEN, WHITE, WHITE]);
});

test("a PNG keeps its transparency", async () => {
  const half = await quarters(80, 60, 0.5).png().toBuffer();
  const part = await cropped(half, { left: 0, top: 0.5, width: 0.5, height: 0.5 });
  expect(await sharp(part).metadata()).toMatchObject({
    format: "png",
    width: 40,
    height: 30,
    hasAlpha: true,
  });
  expect(await colorsOf(part)).toEqual(Array(4).fill("00f8"));
});

test("a WebP stays a WebP, and a lossless one stays lossless", async () => {
  const noise = sharp(randomBytes(64 * 48 * 3), { raw: { width: 64, height: 48, channels: 3 } });
  const lossless = await noise.webp({ lossless: true }).toBuffer();
  const turned = await cropped(lossless, { rotate: 90 });
  expect(await sharp(turned).metadata()).toMatchObject({ format: "webp", width: 48, height: 64 });
  const pixels = (bytes: Buffer, by = 0) => sharp(bytes).rotate(by).raw().toBuffer();
  expect((await pixels(turned)).equals(await pixels(lossless, 90))).toBe(true);
  const lossy = await cropped(await noise.webp({ quality: 60 }).toBuffer(), { width: 0.5 });
  expect(await sharp(lossy).metadata()).toMatchObject({ format: "webp", width: 32, height: 48 });
});

test("AVIF becomes WebP and a still GIF becomes PNG, with the same size", async () => {
  for (const [made, format] of [
    [await quarters(60, 40).avif().toBuffer(), "webp"],
    [await quarters(60, 40).gif().toBuffer(), "png"],
  ] as const) {
    const turned = await cropped(made, { rotate: 90 });
    expect(await sharp(turned).metadata()).toMatchObject({ format, width: 40, height: 60 });
    expect((await colorsOf(turned)).map((one) => one.slice(0, 3))).toEqual([BLUE, RED, WHITE, GREEN]);
  }
});

const frames = Buffer.concat(
  [0, 120].map((red) =>
    Buffer.from(
      Array(40 * 30)
        .fill([red, 0, 9])
        .flat(),
    ),
  ),
);
const animation = sharp(frames, { raw: { width: 40, height: 60, channels: 3, pageHeight: 30 } });
const drawing = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 0h9v9z"/></svg>',
);

test.each([
  ["an SVG", () => drawing, {}, mediaRefusals.cropDrawing],
  [
    "an animated GIF",
    () =>
      animation
        .clone()
        .gif({ delay: [50, 50] })
        .toBuffer(),
    {},
    mediaRefusals.cropAnimation,
  ],
  [
    "an animated WebP",
    () =>
      animation
        .clone()
        .webp({ delay: [50, 50] })
        .toBuffer(),
    {},
    mediaRefusals.cropAnimation,
  ],
  [
    "a damaged image",
    async () => (await quarters(400, 400).png().toBuffer()).subarray(0, 300),
    {},
    mediaRefusals.broken,
  ],
  ["a sliver", () => quarters(400, 400).png().toBuffer(), { width: 0.03 }, mediaRefusals.cropTooSmall],
  [
    "nothing",
    () => quarters(400, 400).png().toBuffer(),
    { left: 1, width: 1e-9 },
    mediaRefusals.cropTooSmall,
  ],
  [
    "a part beyond the edge",
    () => quarters(400, 400).png().toBuffer(),
    { left: 1, width: 1 },
    mediaRefusals.cropTooSmall,
  ],
])("%s is refused with a sentence, and leaves nothing behind", async (_, draw, wanted, message) => {
  const bytes = await draw();
  await expect(cropped(bytes, { rotate: 90, ...wanted })).rejects.toMatchObject({ status: 422, message });
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("a result larger than an upload may be is refused", async () => {
  const noise = sharp(randomBytes(3_000 * 3_000 * 3), { raw: { width: 3_000, height: 3_000, channels: 3 } });
  const large = noise.png({ compressionLevel: 1 }).toBuffer();
  await expect(cropped(await large, { rotate: 90 })).rejects.toMatchObject({
    message: mediaRefusals.cropTooLarge,
  });
});

test("an image whose original is lost is refused", async () => {
  await expect(crop("0".repeat(64), whole)).rejects.toMatchObject({ message: mediaRefusals.lost });
  await expect(crop("../../secret", whole)).rejects.toMatchObject({ message: mediaRefusals.lost });
});

test.each<[string, ImageOutcome, number, string]>([
  ["a killed process", { is: "crashed", detail: "SIGKILL" }, 422, mediaRefusals.crashed],
  [
    "a full disk",
    { is: "failed", detail: "ENOSPC: no space left", code: "ENOSPC" },
    507,
    mediaRefusals.noRoom,
  ],
  ["too much work", { is: "refused", reason: "tooHeavy" }, 422, mediaRefusals.tooHeavy],
])("after %s, the sentence is that of uploads", async (_, outcome, status, message) => {
  const sha256 = await put(await quarters(40, 40).png().toBuffer());
  const failing = originalCropper({ config, log }, async () => outcome);
  await expect(failing(sha256, whole)).rejects.toMatchObject({ status, message });
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("a file that isn't an image isn't stored, even if the process says it is one", async () => {
  const sha256 = await put(await quarters(40, 40).png().toBuffer());
  const lying = originalCropper({ config, log }, async ({ to }: CropTask) => {
    fs.writeFileSync(to, "<script>");
    return { is: "made" };
  });
  await expect(lying(sha256, whole)).rejects.toMatchObject({ message: mediaRefusals.noImage });
});

test("at most two images are cropped at once", async () => {
  const sha256 = await put(await quarters(40, 40).png().toBuffer());
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const slow = originalCropper({ config, log }, async (task) => {
    await end;
    return cropImageInChild(task);
  });
  const running = [slow(sha256, { ...whole, rotate: 90 }), slow(sha256, { ...whole, rotate: 180 })];
  await expect(slow(sha256, whole)).rejects.toMatchObject({ status: 503, message: mediaRefusals.busy });
  resolve();
  expect(await Promise.all(running)).toHaveLength(2);
  expect(await slow(sha256, { ...whole, rotate: 270 })).toMatchObject({ bytes: expect.any(Number) });
});
