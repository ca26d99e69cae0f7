/** Returns up to four axis values from 0, in steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(highest: number): number[] {
  const step = stepOf(highest);
  return Array.from({ length: Math.floor(highest / step) + 1 }, (_, index) => index * step);
}

function stepOf(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((step) => step * 4 > highest);
    if (step) return step;
  }
}
