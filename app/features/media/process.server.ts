// Processes an image: inspects it and creates the sizes that pages use. Runs only in the image process, where a
// decoder's crash ends nothing else. File metadata is never copied.
import fs from "node:fs/promises";
import path from "node:path";
import type { Sharp } from "sharp";
import type { mediaRefusals } from "../../copy/media-refusals.ts";
import { type FileType, fileTypeOf, HEAD_BYTES, mimeOf } from "./file-type.ts";
import { shareName } from "./keys.ts";
import { SHARE_FROM, type StoredVariant } from "./media.ts";

/** The name of the text that explains why an image can't be processed. */
export type RefusalName = keyof typeof mediaRefusals;

export class NotAnImage extends Error {
  override name = "NotAnImage";
  readonly reason: RefusalName;

  constructor(reason: RefusalName) {
    super(reason);
    this.reason = reason;
  }
}

/** What a file turned out to be; dimensions as displayed, upright. */
export type Look = {
  mime: string;
  width: number;
  height: number;
  frames: number;
  /** #rrggbb, empty for transparent images */
  color: string;
  /** a preview that pages embed as base64; empty if it would be useless or too large */
  inline_avif: string;
};

/** A size in a file of the folder. */
export type Made = Omit<StoredVariant, "key"> & { name: string };

export type ImageTask = {
  /** the original, absolute */
  file: string;
  /** the output folder, absolute */
  folder: string;
  focalX: number;
  focalY: number;
  /** names of existing sizes */
  have: string[];
};

/** Reported as it proceeds: the inspection first, then sizes as they're finished. */
export type Progress = { look: Look } | { made: Made[] };

const MAX_PIXELS = 50_000_000;
/** WebP's maximum dimension. */
const MAX_SIDE = 16_383;
const MAX_FRAMES = 150;
const WIDTHS = [320, 480, 640, 960, 1280, 1920];
const LARGEST = 1920;
const ANIMATED_WIDTHS = [480, 960];
const STILL_WIDTHS = [320, 960];
/** AVIF takes ten times as long as WebP, so extremely long images don't get one. */
const AVIF_PIXELS = 9_000_000;
const SHARE = { width: 1200, height: 630 };
const SVG_DPI = 72;
/**
 * A phone's display width. A narrower preview would count as smaller than the image, so LCP would wait for the image.
 */
const INLINE_WIDTH = 400;
const INLINE_MAX_BYTES = 4_000;
/** From the best quality down; the first one small enough is used. */
const INLINE_QUALITIES = [16, 8, 1];

const OPENED = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map((name) => `VipsForeignLoad${name}`);

/** Loads sharp, which from here on only opens the formats of `FileType`. */
async function openSharp() {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: OPENED });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Inspects an image and creates its missing sizes, small ones first, so that pages can use them.
 * @param report called with each result, in order
 * @throws NotAnImage; disk errors
 */
export async function processImage(task: ImageTask, report: (progress: Progress) => void): Promise<void> {
  const sharp = await openSharp();
  const type = await readType(task.file);
  const isSvg = type === "svg";
  // Given a path, an SVG could load neighboring files.
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
  /** the limit of the largest size; SVGs have no pixel dimensions */
  const largest = { width: isSvg ? LARGEST : width, height };
  const have = new Set(task.have);
  const make = (kind: Kind, widths: number[]) =>
    makeVariants({ kind, widths, open, folder: task.folder, have }).catch(asBroken);

  const kind: Kind = frames > 1 ? "animated" : isSvg ? "drawing" : "photograph";
  const widths = fitting(kind === "animated" ? STILL_WIDTHS : WIDTHS, largest.width);
  const first = kind === "animated" ? await make("still", widths) : await make(kind, widths.filter(isEarly));
  const color = await colorOf(open()).catch(asBroken);
  const inline_avif = color && kind !== "animated" ? await inlineOf(open()).catch(asBroken) : "";
  report({ look: { mime: mimeOf(type), width, height, frames, color, inline_avif } });
  report({ made: first });
  if (kind === "animated") {
    for (const one of fitting(ANIMATED_WIDTHS, width)) report({ made: await make("animated", [one]) });
  } else {
    for (const one of widths) report({ made: await make(kind, [one]) });
    for (const one of kind === "photograph" ? widths : []) {
      if (one * (height / width) * one <= AVIF_PIXELS) report({ made: await make("avif", [one]) });
    }
  }
  const share = await makeShare(
    open(),
    { width: largest.width, height: (largest.width * height) / width },
    task,
    have,
  ).catch(asBroken);
  if (share) report({ made: [share] });
}

