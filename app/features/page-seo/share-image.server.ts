// Social images, rendered once and kept: a folder of PNG files named by what they show.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { type Filling, forgetOldest } from "../../platform/oldest-files.server.ts";
import type { ShareCard } from "./share-card.server.ts";

/** Counts up with each change of how cards are drawn: what was kept before shows the old drawing. */
const DRAWING = 2;
/** No card shows more of a text, and setting a text takes longer the longer it is. */
const TEXT_CHARS = 300;

/** A picture is 30 kB; above either bound the oldest go. */
const KEPT: Filling = { files: 6_000, bytes: 256 * 1024 * 1024 };

/** What a card shows of its texts, whatever they are. */
const shorten = ({ siteName, host, trail, title, hasOwnMark, colors }: ShareCard): ShareCard => ({
  siteName: start(siteName),
  host: start(host),
  trail: trail.slice(0, 10).map(start),
  title: start(title),
  hasOwnMark,
  colors,
});
const start = (text: string) => text.slice(0, TEXT_CHARS).toWellFormed();

/** Names what a card shows, without drawing it: the same card has the same name on every machine. */
export const shareImageName = (card: ShareCard): string =>
  createHash("sha256")
    .update(JSON.stringify([DRAWING, shorten(card)]))
    .digest("base64url")
    .slice(0, 22);

/** Those that no folder takes: each of the last ones at least is drawn once, while a disk is full or cannot be written to. */
const UNKEPT = 50;
const unkept = new Map<string, Buffer>();
const underWay = new Map<string, Promise<Buffer>>();
/** One at a time: a crowd that asks for many new cards must not take all processors from the pages. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The PNG of a card, 1200 x 630: from the folder where it has been drawn before, else drawn and put there.
 * @param folder absolute; made where it is missing. Where it cannot be written to, the last ones stay in memory.
 * @throws only where the card cannot be drawn
 */
export async function renderShareImage(folder: string, card: ShareCard): Promise<Buffer> {
  const name = shareImageName(card);
  const file = path.join(folder, `${name}.png`);
  const kept = await fs.readFile(file).catch(() => null);
  if (kept?.length) return kept;
  const inMemory = unkept.get(name);
  if (inMemory) return inMemory;
  const running = underWay.get(name);
  if (running) return running;
  const drawing = last.then(() => draw(shorten(card)));
  last = drawing.catch(() => {});
  const whole = drawing
    .then(async (png) => {
      await keep(folder, file, png).catch(() => {
        const [oldest] = unkept.keys();
        if (unkept.size >= UNKEPT && oldest) unkept.delete(oldest);
        unkept.set(name, png);
      });
      return png;
    })
    .finally(() => underWay.delete(name));
  underWay.set(name, whole);
  return whole;
}

async function draw(card: ShareCard): Promise<Buffer> {
  // Not above: most sites never draw again what they have drawn once, and these take 20 MB.
  const [{ shareCardSvg }, { default: sharp }] = await Promise.all([
    import("./share-card.server.ts"),
    import("sharp"),
  ]);
  return sharp(Buffer.from(shareCardSvg(card)))
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toBuffer();
}

/** What is in a folder, as far as this process knows; others that write there count for themselves. */
const fillings = new Map<string, Filling>();

/** Whole or not at all: another process may read it at this moment. */
async function keep(folder: string, file: string, png: Buffer) {
  await fs.mkdir(folder, { recursive: true });
  const aside = path.join(folder, `${randomUUID()}.part`);
  try {
    await fs.writeFile(aside, png);
    await fs.rename(aside, file);
  } catch (error) {
    // A full disk has no room for halves either.
    await fs.rm(aside, { force: true });
    throw error;
  }
  // The folder is listed at the first picture, and then only where it is full.
  const filling = fillings.get(folder);
  if (filling) {
    filling.files++;
    filling.bytes += png.length;
  }
  if (!filling || filling.files > KEPT.files || filling.bytes > KEPT.bytes)
    fillings.set(folder, await forgetOldest(folder, KEPT));
}
