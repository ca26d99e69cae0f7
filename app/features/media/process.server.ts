// The work on one picture: looked at, and made into the variants that pages use. Only the pictures' own process runs
// this, where a decoder's fault costs that process and nothing else. Nothing of a file's metadata is carried over.
import fs from "node:fs/promises";
import path from "node:path";
import type { Sharp } from "sharp";
import type { mediaRefusals } from "../../copy/media-refusals.ts";
import { type FileType, fileTypeOf, HEAD_BYTES, mimeOf } from "./file-type.ts";
import { shareName } from "./keys.ts";
import { SHARE_FROM, type StoredVariant } from "./media.ts";

/** The name of the sentence that says why a picture is not worked on. */
export type RefusalName = keyof typeof mediaRefusals;

export class NotAnImage extends Error {
  override name = "NotAnImage";
  readonly reason: RefusalName;

  constructor(reason: RefusalName) {
    super(reason);
    this.reason = reason;
  }
}

/** What a file turned out to be; sizes as it is shown, upright. */
export type Look = {
  mime: string;
  width: number;
  height: number;
  frames: number;
  /** #rrggbb, empty where the ground shows through */
  color: string;
  /** what pages carry of it in themselves, in base64; empty where it would say too little or weigh too much */
  inline_avif: string;
};

/** A variant in a file of the folder. */
export type Made = Omit<StoredVariant, "key"> & { name: string };

export type PictureTask = {
  /** the original, absolute */
  file: string;
  /** where variants are written to, absolute */
  folder: string;
  focalX: number;
  focalY: number;
  /** names of those that are there already */
  have: string[];
};

/** Told as it goes on: the look first, then variants as they are finished. */
export type Progress = { look: Look } | { made: Made[] };

const MAX_PIXELS = 50_000_000;
/** WebP knows no longer side. */
const MAX_SIDE = 16_383;
const MAX_FRAMES = 150;
const WIDTHS = [320, 480, 640, 960, 1280, 1920];
const LARGEST = 1920;
const ANIMATED_WIDTHS = [480, 960];
const STILL_WIDTHS = [320, 960];
/** AVIF takes ten times as long as WebP: a picture as long as a roll goes without. */
const AVIF_PIXELS = 9_000_000;
const SHARE = { width: 1200, height: 630 };
const SVG_DPI = 72;
/** As wide as a phone shows it: browsers count one that is narrower by its own size, and wait for the picture itself. */
const INLINE_WIDTH = 400;
const INLINE_MAX_BYTES = 4_000;
/** From the best on; the first one that is light enough is taken. */
const INLINE_QUALITIES = [16, 8, 1];

const OPENED = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map((name) => `VipsForeignLoad${name}`);

/** sharp, which opens nothing but the formats of `FileType` from here on. */
async function openSharp() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: OPENED });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Looks at a picture and makes those variants that are missing: small ones first, so that pages can have them.
 * @param tell called with each part as it is finished, in order
 * @throws NotAnImage; a fault of the disk
 */
export async function processPicture(task: PictureTask, tell: (progress: Progress) => void): Promise<void> {
  const sharp = await openSharp();
  const type = await readType(task.file);
  const isSvg = type === "svg";
  // From a path, a drawing could bring in files that lie beside it.
  const input = isSvg ? await fs.readFile(task.file) : task.file;
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

  const density = isSvg ? Math.min(2400, Math.max(1, (SVG_DPI * LARGEST) / width)) : undefined;
  const open = (isAnimated = false) =>
    sharp(input, { ...options, density, ...(isAnimated && { pages: -1 }) }).autoOrient();
  /** what the largest variant is cut to; a drawing has no size of its own */
  const largest = { width: isSvg ? LARGEST : width, height };
  const have = new Set(task.have);
  const make = (kind: Kind, widths: number[]) =>
    makeVariants({ kind, widths, open, folder: task.folder, have }).catch(asBroken);

  const kind: Kind = frames > 1 ? "animated" : isSvg ? "drawing" : "photograph";
  const widths = fitting(kind === "animated" ? STILL_WIDTHS : WIDTHS, largest.width);
  const first = kind === "animated" ? await make("still", widths) : await make(kind, widths.filter(isEarly));
  const color = await colorOf(open()).catch(asBroken);
  const inline_avif = color && kind !== "animated" ? await inlineOf(open()).catch(asBroken) : "";
  tell({ look: { mime: mimeOf(type), width, height, frames, color, inline_avif } });
  tell({ made: first });
  if (kind === "animated") {
    for (const one of fitting(ANIMATED_WIDTHS, width)) tell({ made: await make("animated", [one]) });
  } else {
    for (const one of widths) tell({ made: await make(kind, [one]) });
    for (const one of kind === "photograph" ? widths : []) {
      if (one * (height / width) * one <= AVIF_PIXELS) tell({ made: await make("avif", [one]) });
    }
  }
  const share = await makeShare(
    open(),
    { width: largest.width, height: (largest.width * height) / width },
    task,
    have,
  ).catch(asBroken);
  if (share) tell({ made: [share] });
}

async function readType(file: string): Promise<FileType> {
  const opened = await fs.open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const type = fileTypeOf(buffer.subarray(0, bytesRead));
    if (type === "heic") throw new NotAnImage("heic");
    if (!type) throw new NotAnImage("noPicture");
    return type;
  } finally {
    await opened.close();
  }
}

