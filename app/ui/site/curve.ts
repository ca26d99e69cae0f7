export type Point = [x: number, y: number];

/** Rounds to one decimal. Finer steps aren't visible at this size. */
export const short = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns a monotone curve as the `d` of an SVG path. It never overshoots, so a rank line shows no made-up
 * positions.
 */
export function curve(points: Point[]): string {
  const slope = slopes(points);
  return points
    .map(([x, y], i) => {
      if (i === 0) return `M${short(x)} ${short(y)}`;
      const [fromX, fromY] = points[i - 1]!;
      const third = (x - fromX) / 3;
      const from = `${short(fromX + third)} ${short(fromY + slope[i - 1]! * third)}`;
      const to = `${short(x - third)} ${short(y - slope[i]! * third)}`;
      return `C${from} ${to} ${short(x)} ${short(y)}`;
    })
    .join("");
}

/**
 * Works like `curve`, but writes relative integers, which take half the bytes.
 * @param points integers, evenly spaced from left to right, so each control point mirrors the previous one
 */
export function evenCurve(points: Point[]): string {
  const slope = slopes(points);
  const [[left, top], [second]] = [points[0]!, points[1]!];
  const step = second - left;
  const third = step / 3;
  const steps = points.slice(1).map(([, y], i) => {
    const rise = y - points[i]![1];
    const leave = i === 0 ? `c${whole(third, slope[0]! * third)} ` : "s";
    return `${leave}${whole(2 * third, rise - slope[i + 1]! * third)} ${whole(step, rise)}`;
  });
  return `M${whole(left, top)}${steps.join("")}`.replaceAll(" -", "-");
}

const whole = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;

function slopes(points: Point[]): number[] {
  const between = points.slice(1).map(([x, y], i) => (y - points[i]![1]) / (x - points[i]![0]));
  return points.map((_, i) => {
    const [before, after] = [between[i - 1] ?? between[i]!, between[i] ?? between[i - 1]!];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}
