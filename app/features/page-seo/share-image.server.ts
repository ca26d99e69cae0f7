// Social images, rendered once and kept: a folder of PNG files named by what they show.
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

/** Of about 30 kB each; above this the oldest go, down to the lower bound. */
const KEPT_FILES = 1000;
const KEPT_AFTER_CLEANING = 800;

/**
 * Names what a card shows: the same card has the same name, whoever draws it.
 * @param svg as `shareCardSvg` returns it
 */
export const shareImageName = (svg: string): string =>
  createHash("sha256").update(svg).digest("base64url").slice(0, 22);

const underWay = new Map<string, Promise<Buffer>>();
/** One at a time: a crowd that asks for many new cards must not take all processors from the pages. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The PNG of a card, 1200 x 630: from the folder where it has been drawn before, else drawn and put there.
 * @param svg the card, as `shareCardSvg` returns it
 * @param folder absolute; made where it is missing. A folder that cannot be written to costs a drawing each time.
 * @throws only where the card cannot be drawn
 */
export async function renderShareImage(folder: string, svg: string): Promise<Buffer> {
  const name = shareImageName(svg);
  const file = path.join(folder, `${name}.png`);
  const kept = await fs.readFile(file).catch(() => null);
  if (kept?.length) return kept;
  const running = underWay.get(name);
  if (running) return running;
  const drawing = last.then(() => draw(svg)).finally(() => underWay.delete(name));
  underWay.set(name, drawing);
  last = drawing.catch(() => {});
  const png = await drawing;
  await keep(folder, file, png).catch(() => {});
  return png;
}

async function draw(svg: string): Promise<Buffer> {
  // Not above: most sites never draw again what they have drawn once, and its library takes 20 MB.
  const { default: sharp } = await import("sharp");
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer();
}

/** Whole or not at all: another process may read it at this moment. */
async function keep(folder: string, file: string, png: Buffer) {
  await fs.mkdir(folder, { recursive: true });
  const aside = path.join(folder, `${randomUUID()}.part`);
  await fs.writeFile(aside, png);
  await fs.rename(aside, file);
  const names = await fs.readdir(folder);
  if (names.length > KEPT_FILES) await forgetOldest(folder, names);
}

async function forgetOldest(folder: string, names: string[]) {
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const stat = await fs.stat(file).catch(() => null);
      return { file, age: stat?.mtimeMs ?? 0 };
    }),
  );
  files.sort((a, b) => a.age - b.age);
  const surplus = files.slice(0, files.length - KEPT_AFTER_CLEANING);
  await Promise.all(surplus.map(({ file }) => fs.rm(file, { force: true })));
}
