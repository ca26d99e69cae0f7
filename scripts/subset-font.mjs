// Makes the site's typeface smaller: every letter of the Latin face, without combining marks and without the features
// that no page asks for. Needed again only when the typeface changes, and its tool only then:
//   npm install --no-save subset-font@2 && node scripts/subset-font.mjs
import fs from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const root = path.resolve(import.meta.dirname, "..");
const SOURCE = path.join(root, "node_modules/@fontsource-variable/schibsted-grotesk");
const STYLES = path.join(root, "app/styles");
/** Kerning, ligatures, and figures of one width or of their own. */
const FEATURES = ["kern", "liga", "tnum", "pnum"];
const LAST_CODE = 0x22ff;

const isControl = (code) => code < 0x20 || (code > 0x7e && code < 0xa0);
const isCombining = (code) => code >= 0x300 && code < 0x370;
const codes = Array.from({ length: LAST_CODE + 1 }, (_, code) => code);
const text = String.fromCodePoint(...codes.filter((code) => !isControl(code) && !isCombining(code)));

const face = fs.readFileSync(path.join(SOURCE, "files/schibsted-grotesk-latin-wght-normal.woff2"));
const subset = await subsetFont(face, text, { targetFormat: "woff2", keepFeatures: FEATURES });
fs.writeFileSync(path.join(STYLES, "schibsted-grotesk-latin.woff2"), subset);
fs.copyFileSync(path.join(SOURCE, "LICENSE"), path.join(STYLES, "schibsted-grotesk.LICENSE.txt"));
process.stdout.write(`${face.length} bytes are now ${subset.length}\n`);
