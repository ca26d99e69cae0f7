// Draws results to scale: before and after, or a count out of a total.
import { curve, type Point, short } from "../../ui/site/curve.ts";
import { type Composition, circle, rect, stroke, WIDTH } from "./drawing.ts";
import { monthlyOf, placed } from "./monthly.ts";
import { resultFigure } from "./result-figure.ts";

/** Below the ground line, the cover may be cropped or hidden by the card's figure. */
const FLOOR = 316;
const TALLEST = 200;
/** More tiles would be too small to count. */
const MOST_PARTS = 60;

/**
 * Returns a drawing for a result such as "312% more organic traffic", or null if it has no usable figure.
 * @param seed picks one of several drawings
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

/** Keeps the ground line within a wide crop. */
const FOCUS = 0.53;

const floor = (far: string) => rect(0, FLOOR, WIDTH, 400 - FLOOR, far);

/** Draws smooth growth, because only the first and last values are known. */
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

const pair = (times: number): Composition => ({
  focus: FOCUS,
  draw(_next, [, far, near, line, band]) {
    const before = TALLEST / times;
    const top = short(FLOOR - before);
    let svg = floor(far) + rect(96, FLOOR - before, 180, before, near, 8);
    svg += rect(364, FLOOR - TALLEST, 180, TALLEST, band, 8);
    svg += stroke(`M96 ${top}H544`, line, 4, ' stroke-dasharray="2 14"');
    return (
      svg + stroke(`M576 ${top}V${FLOOR - TALLEST}m-14 16 14-16 14 16`, line, 6, ' stroke-linejoin="round"')
    );
  },
});

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

const GAINS = [months, rise, pair, bars];

/** Returns a line of a case study's numbers per month, to scale from 0; null if there are none. */
export function monthlyDrawing(stored: string): Composition | null {
  const monthly = monthlyOf(stored);
  if (!monthly) return null;
  return {
    focus: FOCUS,
    draw(_next, [, far, near, line, band, onBand]) {
      const points = placed(monthly.points).map(
        ({ x, y }): Point => [40 + x * 536, FLOOR - 20 - y * (TALLEST - 20)],
      );
      const [first, last] = [points[0]!, points.at(-1)!];
      const d = curve(points);
      let svg = "";
      for (let i = 1; i < 5; i++) svg += rect(0, FLOOR - 20 - i * 60, WIDTH, 1.5, far);
      svg += `<path d="${d}V${FLOOR}H${short(first[0])}Z" fill="${far}"/>${floor(far)}`;
      svg += points.map(([x]) => rect(x - 1, FLOOR + 12, 2, 10, near)).join("");
      svg += stroke(d, line, 8) + circle(...first, 9, near);
      return svg + circle(...last, 18, band) + circle(...last, 7, onBand);
    },
  };
}

/** One tile per item. */
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
