// Converts the site's font to outlines for share cards and icons, which then look the same on every machine.
// Run it only when the font changes:
//   npm install --no-save fontkit@2.0.4 wawoff2@2.0.1 && node scripts/draw-letters.mjs
import fs from "node:fs";
import path from "node:path";
import * as fontkit from "fontkit";
import woff2 from "wawoff2";

const root = path.resolve(import.meta.dirname, "..");
const FILES = path.join(root, "node_modules/@fontsource-variable/schibsted-grotesk/files");
const TARGET = path.join(root, "app/features/drawn/letters.json");
const WEIGHTS = [400, 700, 800];
/** Units per em. Whole numbers are precise enough for a card. */
const EM = 1000;
const KERNED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;'’“”\"-–?!&/()$%";
/** Smaller differences are invisible. */
const LEAST_KERN = 8;

const open = async (subset) => {
  const file = path.join(FILES, `schibsted-grotesk-${subset}-wght-normal.woff2`);
  return fontkit.create(Buffer.from(await woff2.decompress(fs.readFileSync(file))));
};

const fonts = [await open("latin"), await open("latin-ext")];
const result = {};
for (const wght of WEIGHTS) {
  const glyphs = {};
  const kern = {};
  for (const font of fonts) {
    const drawn = font.getVariation({ wght });
    const scale = EM / font.unitsPerEm;
    for (const code of font.characterSet) {
      const character = String.fromCodePoint(code);
      if (code < 0x20 || code === 0xffff || /\p{M}/u.test(character) || glyphs[character]) continue;
      const glyph = drawn.glyphForCodePoint(code);
      glyphs[character] = [Math.round(glyph.advanceWidth * scale), outline(glyph.path.commands, scale)];
    }
  }
  const [latin] = fonts;
  const drawn = latin.getVariation({ wght });
  for (const a of KERNED) {
    for (const b of KERNED) {
      const { glyphs: pair, positions } = drawn.layout(a + b, { liga: false });
      const moved = Math.round((positions[0].xAdvance - pair[0].advanceWidth) * (EM / latin.unitsPerEm));
      if (pair.length === 2 && Math.abs(moved) >= LEAST_KERN) kern[a + b] = moved;
    }
  }
  result[wght] = { glyphs, kern };
}
fs.writeFileSync(TARGET, `${JSON.stringify(result)}\n`);

/** Returns the `d` attribute of an SVG path. The baseline is at y = 0, and y is negative above it. */
function outline(commands, scale) {
  const letter = { moveTo: "M", lineTo: "L", quadraticCurveTo: "Q", bezierCurveTo: "C", closePath: "Z" };
  return commands
    .map(({ command, args }) => {
      const numbers = args.map((value, i) => Math.round(value * scale) * (i % 2 ? -1 : 1) + 0);
      return letter[command] + numbers.join(" ").replaceAll(" -", "-");
    })
    .join("");
}
