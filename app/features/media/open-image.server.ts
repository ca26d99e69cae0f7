// Opens an image in the image process: detects its type, limits its size and reads how it's displayed.
import fs from "node:fs/promises";
import type { mediaRefusals } from "../../copy/media-refusals.ts";
import { type FileType, fileTypeOf, HEAD_BYTES } from "./file-type.ts";
import { hasText, normalizeSvg } from "./svg.server.ts";

export type RefusalName = keyof typeof mediaRefusals;

export class NotAnImage extends Error {
  override name = "NotAnImage";
  readonly reason: RefusalName;

  constructor(reason: RefusalName) {
    super(reason);
    this.reason = reason;
  }
}

export const MAX_PIXELS = 50_000_000;
/** WebP's maximum. */
export const MAX_SIDE = 16_383;
const MAX_FRAMES = 150;

const OPENED = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map((name) => `VipsForeignLoad${name}`);

/** Returns sharp, limited to the formats of `FileType`. */
async function openSharp() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: OPENED });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Returns whether the renderer has fonts. Without any, it draws the same box for every letter. */
async function hasFonts(sharp: Awaited<ReturnType<typeof openSharp>>): Promise<boolean> {
  const draw = (letter: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="30"><text y="20" font-size="20">${letter}</text></svg>`,
      ),
    )
      .raw()
      .toBuffer();
  const [one, other] = [await draw("i"), await draw("W")];
  return !one.equals(other);
}

/**
 * Opens an image without decoding it.
 * @returns sharp with its `input` and `options`, and the image's size as displayed
 * @throws NotAnImage if the image can't be used, or a disk error
 */
export async function openImage(file: string) {
  const sharp = await openSharp();
  const type = await readType(file);
  const isSvg = type === "svg";
  // If sharp got a path, an SVG could load neighboring files.
  const input = isSvg ? normalizeSvg(await fs.readFile(file)) : file;
  if (typeof input !== "string" && hasText(input) && !(await hasFonts(sharp)))
    throw new NotAnImage("noFonts");
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true } as const;
  const metadata = await sharp(input, { ...options, limitInputPixels: false })
    .metadata()
    .catch(asBroken);
  const { pages = 1, pageHeight = metadata.height } = metadata;
  if (metadata.format === "heif" && metadata.compression !== "av1") throw new NotAnImage("heic");
  const frames = type === "gif" || type === "webp" ? pages : 1;
  const { width, height } = upright(
    metadata.width,
    frames > 1 ? pageHeight : metadata.height,
    metadata.orientation,
  );
  checkSize({ width, height, frames });
  return { sharp, type, input, options, metadata, width, height, frames };
}

/** @throws NotAnImage if the type isn't supported */
export async function readType(file: string): Promise<FileType> {
  const opened = await fs.open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const type = fileTypeOf(buffer.subarray(0, bytesRead));
    if (type === "heic") throw new NotAnImage("heic");
    if (!type) throw new NotAnImage("noImage");
    return type;
  } finally {
    await opened.close();
  }
}

/** EXIF orientations from 5 on rotate by 90 degrees. */
const upright = (width: number, height: number, orientation = 1) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

function checkSize({ width, height, frames }: { width: number; height: number; frames: number }) {
  if (!(width >= 1 && height >= 1)) throw new NotAnImage("broken");
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new NotAnImage("tooManyPixels");
  if (frames > MAX_FRAMES || frames * width * height > MAX_PIXELS) throw new NotAnImage("tooManyFrames");
}

/** Throws NotAnImage, or the error itself for disk errors. The decoder's message is only for the log. */
export function asBroken(error: unknown): never {
  if (error instanceof NotAnImage) throw error;
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (syscall) throw error;
  if (/exceeds pixel limit/i.test(message)) throw new NotAnImage("tooManyPixels");
  throw Object.assign(new NotAnImage("broken"), { cause: error });
}
