// Generates covers for case studies and posts without an image.

import { unmarkedWords } from "../../platform/text/edit-mark.ts";
import { curve, type Point, short } from "../../ui/site/curve.ts";
import { type Composition, HEIGHT, type Palette, rect, stroke, WIDTH } from "./drawing.ts";
import { type BrandColors, BUILT_IN_COLORS, inBrandColors, inBrandHue } from "./palette.ts";
import { monthlyDrawing, resultDrawing } from "./result-drawing.ts";

const PALETTES = {
  blue: ["#2442e8", "#1a31bd", "#9bacff", "#ffffff", "#e2f54b", "#172890"],
  ink: ["#0a0f1e", "#1b2438", "#465069", "#e2f54b", "#2442e8", "#e2f54b"],
  sky: ["#a9d4ff", "#8fc4fb", "#f1f7ff", "#0a0f1e", "#ffffff", "#0a0f1e"],
  coral: ["#ff7a59", "#f0643f", "#ffd2c6", "#0a0f1e", "#ffe9e2", "#0a0f1e"],
  mint: ["#8fe3c2", "#72d3ad", "#e6faf2", "#0a0f1e", "#ffffff", "#0a0f1e"],
  sand: ["#efe3cf", "#e2d2b6", "#fffaf0", "#2442e8", "#e2f54b", "#2442e8"],
  pine: ["#0f3d36", "#18534a", "#5fa08f", "#ffffff", "#8fe3c2", "#0f3d36"],
  plum: ["#4a1f4f", "#61306a", "#b78abf", "#ffffff", "#ffc6d3", "#4a1f4f"],
  zone: ["#e2f54b", "#d3e82a", "#f7fcd0", "#0a0f1e", "#ffffff", "#0a0f1e"],
  rose: ["#ffc6d3", "#f9adbf", "#fff0f3", "#4a1f4f", "#ffffff", "#4a1f4f"],
} as const satisfies Record<string, Palette>;

type PaletteName = keyof typeof PALETTES;

/** Palettes that follow the owner's main color, with hue offsets in degrees. */
const TURNS: Partial<Record<PaletteName, number>> = {
  ...{ sky: 0, coral: 35, mint: -25, sand: 25, pine: -15, plum: 15, rose: -35 },
};
/** Replaced later by `inBrandColors`. */
const SITE_COLORS = new Set<string>([...PALETTES.blue, ...PALETTES.ink, ...PALETTES.zone]);

function paletteIn(name: PaletteName, colors: BrandColors): Palette {
  const turn = TURNS[name];
  if (turn === undefined) return PALETTES[name];
  const own = PALETTES[name].map((hex) => (SITE_COLORS.has(hex) ? hex : inBrandHue(hex, colors, turn)));
  return own as unknown as Palette;
}

/** The first match wins. */
const INDUSTRY_PALETTES: [RegExp, PaletteName[]][] = [
  [/e-?commerce|retail|shop/i, ["coral", "blue"]],
  [/health|medical|dental|clinic/i, ["mint", "sky"]],
  [/law|legal|attorney/i, ["plum", "ink"]],
  [/restaurant|food|hospitality/i, ["rose", "coral"]],
  [/home|construction|hvac|local business/i, ["sand", "pine"]],
  [/saas|technical|software|tech/i, ["blue", "ink"]],
  [/finance|bank|insurance/i, ["pine", "mint"]],
  [/real estate|property/i, ["sky", "sand"]],
  [/education|school|university/i, ["zone", "sky"]],
  [/pr\b|public relations|media/i, ["ink", "zone"]],
  [/national|consulting|gbp|google business/i, ["zone", "blue"]],
];

/** 32-bit FNV-1a. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (const character of text) {
    h ^= character.codePointAt(0)!;
    h = Math.imul(h, 0x01000193);
  }
  return h >>> 0;
}

/** Generates pseudorandom numbers from 0 to 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Lines rising into the top three positions. */
const climb: Composition = {
  focus: 0.24,
  draw(next, [, far, near, line, band, onBand]) {
    const top = 56;
    const bandHeight = 74;
    const steps = 6;
    let svg = rect(0, top, WIDTH, bandHeight, band);
    for (let i = 1; i < 6; i++) svg += rect(0, top + bandHeight + i * 46, WIDTH, 1.5, far);
    const path = (from: number, to: number, wobble: number, span = 690) =>
      Array.from({ length: steps }, (_, i): Point => {
        const t = i / (steps - 1);
        const eased = t * t * (3 - 2 * t);
        return [
          -20 + t * span,
          from + (to - from) * eased + (i && i < steps - 1 ? (next() - 0.5) * wobble : 0),
        ];
      });
    for (let i = 0; i < 3; i++)
      svg += stroke(curve(path(250 + next() * 130, 170 + next() * 120, 46)), near, 4);
    const hero = path(330 + next() * 36, top + bandHeight / 2, 40, 600);
    const [x, y] = hero[steps - 1]!;
    svg += stroke(curve(hero), line, 9);
    svg += `<circle cx="${short(x)}" cy="${short(y)}" r="17" fill="${onBand}"/>`;
    return `${svg}<circle cx="${short(x)}" cy="${short(y)}" r="7" fill="${band}"/>`;
  },
};

