// Texts as outlines of the site's font, for drawings that are rendered where there is no font.
import fs from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";

const WEIGHTS = [400, 700, 800] as const;
/** How a text is set; `size` and `tracking` in pixels. */
export type Style = { weight: (typeof WEIGHTS)[number]; size: number; tracking?: number };

const require = createRequire(import.meta.url);
const opened = new Map<string, Font>();

/** The second has the letters that the first lacks. */
const SUBSETS = ["latin", "latin-ext"] as const;

function openFont(subset: (typeof SUBSETS)[number], weight: Style["weight"]): Font {
  const name = `@fontsource/schibsted-grotesk/files/schibsted-grotesk-${subset}-${weight}-normal.woff`;
  // Loaded here: it takes 25 MB, and a process that draws nothing does without.
  const { create } = require("fontkit") as typeof import("fontkit");
  const font = opened.get(name) ?? (create(fs.readFileSync(require.resolve(name))) as Font);
  opened.set(name, font);
  return font;
}

/** What a reader takes for one letter each. */
export const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns a text in letters that the font has: others lose their accents or become a gap, never a box. */
function* runsOf(text: string, weight: Style["weight"]) {
  const fonts = SUBSETS.map((subset) => openFont(subset, weight));
  let run: { font: Font; text: string } | undefined;
  for (const { segment } of characters.segment(text.normalize("NFC"))) {
    const [font = fonts[0]!, letter = " "] =
      [segment, segment.normalize("NFD")[0]!]
        .flatMap((one) => fonts.map((font) => [font, one] as const))
        .find(([font, one]) => [...one].length === 1 && font.hasGlyphForCodePoint(one.codePointAt(0)!)) ?? [];
    if (run?.font === font) run.text += letter;
    else {
      if (run) yield run;
      run = { font, text: letter };
    }
  }
  if (run) yield run;
}

/** Returns where each letter's outline starts, and how wide all of them are, in pixels. */
function setLine(text: string, { weight, size, tracking = 0 }: Style) {
  let x = 0;
  const placed = [...runsOf(text, weight)].flatMap(({ font, text }) => {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(text, { liga: false });
    return glyphs.map((glyph, i) => {
      const at = x;
      x += positions[i]!.xAdvance * scale + tracking;
      return { at, scale, glyph };
    });
  });
  return { placed, width: x - tracking };
}

/** How wide a text is, in pixels. */
export const widthOf = (text: string, style: Style) => setLine(text, style).width;
/** A line of text as outlines; `x` and `y` are where its baseline begins. */
export function line(text: string, x: number, y: number, style: Style, fill: string): string {
  const outlines = setLine(text, style)
    .placed.map(({ at, scale, glyph }) => glyph.path.transform(scale, 0, 0, -scale, at, 0).toSVG())
    .filter(Boolean);
  return `<g transform="translate(${x} ${y})" fill="${fill}">${outlines.map((d) => `<path d="${d}"/>`).join("")}</g>`;
}
