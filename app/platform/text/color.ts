// Hex colors, WCAG contrast, and OKLCH, where lightness can change without changing the hue.

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in radians. */
type Oklch = { l: number; c: number; h: number };

type Three = readonly [number, number, number];

/** Returns whether a text is `#` and six hex digits. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

/** Returns linear channels, 0 to 1. */
function linearOf(hex: string): Three {
  const at = (index: number) => toLinear(Number.parseInt(hex.slice(index, index + 2), 16) / 255);
  return [at(1), at(3), at(5)];
}

/** Returns WCAG's relative luminance, 0 to 1. */
function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the WCAG contrast of two colors, in either order: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mixes two colors like CSS's `color-mix(in srgb, one share, other)`.
 * @param share of `one`, 0 to 1
 */
export function mix(one: string, other: string, share: number): string {
  const part = (hex: string, index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  const parts = [1, 3, 5].map((i) => Math.round(part(one, i) * share + part(other, i) * (1 - share)));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const rows = (matrix: readonly Three[], [x, y, z]: Three) =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Three;

// Björn Ottosson's matrices (CSS Color 4, "Converting between color spaces").
const TO_LMS: Three[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Three[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB: Three[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const FROM_LMS: Three[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** Converts `#` and six hex digits to OKLCH. */
export function toOklch(hex: string): Oklch {
  const lms = rows(TO_LMS, linearOf(hex)).map(Math.cbrt) as unknown as Three;
  const [l, a, b] = rows(TO_LAB, lms);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

function toLinearRgb({ l, c, h }: Oklch): Three {
  const lms = rows(FROM_LAB, [l, c * Math.cos(h), c * Math.sin(h)]).map((one) => one ** 3);
  return rows(FROM_LMS, lms as unknown as Three);
}

/** Converts to six hex digits. Reduces chroma until the color fits sRGB. */
export function toHex({ l, c, h }: Oklch): string {
  const isShown = (chroma: number) =>
    toLinearRgb({ l, c: chroma, h }).every((part) => part > -0.0005 && part < 1.0005);
  let [fits, tooMuch] = [0, c];
  if (isShown(c)) fits = c;
  else
    for (let i = 0; i < 20; i++) {
      const middle = (fits + tooMuch) / 2;
      if (isShown(middle)) fits = middle;
      else tooMuch = middle;
    }
  const parts = toLinearRgb({ l, c: fits, h }).map((part) => {
    const byte = Math.round(fromLinear(Math.min(1, Math.max(0, part))) * 255);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/**
 * Returns the color, darkened or lightened just enough to pass `isRight`.
 * @param step change in lightness per attempt, negative for darker
 * @param isRight tests a hex color; black or white must pass
 */
export function shiftUntil(hex: string, step: number, isRight: (hex: string) => boolean): string {
  const { l, ...rest } = toOklch(hex);
  let found = hex;
  const beyond = Math.abs(step);
  for (let at = l + step; !isRight(found) && at > -beyond && at < 1 + beyond; at += step)
    found = toHex({ ...rest, l: Math.min(1, Math.max(0, at)) });
  return found;
}