/** A search results page with one result highlighted at the top. */
const result: Composition = {
  focus: 0.3,
  draw(next, [, far, near, , band, onBand]) {
    let svg = "";
    for (let i = 0; i < 4; i++) {
      const y = 196 + i * 72;
      svg += `<g opacity="${short(1 - i * 0.2)}"><circle cx="128" cy="${y + 10}" r="11" fill="${near}"/>`;
      svg += rect(152, y + 4, 90 + next() * 70, 12, near, 6);
      svg += `${rect(117, y + 32, 220 + next() * 190, 16, far, 8)}</g>`;
    }
    const width = 270 + next() * 70;
    svg += rect(72, 52, 496, 116, band, 16);
    svg += `<circle cx="112" cy="86" r="14" fill="${onBand}"/>`;
    svg += rect(140, 79, 120, 14, onBand, 7, ' opacity=".45"') + rect(98, 116, width, 22, onBand, 11);
    return svg + stroke("M520 132V88m-20 19 20-20 20 20", onBand, 10, ' stroke-linejoin="round"');
  },
};

/** Columns that grow from month to month. */
const columns: Composition = {
  focus: 0.37,
  draw(next, [, far, near, line, band]) {
    const count = 9;
    const width = 42;
    const gap = 18;
    const left = 58;
    const base = 400;
    let svg = "";
    for (let i = 1; i < 5; i++) svg += rect(0, 80 * i, WIDTH, 1.5, far);
    const tops: Point[] = [];
    for (let i = 0; i < count; i++) {
      const isLast = i === count - 1;
      const height = 56 + 236 * (i / (count - 1)) ** 1.5 + (isLast ? 26 : (next() - 0.5) * 34);
      const x = left + i * (width + gap);
      svg += rect(x, base - height, width, height + 10, isLast ? band : i % 2 ? near : far, 6);
      tops.push([x + width / 2, base - height - 26]);
    }
    const [x, y] = tops[count - 1]!;
    return `${svg}${stroke(curve(tops), line, 6)}<circle cx="${short(x)}" cy="${short(y)}" r="12" fill="${line}"/>`;
  },
};

/** A street grid with pins. */
const pack: Composition = {
  focus: 0.42,
  draw(next, [ground, far, near, line, band]) {
    const streets = (from: number, to: number, least: number, spread: number) => {
      const at = [from];
      while (at.at(-1)! < to) at.push(at.at(-1)! + least + next() * spread);
      return at;
    };
    const xs = streets(-60, 720, 74, 58);
    const ys = streets(-80, 500, 62, 44);
    const hitX = xs.findIndex((x) => x > 290);
    const hitY = ys.findIndex((y) => y > 190);
    let svg = `<g transform="rotate(-12 320 200)">`;
    for (let i = 0; i < xs.length - 1; i++) {
      for (let j = 0; j < ys.length - 1; j++) {
        const fill = i === hitX - 1 && j === hitY - 1 ? band : next() > 0.84 ? near : far;
        svg += rect(xs[i]!, ys[j]!, xs[i + 1]! - xs[i]! - 12, ys[j + 1]! - ys[j]! - 12, fill, 6);
      }
    }
    const route = `M-60 ${short(ys[hitY]! - 6)}H${short(xs[hitX]! - 6)}V-80`;
    svg += `${stroke(route, line, 6, ' stroke-dasharray="2 16"')}</g>`;
    const pin = (x: number, y: number, scale: number, fill: string, dot: string) =>
      `<g transform="translate(${short(x)} ${short(y)}) scale(${scale})"><path d="M0 0C-10-16-26-28-26-48a26 26 0 1 1 52 0C26-28 10-16 0 0Z" fill="${fill}"/><circle cy="-48" r="10" fill="${dot}"/></g>`;
    svg += pin(110 + next() * 70, 130 + next() * 40, 0.8, near, ground);
    svg += pin(490 + next() * 70, 330 + next() * 30, 0.8, near, ground);
    return svg + pin(322, 214, 2, line, band);
  },
};

