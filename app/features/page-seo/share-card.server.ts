import { markParts } from "../drawn/icon.server.ts";
import { characters, line, type Style, widthOf } from "../drawn/lettering.server.ts";
import { type BrandColors, BUILT_IN_COLORS, inBrandColors } from "../drawn/palette.ts";

export type ShareCard = {
  siteName: string;
  /** URL of the site without the protocol */
  host: string;
  /** a page's path segments, or a record's section and its industry or category */
  trail: readonly string[];
  title: string;
  /** set if the owner has their own mark, in which case the image shows no mark */
  hasOwnMark?: true;
  /** absent for the built-in colors */
  colors?: BrandColors;
};

const LEFT = 72;
const WIDTH = 1056;
/** The largest size that fits is used. `top` is the first line's baseline. */
const TITLE_SIZES = [
  { size: 76, lines: 1, top: 300, leading: 84 },
  { size: 76, lines: 2, top: 256, leading: 84 },
  { size: 60, lines: 3, top: 234, leading: 66 },
  { size: 48, lines: 4, top: 222, leading: 53 },
];

function cut(text: string, style: Style, width: number): string {
  if (widthOf(text, style) <= width) return text;
  const all = Array.from(characters.segment(text), ({ segment }) => segment);
  const first = (count: number) => `${all.slice(0, count).join("").trimEnd()}…`;
  // Binary search works because each letter adds width.
  let [fitting, tooMany] = [0, all.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (widthOf(first(middle), style) <= width) fitting = middle;
    else tooMany = middle;
  }
  return first(fitting);
}

/** Breaks a text into lines. A word longer than a line is cut. */
function wrap(text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(cut(word, style, width));
  }
  return lines;
}

/** Avoids a single word on the last line without adding lines. */
function balance(text: string, style: Style): string[] {
  const lines = wrap(text, style, WIDTH);
  let best = lines;
  for (let width = WIDTH - 40; width > WIDTH / 3; width -= 40) {
    const narrower = wrap(text, style, width);
    if (narrower.length > lines.length || narrower.some((one) => one.endsWith("…"))) break;
    best = narrower;
  }
  return best;
}

function titleLines(title: string) {
  const style = (size: number) => ({ weight: "800", size, tracking: size * -0.03 }) as const satisfies Style;
  const text = title.trim().replace(/\s+/g, " ");
  for (const { size, lines, top, leading } of TITLE_SIZES) {
    const set = balance(text, style(size));
    if (set.length <= lines) return { lines: set, top, leading, style: style(size) };
  }
  const { size, lines, top, leading } = TITLE_SIZES.at(-1)!;
  const set = wrap(text, style(size), WIDTH);
  const kept = set.slice(0, lines - 1);
  kept.push(cut(set.slice(lines - 1).join(" "), style(size), WIDTH));
  return { lines: kept, top, leading, style: style(size) };
}

/** The mark has the built-in colors, because the finished image is recolored as a whole. */
const markOf = (siteName: string) =>
  `<g transform="translate(72 64) scale(1.6)">${markParts({ site_title: siteName, ...BUILT_IN_COLORS })}</g>`;

const CLIMB = `<rect y="430" width="1200" height="72" fill="#e2f54b"/><g fill="none" stroke="#b4bbc9" stroke-width="3"><path d="M-20 600C50 596.7 120 590 190 590C260 590 330 604 400 604C470 604 540 584.7 610 580C680 575.3 750 574.6 820 570C890 565.4 960 551.9 1030 548C1100 544.1 1170 542.7 1240 540"/><path d="M-20 640C50 633.3 120 620 190 620C260 620 330 630 400 630C470 630 540 609.2 610 606C680 602.8 750 603.1 820 600C890 596.9 960 585.5 1030 580C1100 574.5 1170 570.7 1240 566"/></g><path d="M-20 612C41.3 609.3 102.7 607.4 164 604C225.3 600.6 286.7 596.4 348 590C409.3 583.6 470.7 572.7 532 560C593.3 547.3 654.7 521.7 716 508C777.3 494.3 838.7 479.9 900 474C961.3 468.1 1022.7 466 1084 462" fill="none" stroke="#2442e8" stroke-width="9" stroke-linecap="round"/><circle cx="1084" cy="462" r="18" fill="#2442e8" stroke="#fff" stroke-width="5"/>`;

/**
 * Draws a page's share image as an SVG. Letters are outlines, so rendering needs no font.
 * The same input gives the same bytes. If the design changes, increment `DRAWING` (share-image.server.ts).
 */
export function shareCardSvg({ siteName, host, trail, title, hasOwnMark, colors }: ShareCard): string {
  const begin = hasOwnMark ? LEFT : 156;
  const beside = 1200 - begin - LEFT;
  const name: Style = { weight: "700", size: 27 };
  const way: Style = { weight: "400", size: 22 };
  const set = titleLines(title);
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">',
    '<rect width="1200" height="630" fill="#f6f7f4"/>',
    hasOwnMark ? "" : markOf(siteName),
    line(cut(siteName, name, beside), begin, 92, name, "#0a0f1e"),
    line(cut([host, ...trail].join(" › "), way, beside), begin, 124, way, "#5d6780"),
    ...set.lines.map((text, i) => line(text, LEFT - 2, set.top + i * set.leading, set.style, "#0a0f1e")),
    CLIMB,
    "</svg>",
  ].join("");
  return colors ? inBrandColors(svg, colors) : svg;
}
