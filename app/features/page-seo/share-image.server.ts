// Share images are stored as PNG files, named after a hash of their content.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { type Filling, forgetOldest } from "../../platform/oldest-files.server.ts";
import type { ShareCard } from "./share-card.server.ts";

/** Increment this when the design changes. Otherwise, stored files keep showing the old design. */
const DRAWING = 2;
/** Texts are cut to this length: images never show more, and long texts take long to lay out. */
const TEXT_CHARS = 300;

/** An image is about 30 kB. Above either limit, the oldest are deleted. */
const KEPT: Filling = { files: 6_000, bytes: 256 * 1024 * 1024 };

const shorten = ({ siteName, host, trail, title, hasOwnMark, colors }: ShareCard): ShareCard => ({
  siteName: start(siteName),
  host: start(host),
  trail: trail.slice(0, 10).map(start),
  title: start(title),
  hasOwnMark,
  colors,
});
const start = (text: string) => text.slice(0, TEXT_CHARS).toWellFormed();

/** Returns a hash of the content, which is the same on every machine. */
export const shareImageName = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, shorten(card)]))
    .digest("base64url")
    .slice(0, 22);

/** If the disk is full or read-only, this many of the latest images stay in memory. */
const UNSAVED_MAX = 50;
const unsaved = new Map<string, Buffer>();
const underWay = new Map<string, Promise<Buffer>>();
/** Images are rendered one at a time, to leave CPU time for pages. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the image as a PNG of 1200 x 630 pixels. Draws it if the folder doesn't have it yet.
 * @param folder absolute; created if missing. If it isn't writable, images stay in memory.
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
  // Imported on demand, because these libraries take 20 MB and are rarely needed.
  const [{ shareCardSvg }, { default: sharp }] = await Promise.all([
    import("./share-card.server.ts"),
    import("sharp"),
  ]);
  return sharp(Buffer.from(shareCardSvg(card)))
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer();
}

/** Folder sizes as far as this process knows. */
const fillings = new Map<string, Filling>();

/** Writes atomically, because another process may be reading the file. */
async function keep(folder: string, file: string, png: Buffer) {
  await fs.mkdir(folder, { recursive: true });
  const aside = path.join(folder, `${randomUUID()}.part`);
  try {
    await fs.writeFile(aside, png);
    await fs.rename(aside, file);
  } catch (error) {
    await fs.rm(aside, { force: true });
    throw error;
  }
  // After the first image, the folder is only listed if it's full.
  const filling = fillings.get(folder);
  if (filling) {
    filling.files++;
    filling.bytes += png.length;
  }
  if (!filling || filling.files > KEPT.files || filling.bytes > KEPT.bytes)
    fillings.set(folder, await forgetOldest(folder, KEPT));
}