/** Visibility gauges, the outer one mostly filled. */
const share: Composition = {
  focus: 0.45,
  draw(next, [, far, near, , band, onBand]) {
    const cx = 320;
    const cy = 322;
    const end = (radius: number, part: number) => {
      const angle = Math.PI * (1 - part);
      return [short(cx + radius * Math.cos(angle)), short(cy - radius * Math.sin(angle))] as const;
    };
    const arc = (radius: number, part: number, color: string) =>
      stroke(`M${cx - radius} ${cy}A${radius} ${radius} 0 0 1 ${end(radius, part).join(" ")}`, color, 38);
    const outer = 0.74 + next() * 0.16;
    let svg = arc(238, 1, far) + arc(238, outer, band);
    svg += arc(172, 1, far) + arc(172, 0.42 + next() * 0.22, near);
    svg += arc(106, 1, far) + arc(106, 0.24 + next() * 0.2, near);
    const [x, y] = end(238, outer);
    return `${svg}<circle cx="${x}" cy="${y}" r="12" fill="${onBand}"/>${rect(0, cy + 30, WIDTH, 3, far)}`;
  },
};

/** A keyword heat map, hottest at the top right. */
const matrix: Composition = {
  focus: 0.1,
  draw(next, [, far, near, line, band]) {
    const across = 10;
    const down = 6;
    const cell = 50;
    const step = 60;
    const edge = 25;
    let svg = "";
    for (let i = 0; i < across; i++) {
      for (let j = 0; j < down; j++) {
        const heat = (i / across) * 1.15 - (j / down) * 0.95 + (next() - 0.5) * 0.55;
        const fill = heat > 0.42 ? band : heat > 0.08 ? near : far;
        svg += rect(edge + i * step, edge + j * step, cell, cell, fill, 10);
      }
    }
    const marked = across - 1 - Math.floor(next() * 2);
    return `${svg}<rect x="${edge + marked * step - 5}" y="${edge - 5}" width="${cell + 10}" height="${cell + 10}" rx="14" fill="none" stroke="${line}" stroke-width="6"/>`;
  },
};

const COMPOSITIONS = [climb, result, columns, pack, share, matrix];

/** By post category. The first match wins. */
const SUBJECTS: [RegExp, Composition][] = [
  [/local seo|google business/i, pack],
  [/analytics|report/i, columns],
  [/ai search|search results/i, result],
  [/technical seo|e-?commerce seo/i, matrix],
  [/strategy/i, climb],
  [/link building/i, share],
];

/** For posts, `industry` is the category. Only case studies have the rest. */
export type CoverOf = { slug: string; industry: string; result?: string; figure?: string; monthly?: string };

function choose({ slug, industry, result = "", figure = "", monthly = "" }: CoverOf) {
  const seed = hash(slug);
  const names =
    INDUSTRY_PALETTES.find(([rule]) => rule.test(industry))?.[1] ??
    (Object.keys(PALETTES) as PaletteName[]).filter((_, i) => i === seed % 10 || i === (seed >>> 4) % 10);
  return {
    seed,
    paletteName: names[(seed >>> 8) % names.length]!,
    composition:
      monthlyDrawing(unmarkedWords(monthly)) ??
      resultDrawing(figure || result, seed >>> 4) ??
      SUBJECTS.find(([rule]) => rule.test(industry))?.[1] ??
      COMPOSITIONS[(seed >>> 16) % COMPOSITIONS.length]!,
  };
}

/**
 * Returns a cover as an SVG document: 640 × 400, 1 to 11 kB, no text, hidden from screen readers. The same
 * input gives the same bytes.
 */
export function coverSvg(of: CoverOf, colors = BUILT_IN_COLORS): string {
  const { seed, paletteName, composition } = choose(of);
  const palette = paletteIn(paletteName, colors);
  const drawing = rect(0, 0, WIDTH, HEIGHT, palette[0]) + composition.draw(numbersFrom(seed), palette);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">${drawing}</svg>`;
  return inBrandColors(svg, colors);
}

/**
 * Returns the CSS `object-position` that shows the important part of a cover in a wider frame.
 * @param ratio width divided by height, at least 1.6
 */
export function coverPosition(of: CoverOf, ratio: number): string {
  const visible = Math.min(HEIGHT, WIDTH / ratio);
  const spare = HEIGHT - visible;
  if (spare === 0) return "50% 50%";
  const top = Math.min(spare, Math.max(0, choose(of).composition.focus * HEIGHT - visible / 2));
  return `50% ${short((top / spare) * 100)}%`;
}