async function readType(file: string): Promise<FileType> {
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

/** Swaps width and height if needed: EXIF orientations from 5 on rotate by 90 degrees. */
const upright = (width: number, height: number, orientation = 1) =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/** Throws NotAnImage if it exceeds the limits. */
function checkSize({ width, height, frames }: { width: number; height: number; frames: number }) {
  if (!(width >= 1 && height >= 1)) throw new NotAnImage("broken");
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new NotAnImage("tooManyPixels");
  if (frames > MAX_FRAMES || frames * width * height > MAX_PIXELS) throw new NotAnImage("tooManyFrames");
}

/** Returns the widths that aren't larger than the image, plus its own if it's well between two of them. */
function fitting(widths: readonly number[], own: number): number[] {
  const smaller = widths.filter((width) => width <= own);
  const last = smaller.at(-1) ?? 0;
  const isBelowLargest = own < (widths.at(-1) ?? 0);
  return isBelowLargest && own > last * 1.1 ? [...smaller, own] : smaller;
}

/** Returns whether a page needs this size first: the small and the phone size, or the largest if it's smaller. */
const isEarly = (width: number, i: number, all: number[]) =>
  width === 480 || width === 960 || (i === all.length - 1 && width < 960);

type Kind = "photograph" | "drawing" | "still" | "animated" | "avif";

/** How each format is written, and its file names. */
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

/** Creates a crop of 1200×630 with the focal point as central as the image allows. */
async function makeShare(
  image: Sharp,
  { width, height }: { width: number; height: number },
  { folder, focalX, focalY }: ImageTask,
  have: Set<string>,
): Promise<Made | null> {
  const name = shareName(focalX, focalY);
  if (have.has(name) || width < SHARE_FROM.width || height < SHARE_FROM.height) return null;
  const scale = Math.max(SHARE.width / width, SHARE.height / height);
  const scaled = {
    width: Math.max(SHARE.width, Math.round(width * scale)),
    height: Math.max(SHARE.height, Math.round(height * scale)),
  };
  const data = await image
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

async function colorOf(image: Sharp): Promise<string> {
  const small = await image.resize({ width: 64, height: 64, fit: "inside" }).png().toBuffer();
  const { default: sharp } = await import("sharp");
  const { isOpaque, dominant } = await sharp(small).stats();
  if (!isOpaque) return "";
  return `#${[dominant.r, dominant.g, dominant.b].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

async function inlineOf(image: Sharp): Promise<string> {
  const small = await image.resize({ width: INLINE_WIDTH, withoutEnlargement: true }).png().toBuffer();
  const { default: sharp } = await import("sharp");
  for (const quality of INLINE_QUALITIES) {
    const written = await sharp(small).avif({ quality, effort: 6 }).toBuffer();
    if (written.length <= INLINE_MAX_BYTES) return written.toString("base64");
  }
  return "";
}

/** Decoder messages are for the log; the owner reads what to do. */
function asBroken(error: unknown): never {
  if (error instanceof NotAnImage) throw error;
  const { message, syscall } = error as NodeJS.ErrnoException;
  if (syscall) throw error;
  if (/exceeds pixel limit/i.test(message)) throw new NotAnImage("tooManyPixels");
  throw Object.assign(new NotAnImage("broken"), { cause: error });
}
