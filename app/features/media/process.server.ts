// Inspects an image and creates its sizes. Runs only in the image process, because decoders can crash.
// Metadata is never copied.
import fs from "node:fs/promises";
import path from "node:path";
import type { Sharp } from "sharp";
import { SHARE_FROM } from "../../platform/text/image.ts";
import { mimeOf } from "./file-type.ts";
import { shareName } from "./keys.ts";
import type { StoredVariant } from "./media.ts";
import { asBroken, MAX_PIXELS, MAX_SIDE, openImage } from "./open-image.server.ts";

/** Dimensions are in pixels, as displayed. */
export type Look = {
  mime: string;
  width: number;
  height: number;
  frames: number;
  /** empty for transparent images */
  color: string;
  /** base64; empty if a preview would be useless or too large */
  inline_avif: string;
};

/** `name` is the file in the output folder. */
export type Made = Omit<StoredVariant, "key"> & { name: string };

export type ImageTask = {
  /** absolute path of the original */
  file: string;
  /** absolute path of the output folder */
  folder: string;
  focalX: number;
  focalY: number;
  /** names of existing sizes */
  have: string[];
  /** whether to stop after the sizes that pages and thumbnails need first */
  isStart: boolean;
};

export type Progress = { look: Look } | { made: Made[] };

const WIDTHS = [320, 480, 640, 960, 1280, 1920];
const LARGEST = 1920;
const ANIMATED_WIDTHS = [480, 960];
const STILL_WIDTHS = [320, 960];
/** AVIF takes ten times as long as WebP, so sizes with more pixels than this are made only as WebP. */
const AVIF_PIXELS = 9_000_000;
const SHARE = { width: 1200, height: 630 };
const SVG_DPI = 72;
/** About a phone's width, because LCP doesn't count a preview that's smaller than the displayed image. */
const INLINE_WIDTH = 400;
const INLINE_MAX_BYTES = 4_000;
/** The first quality whose preview is small enough is used. */
const INLINE_QUALITIES = [16, 8, 1];

/**
 * Inspects an image and creates its missing sizes, or only the urgent ones.
 * @throws NotAnImage if the image can't be used, or a disk error
 */
export async function processImage(task: ImageTask, report: (progress: Progress) => void): Promise<void> {
  const { sharp, type, input, options, width, height, frames } = await openImage(task.file);
  const isSvg = type === "svg";
  /** SVGs have no pixel dimensions. */
  const widest = isSvg ? widestDrawing(height / width) : width;
  const density = isSvg ? Math.min(2400, Math.max(1, (SVG_DPI * widest) / width)) : undefined;
  const open = (isAnimated = false) =>
    sharp(input, { ...options, density, ...(isAnimated && { pages: -1 }) }).autoOrient();
  const have = new Set(task.have);
  const make = (kind: Kind, widths: number[]) =>
    makeVariants({ kind, widths, open, folder: task.folder, have }).catch(asBroken);

  const kind: Kind = frames > 1 ? "animated" : isSvg ? "drawing" : "photograph";
  const widths = fitting(kind === "animated" ? STILL_WIDTHS : WIDTHS, widest);
  const first = kind === "animated" ? await make("still", widths) : await make(kind, widths.filter(isEarly));
  const color = await colorOf(open()).catch(asBroken);
  const inline_avif = color && kind !== "animated" ? await inlineOf(open()).catch(asBroken) : "";
  report({ look: { mime: mimeOf(type), width, height, frames, color, inline_avif } });
  report({ made: first });
  if (task.isStart) return;
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
    { width: widest, height: (widest * height) / width },
    task,
    have,
  ).catch(asBroken);
  if (share) report({ made: [share] });
}

/**
 * Returns the width of an SVG's largest size. A tall one must not exceed the limits.
 * @param ratio height divided by width
 */
const widestDrawing = (ratio: number) =>
  Math.max(1, Math.floor(Math.min(LARGEST, MAX_SIDE / ratio, Math.sqrt(MAX_PIXELS / ratio))));

/**
 * Returns the standard widths that fit. Adds the image's own width if it's below the largest standard width and more
 * than 10% above the widest that fits.
 */
function fitting(widths: readonly number[], own: number): number[] {
  const smaller = widths.filter((width) => width <= own);
  const last = smaller.at(-1) ?? 0;
  const isBelowLargest = own < (widths.at(-1) ?? 0);
  return isBelowLargest && own > last * 1.1 ? [...smaller, own] : smaller;
}

/** Returns whether a page needs this size first. */
const isEarly = (width: number, i: number, all: number[]) =>
  width === 480 || width === 960 || (i === all.length - 1 && width < 960);

type Kind = "photograph" | "drawing" | "still" | "animated" | "avif";

/** `before` is the prefix of the file name. */
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

/** Creates the share image around the focal point, or returns null if it exists or the image is too small. */
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
