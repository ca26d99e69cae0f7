// Share images, rendered once and stored as PNG files named by their content.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { type Filling, forgetOldest } from "../../platform/oldest-files.server.ts";
import type { ShareCard } from "./share-card.server.ts";

/** Incremented with each change of the drawing; files stored before show the old one. */
const DRAWING = 2;
/** Images never show more text than this, and layout time grows with its length. */
const TEXT_CHARS = 300;

/** An image is 30 kB; above either limit the oldest are deleted. */
const KEPT: Filling = { files: 6_000, bytes: 256 * 1024 * 1024 };

/** Returns an image's texts, whatever they contain. */
const shorten = ({ siteName, host, trail, title, hasOwnMark, colors }: ShareCard): ShareCard => ({
  siteName: start(siteName),
  host: start(host),
  trail: trail.slice(0, 10).map(start),
  title: start(title),
  hasOwnMark,
  colors,
});
const start = (text: string) => text.slice(0, TEXT_CHARS).toWellFormed();

/** Names an image by its content without drawing it; the name is the same on every machine. */
export const shareImageName = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, shorten(card)]))
    .digest("base64url")
    .slice(0, 22);

/** Images that couldn't be written: at least the latest aren't drawn again while a disk is full or read-only. */
const UNSAVED_MAX = 50;
const unsaved = new Map<string, Buffer>();
const underWay = new Map<string, Promise<Buffer>>();
/** One at a time, so that a burst of new images leaves the CPU to pages. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns an image's PNG, 1200 x 630: from the folder, or drawn and stored there.
 * @param folder absolute; created if missing. If it can't be written to, the latest stay in memory.
 * @throws only if the image can't be drawn
 */
export async function renderShareImage(folder: string, card: ShareCard): Promise<Buffer> {
  const name = shareImageName(card);
  const file = path.join(folder, `${name}.png`);
  const kept = await fs.readFile(file).catch(() => null);
  if (kept?.length) return kept;
  const inMemory = unsaved.get(name);
  if (inMemory) return inMemory;
  const running = underWay.get(name);
  if (running) return running;
  const drawing = last.then(() => draw(shorten(card)));
  last = drawing.catch(() => {});
  const whole = drawing
    .then(async (png) => {
      await keep(folder, file, png).catch(() => {
        const [oldest] = unsaved.keys();
        if (unsaved.size >= UNSAVED_MAX && oldest) unsaved.delete(oldest);
        unsaved.set(name, png);
      });
      return png;
    })
    .finally(() => underWay.delete(name));
  underWay.set(name, whole);
  return whole;
}

async function draw(card: ShareCard): Promise<Buffer> {
  // Imported here: most sites never draw again what they've drawn once, and these libraries take 20 MB.
  const [{ shareCardSvg }, { default: sharp }] = await Promise.all([
    import("./share-card.server.ts"),
    import("sharp"),
  ]);
  return sharp(Buffer.from(shareCardSvg(card)))
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer();
}

/** A folder's content as far as this process knows; other processes count for themselves. */
const fillings = new Map<string, Filling>();

/** Written atomically, since another process may be reading it. */
async function keep(folder: string, file: string, png: Buffer) {
  await fs.mkdir(folder, { recursive: true });
  const aside = path.join(folder, `${randomUUID()}.part`);
  try {
    await fs.writeFile(aside, png);
    await fs.rename(aside, file);
  } catch (error) {
    // A full disk has no room for partial files either.
    await fs.rm(aside, { force: true });
    throw error;
  }
  // The folder is listed at the first image, and then only if it's full.
  const filling = fillings.get(folder);
  if (filling) {
    filling.files++;
    filling.bytes += png.length;
  }
  if (!filling || filling.files > KEPT.files || filling.bytes > KEPT.bytes)
    fillings.set(folder, await forgetOldest(folder, KEPT));
}
