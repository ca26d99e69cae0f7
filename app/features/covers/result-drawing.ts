// Draws the result of a case study to scale: before and after, or how many of how many.
import { short } from "../../ui/site/curve.ts";
import { type Composition, circle, rect, stroke, WIDTH } from "./drawing.ts";
import { resultFigure } from "./result-figure.ts";

/** The ground line. What's below it may be cropped or covered by a card's figure, so nothing is drawn there. */
const FLOOR = 316;
const TALLEST = 200;
/** More parts would be too small to count. */
const MOST_PARTS = 60;

/**
 * Returns how to draw a result; null if it has no figure that can be drawn.
 * @param result as the case study has it, such as "312% more organic traffic"
 * @param seed chooses one of the drawings for a gain
 */
export function resultDrawing(result: string, seed: number): Composition | null {
  const figure = resultFigure(result);
  if (!figure) return null;
  const [first = 0, second] = figure
    .replaceAll(",", "")
    .match(/\d+(\.\d+)?/g)!
    .map(Number);
  if (second !== undefined)
    return second >= 2 && second <= MOST_PARTS && first <= second ? parts(first, second) : null;
  const times = figure.startsWith("+") ? 1 + first / 100 : first;
  return times > 1 ? GAINS[seed % GAINS.length]!(times) : null;
}

/** In a wide crop, the ground line is just inside the frame. */
const FOCUS = 0.53;

const floor = (far: string) => rect(0, FLOOR, WIDTH, 400 - FLOOR, far);

/**
 * Draws even steps from the first height to the last. Only those two are known, so nothing in between looks
 * measured.
 */
const months = (times: number): Composition => ({
  focus: FOCUS,
  draw(_next, [, far, near, line, band]) {
    const before = TALLEST / times;
    let svg = floor(far);
    for (let i = 0; i < 7; i++) {
      const height = before + (TALLEST - before) * (i / 6) ** 1.6;
      svg += rect(52 + i * 78, FLOOR - height, 56, height, i === 6 ? band : i % 2 ? near : far, 6);
    }
    svg += stroke(`M52 ${short(FLOOR - before)}H576`, line, 4, ' stroke-dasharray="2 14"');
    return svg + circle(548, FLOOR - TALLEST, 12, line);
  },
});

/** Draws a line that leaves the starting level. */
const rise = (times: number): Composition => ({
  focus: FOCUS,
  draw(_next, [, far, near, line, band, onBand]) {
    const before = FLOOR - TALLEST / times;
    const after = FLOOR - TALLEST;
    const d = `M0 ${short(before)}C240 ${short(before)} 320 ${after} 560 ${after}`;
    let svg = `<path d="${d}V${FLOOR}H0Z" fill="${far}"/>${floor(far)}`;
    svg += rect(548, after, 24, TALLEST, band, 12);
    svg += stroke(`M0 ${short(before)}H640`, near, 4, ' stroke-dasharray="2 14"');
    return svg + stroke(d, line, 9) + circle(560, after, 20, onBand) + circle(560, after, 8, band);
  },
});

/** Draws two disks whose areas are in the ratio of before and after. */
const disks = (times: number): Composition => ({
  focus: FOCUS,
  draw(next, [, far, near, line, band]) {
    const large = TALLEST / 2;
    const small = large / Math.sqrt(times);
    const x = 400 + next() * 60;
    const left = x - large - 36 - small;
    let svg = floor(far) + circle(left, FLOOR - small, small, near) + circle(x, FLOOR - large, large, band);
    svg += `<circle cx="${short(x)}" cy="${short(FLOOR - small)}" r="${short(small)}" fill="none" stroke="${line}" stroke-width="5" stroke-dasharray="2 12" stroke-linecap="round"/>`;
    return svg;
  },
});

/** Draws two bars, one above the other. */
const bars = (times: number): Composition => ({
  focus: FOCUS,
  draw(next, [, far, near, line, band, onBand]) {
    const width = 520 + next() * 60;
    const before = width / times;
    let svg = floor(far);
    for (let i = 1; i < 6; i++) svg += rect(i * 112, 0, 2, FLOOR, far);
    svg += `<path d="M0 112H${short(before - 14)}a14 14 0 0 1 14 14v44a14 14 0 0 1-14 14H0Z" fill="${near}"/>`;
    svg += `<path d="M0 208H${short(width - 14)}a14 14 0 0 1 14 14v64a14 14 0 0 1-14 14H0Z" fill="${band}"/>`;
    svg += stroke(`M${short(before)} 104V308`, line, 4, ' stroke-dasharray="2 14"');
    return svg + circle(width - 48, 254, 15, onBand);
  },
});

const GAINS = [months, rise, disks, bars];

/** Draws one tile per item and marks those that succeeded. */
const parts = (done: number, all: number): Composition => ({
  focus: FOCUS,
  draw(_next, [, far, near, line, band]) {
    const across = Math.ceil(Math.sqrt(all * 2.2));
    const down = Math.ceil(all / across);
    const step = Math.min(560 / across, (TALLEST - 12) / down);
    const left = (WIDTH - step * across) / 2;
    const top = FLOOR - 12 - step * down;
    let svg = floor(far);
    for (let i = 0; i < all; i++) {
      const x = left + (i % across) * step;
      const y = top + Math.floor(i / across) * step;
      svg += rect(x, y, step * 0.82, step * 0.82, i < done ? band : near, 8);
    }
    return svg + rect(left, FLOOR, step * across - step * 0.18, 6, line);
  },
});
