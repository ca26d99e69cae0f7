// Texts as outlines of the site's font, for drawings that are rendered where there is no font.
import letters from "./letters.json" with { type: "json" };

/** Outlines of the site's font, made by scripts/draw-letters.mjs: 1000 units to an em, baseline at 0. */
type Weight = { glyphs: Record<string, [advance: number, path: string]>; kern: Record<string, number> };
const WEIGHTS = letters as unknown as Record<"400" | "700" | "800", Weight>;
const EM = 1000;

/** How a text is set; `size` and `tracking` in pixels. */
export type Style = { weight: keyof typeof WEIGHTS; size: number; tracking?: number };

/** What a reader takes for one letter each. */
export const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The letters of a text that the font has: others lose their accents or become a gap, never a box. */
function glyphsOf(text: string, { glyphs }: Weight) {
  return Array.from(characters.segment(text.normalize("NFC")), ({ segment }) => {
    const character =
      [segment, segment.normalize("NFD")[0] ?? ""].find((one) => Object.hasOwn(glyphs, one)) ?? " ";
    return { character, glyph: glyphs[character]! };
  });
}

/** Where each letter stands, and how wide all of them are, in pixels. */
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

/** How wide a text is, in pixels. */
export const widthOf = (text: string, style: Style) => setLine(text, style).width;
const round = (value: number) => Math.round(value * 100) / 100;

/** A line of text as outlines; `x` and `y` are where its baseline begins. */
export function line(text: string, x: number, y: number, style: Style, fill: string): string {
  const paths = setLine(text, style)
    .placed.filter(({ path }) => path)
    .map(({ at, path }) => `<path transform="translate(${round(at / (style.size / EM))} 0)" d="${path}"/>`)
    .join("");
  return `<g transform="translate(${x} ${y}) scale(${round((style.size / EM) * 1000) / 1000})" fill="${fill}">${paths}</g>`;
}
