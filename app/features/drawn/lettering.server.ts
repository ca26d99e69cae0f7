// Converts text to outlines, so drawings need no fonts.
import letters from "./letters.json" with { type: "json" };

/** Outlines from scripts/draw-letters.mjs: 1000 units per em, baseline at 0. */
type Weight = { glyphs: Record<string, [advance: number, path: string]>; kern: Record<string, number> };
const WEIGHTS = letters as unknown as Record<"400" | "700" | "800", Weight>;
const EM = 1000;

/** `size` and `tracking` are in pixels. */
export type Style = { weight: keyof typeof WEIGHTS; size: number; tracking?: number };

/** Segments text into user-perceived characters. */
export const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns a text's glyphs. Characters without a glyph lose their accents or become spaces. */
function glyphsOf(text: string, { glyphs }: Weight) {
  return Array.from(characters.segment(text.normalize("NFC")), ({ segment }) => {
    const character =
      [segment, segment.normalize("NFD")[0] ?? ""].find((one) => Object.hasOwn(glyphs, one)) ?? " ";
    return { character, glyph: glyphs[character]! };
  });
}

/** Returns glyph positions and the total width, in pixels. */
function setLine(text: string, { weight, size, tracking = 0 }: Style) {
  const font = WEIGHTS[weight];
  const scale = size / EM;
  let x = 0;
  let previous = "";
  const placed = glyphsOf(text, font).map(({ character, glyph: [advance, path] }) => {
    x += (font.kern[previous + character] ?? 0) * scale;
    const at = x;
    x += advance * scale + tracking;
    previous = character;
    return { at, path };
  });
  return { placed, width: x - tracking };
}

/** Returns the width of a text in pixels. */
export const widthOf = (text: string, style: Style) => setLine(text, style).width;
const round = (value: number) => Math.round(value * 100) / 100;

/** Returns a line of text as SVG paths. Its baseline starts at `x` and `y`. */
export function line(text: string, x: number, y: number, style: Style, fill: string): string {
  const paths = setLine(text, style)
    .placed.filter(({ path }) => path)
    .map(({ at, path }) => `<path transform="translate(${round(at / (style.size / EM))} 0)" d="${path}"/>`)
    .join("");
  return `<g transform="translate(${x} ${y}) scale(${round((style.size / EM) * 1000) / 1000})" fill="${fill}">${paths}</g>`;
}