/** From 5 on, EXIF's orientation turns the picture by a quarter. */
const upright = (width: number, height: number, orientation = 1) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/** @throws NotAnImage where there is more to it than may be */
function checkSize({ width, height, frames }: { width: number; height: number; frames: number }) {
  if (!(width >= 1 && height >= 1)) throw new NotAnImage("broken");
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new NotAnImage("tooManyPixels");
  if (frames > MAX_FRAMES || frames * width * height > MAX_PIXELS) throw new NotAnImage("tooManyFrames");
}

/** Those of the widths that are not larger than the picture, and its own where it lies well between two of them. */
function fitting(widths: readonly number[], own: number): number[] {
  const smaller = widths.filter((width) => width <= own);
  const last = smaller.at(-1) ?? 0;
  const isBelowLargest = own < (widths.at(-1) ?? 0);
  return isBelowLargest && own > last * 1.1 ? [...smaller, own] : smaller;
}

/** What a page needs at once: a small size, and one that fills a phone or is the largest that there is. */
const isEarly = (width: number, i: number, all: number[]) =>
  width === 480 || width === 960 || (i === all.length - 1 && width < 960);

type Kind = "photograph" | "drawing" | "still" | "animated" | "avif";

/** How each kind is written, and what its name begins and ends with. */
const KINDS = {
  photograph: { format: "webp", before: "", write: (one: Sharp) => one.webp({ quality: 78 }) },
  drawing: { format: "webp", before: "", write: (one: Sharp) => one.webp({ lossless: true }) },
  still: { format: "still", before: "still-", write: (one: Sharp) => one.webp({ quality: 78 }) },
  animated: { format: "webp", before: "", write: (one: Sharp) => one.webp({ quality: 70, effort: 3 }) },
  avif: { format: "avif", before: "", write: (one: Sharp) => one.avif({ quality: 50, effort: 4 }) },
} as const;

async function makeVariants(work: {
  kind: Kind;
  widths: number[];
  open: (isAnimated?: boolean) => Sharp;
  folder: string;
  have: Set<string>;
}): Promise<Made[]> {
  const { format, before, write } = KINDS[work.kind];
  const made: Made[] = [];
  for (const width of work.widths) {
    const name = `${before}${width}.${format === "avif" ? "avif" : "webp"}`;
    if (work.have.has(name)) continue;
    const resized = work.open(work.kind === "animated").resize({ width });
    const { data, info } = await write(resized).toBuffer({ resolveWithObject: true });
    await fs.writeFile(path.join(work.folder, name), data, { mode: 0o600 });
    work.have.add(name);
    made.push({ name, format, w: info.width, h: info.pageHeight ?? info.height, bytes: data.length });
  }
  return made;
}

/** A cut of 1200×630 with the focal point as near to its middle as the picture allows. */
async function makeShare(
  picture: Sharp,
  { width, height }: { width: number; height: number },
  { folder, focalX, focalY }: PictureTask,
  have: Set<string>,
): Promise<Made | null> {
  const name = shareName(focalX, focalY);
  if (have.has(name) || width < SHARE_FROM.width || height < SHARE_FROM.height) return null;
  const scale = Math.max(SHARE.width / width, SHARE.height / height);
  const scaled = {
    width: Math.max(SHARE.width, Math.round(width * scale)),
    height: Math.max(SHARE.height, Math.round(height * scale)),
  };
  const data = await picture
    .resize({ ...scaled, fit: "fill" })
    .extract({
      left: startOf(focalX, scaled.width, SHARE.width),
      top: startOf(focalY, scaled.height, SHARE.height),
      ...SHARE,
    })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 80, progressive: true })
    .toBuffer();
  await fs.writeFile(path.join(folder, name), data, { mode: 0o600 });
  return { name, format: "jpeg", w: SHARE.width, h: SHARE.height, bytes: data.length };
}

const startOf = (focal: number, whole: number, part: number) =>
  Math.round(Math.min(Math.max(focal * whole - part / 2, 0), whole - part));

async function colorOf(picture: Sharp): Promise<string> {
  const small = await picture.resize({ width: 64, height: 64, fit: "inside" }).png().toBuffer();
  const { default: sharp } = await import("sharp");
  const { isOpaque, dominant } = await sharp(small).stats();
  if (!isOpaque) return "";
  return `#${[dominant.r, dominant.g, dominant.b].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

async function inlineOf(picture: Sharp): Promise<string> {
  const small = await picture.resize({ width: INLINE_WIDTH, withoutEnlargement: true }).png().toBuffer();
  const { default: sharp } = await import("sharp");
  for (const quality of INLINE_QUALITIES) {
    const written = await sharp(small).avif({ quality, effort: 6 }).toBuffer();
    if (written.length <= INLINE_MAX_BYTES) return written.toString("base64");
  }
  return "";
}

/** What a decoder says of a file is for the log: the owner hears what to do. */
function asBroken(error: unknown): never {
  if (error instanceof NotAnImage) throw error;
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (syscall) throw error;
  if (/exceeds pixel limit/i.test(message)) throw new NotAnImage("tooManyPixels");
  throw Object.assign(new NotAnImage("broken"), { cause: error });
}
