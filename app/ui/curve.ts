export type Point = [x: number, y: number];

/** One decimal is all a picture of this size can show. */
export const short = (value: number) => Math.round(value * 10) / 10;

/**
 * A monotone curve through points: it never overshoots, so a rank line never invents a position.
 * @returns the `d` of an SVG path
 */
export function curve(points: Point[]): string {
  const last = points.length - 1;
  const x = (i: number) => points[i]![0];
  const y = (i: number) => points[i]![1];
  const slope = (i: number) => (y(i + 1) - y(i)) / (x(i + 1) - x(i));
  const tangent = (i: number) => {
    if (i === 0) return slope(0);
    if (i === last) return slope(last - 1);
    const [before, after] = [slope(i - 1), slope(i)];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  };
  let d = `M${short(x(0))} ${short(y(0))}`;
  for (let i = 0; i < last; i++) {
    const third = (x(i + 1) - x(i)) / 3;
    const from = `${short(x(i) + third)} ${short(y(i) + tangent(i) * third)}`;
    const to = `${short(x(i + 1) - third)} ${short(y(i + 1) - tangent(i + 1) * third)}`;
    d += `C${from} ${to} ${short(x(i + 1))} ${short(y(i + 1))}`;
  }
  return d;
}
