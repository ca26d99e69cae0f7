import { expect, test } from "vitest";
import { curve, evenCurve, type Point } from "./curve.ts";

/** Returns the absolute points and control points of a path that uses only `M`, `C`, `c` and `s`. */
function read(d: string): Point[] {
  const [, start = "", steps = ""] = /^M([^Ccs]+)(.*)$/.exec(d)!;
  const numbers = (text: string) => Array.from(text.matchAll(/-?(?:\d*\.)?\d+/g), Number);
  let [x, y] = numbers(start) as Point;
  const seen: Point[] = [[x, y]];
  for (const [, letter = "", text = ""] of steps.matchAll(/([Ccs])([^Ccs]+)/g)) {
    const all = numbers(text);
    const [ox, oy] = letter === "C" ? [0, 0] : [x, y];
    if (letter === "s") {
      const [mirroredX, mirroredY] = seen.at(-2)!;
      all.unshift(x - mirroredX, y - mirroredY);
    }
    for (let i = 0; i < 6; i += 2) seen.push([ox + all[i]!, oy + all[i + 1]!]);
    [x, y] = seen.at(-1)!;
  }
  return seen;
}

test.each([
  ["a climb", [26.4, 25.2, 22.8, 18, 10, 5.8, 3.3, 1.9, 1.4]],
  ["a climb that falls back twice", [16, 17.6, 14, 15, 7.7, 5.2, 4.1, 3, 2.7]],
  ["a flat line", [5, 5, 5]],
  ["a single step", [30, 1]],
])("the compact curve of %s stays within one unit of the full curve", (_name, heights) => {
  for (const step of [62, 36]) {
    const points = heights.map((height, i): Point => [34 + i * step, Math.round(height * 7.3)]);
    const [steps, places] = [read(evenCurve(points)), read(curve(points))];
    expect(steps).toHaveLength(places.length);
    steps.forEach(([x, y], i) => {
      expect(Math.abs(x - places[i]![0]), `${i}`).toBeLessThan(1);
      expect(Math.abs(y - places[i]![1]), `${i}`).toBeLessThan(1);
    });
    for (let i = 0; i < points.length; i++) expect(steps[i * 3]).toEqual(points[i]);
  }
});
