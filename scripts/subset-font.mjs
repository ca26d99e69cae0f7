// Makes smaller files from the looks' fonts, without combining marks or unused features: one each with the letters
// of English pages, which every page preloads, and for the built-in look one with all Latin letters, which is loaded
// on demand (app/styles/fonts.css). Run it only when a font changes:
//   npm install --no-save subset-font@2 && node scripts/subset-font.mjs
import fs from "node:fs";
import path from "node:path";
import fontverter from "fontverter";
import subsetFont from "subset-font";

const root = path.resolve(import.meta.dirname, "..");
/** The weights that pages use. Only headlines use Newsreader. */
const FAMILIES = {
  "schibsted-grotesk": { min: 400, max: 800, default: 400 },
  newsreader: { min: 500, max: 700, default: 500 },
  figtree: { min: 400, max: 800, default: 400 },
};
const STYLES = path.join(root, "app/styles");
/** Kerning, ligatures, tabular figures and proportional figures. */
const FEATURES = ["kern", "liga", "tnum", "pnum"];
const LAST_CODE = 0x22ff;
/**
 * Pairs of first and last code points, as in fonts.css: ASCII except its rarest characters, plus the no-break space, ©,
 * ·, ×, dashes, quotes, the ellipsis and ›.
 */
const BASIC = [
  ...[0x20, 0x5a, 0x61, 0x7a, 0xa0, 0xa0, 0xa9, 0xa9, 0xb7, 0xb7, 0xd7, 0xd7],
  ...[0x2013, 0x2014, 0x2018, 0x201d, 0x2026, 0x2026, 0x203a, 0x203a],
];
const BASIC_FEATURES = ["kern", "tnum"];
/** Kerning hardly changes with the weight, and a fixed weight takes half the bytes. */
const KERNING_WEIGHT = 650;

const isControl = (code) => code < 0x20 || (code > 0x7e && code < 0xa0);
const isCombining = (code) => code >= 0x300 && code < 0x370;
const codes = Array.from({ length: LAST_CODE + 1 }, (_, code) => code);
const text = String.fromCodePoint(...codes.filter((code) => !isControl(code) && !isCombining(code)));
const basicText = String.fromCodePoint(
  ...codes.filter((code) => BASIC.some((from, i) => i % 2 === 0 && code >= from && code <= BASIC[i + 1])),
);

for (const [family, weights] of Object.entries(FAMILIES)) {
  const source = path.join(root, "node_modules/@fontsource-variable", family);
  const face = fs.readFileSync(path.join(source, `files/${family}-latin-wght-normal.woff2`));
  const save = (name, bytes) => {
    fs.writeFileSync(path.join(STYLES, `${family}-${name}.woff2`), bytes);
    process.stdout.write(`${family} ${name}: ${face.length} bytes are now ${bytes.length}\n`);
  };
  if (family === "schibsted-grotesk")
    save("latin", await subsetFont(face, text, { targetFormat: "woff2", keepFeatures: FEATURES }));
  save("basic", await makeBasic(face, weights));
  fs.copyFileSync(path.join(source, "LICENSE"), path.join(STYLES, `${family}.LICENSE.txt`));
}

async function makeBasic(face, weights) {
  const subset = async (wght) =>
    subsetFont(face, basicText, {
      targetFormat: "sfnt",
      keepFeatures: BASIC_FEATURES,
      variationAxes: { wght },
    });
  const [variable, fixed] = [await subset(weights), readTables(await subset(KERNING_WEIGHT))];
  // GPOS refers to glyphs by index, and both fonts have the same glyphs in the same order.
  const tables = readTables(variable).map((table) =>
    table.tag === "GPOS" ? fixed.find(({ tag }) => tag === "GPOS") : table,
  );
  return fontverter.convert(writeTables(variable.readUInt32BE(0), tables), "woff2");
}

/** Reads an OpenType font's tables (https://learn.microsoft.com/typography/opentype/spec/otff). */
function readTables(font) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
    const at = 12 + 16 * i;
    const start = font.readUInt32BE(at + 8);
    return {
      tag: font.toString("latin1", at, at + 4),
      data: font.subarray(start, start + font.readUInt32BE(at + 12)),
    };
  });
}

function writeTables(version, tables) {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt32BE(version, 0);
  directory.writeUInt16BE(tables.length, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts = [directory];
  let start = directory.length;
  for (const [i, { tag, data }] of tables.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    let sum = 0;
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
    directory.write(tag, 12 + 16 * i, "latin1");
    directory.writeUInt32BE(sum, 16 + 16 * i);
    directory.writeUInt32BE(start, 20 + 16 * i);
    directory.writeUInt32BE(data.length, 24 + 16 * i);
    parts.push(padded);
    start += padded.length;
  }
  return Buffer.concat(parts);
}
