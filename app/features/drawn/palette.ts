// Derives the site's palette from the owner's two brand colors (decision 0055).
import { BUILT_IN_BRAND_COLOR, BUILT_IN_MARKER_COLOR } from "../../copy/business.ts";
import { contrast, isHexColor, mix, shiftUntil, toHex, toOklch } from "../../platform/text/color.ts";

/** Six hex digits each, as in the settings. */
export type BrandColors = { brand_color: string; marker_color: string };
export const BUILT_IN_COLORS: BrandColors = {
  brand_color: BUILT_IN_BRAND_COLOR,
  marker_color: BUILT_IN_MARKER_COLOR,
};

/** Minimum contrast of small text (WCAG 1.4.3). */
const READABLE = 4.5;
/** Headlines and buttons on the marker color need more contrast. */
const MARKER_READABLE = 7;

const WHITE = "#ffffff";
const INK = "#0a0f1e";
/** Color of chart labels, which overlap a band in the marker color. */
const MUTED = "#465069";
const DARK_SURFACE = "#1b2438";
/** The darkest light background behind links. */
const LIGHT_SURFACE = "#ebeef2";

/** Colors from `tokens.css`, with their built-in values. */
const BLUES = {
  "--color-blue-50": "#f1f4ff",
  "--color-blue-100": "#e0e6ff",
  "--color-blue-200": "#c2ceff",
  "--color-blue-300": "#9bacff",
  "--color-blue-400": "#7089ff",
  "--color-blue-600": "#2442e8",
  "--color-blue-700": "#1a31bd",
  "--color-blue-800": "#172890",
  "--color-blue-900": "#141f63",
  // The panel's dark theme (tokens.dark.css).
  "--accent-dark": "#3f5cff",
  "--accent-dark-hover": "#3350f0",
  "--accent-dark-soft": "#18224a",
};
const ZONES = {
  "--color-zone-100": "#f7fcd0",
  "--color-zone-200": "#effa9f",
  "--color-zone-400": "#e2f54b",
  "--color-zone-500": "#d3e82a",
  // Decorative lines on the marker color.
  "--color-zone-600": "#b9cc1f",
};

type Name = keyof typeof BLUES | keyof typeof ZONES;
export type Palette = Record<Name, string>;

const BUILT_IN: Palette = { ...BLUES, ...ZONES };

/** Colors used only in the panel or in drawings. */
const NOT_ON_PAGES = new Set<Name>([
  ...(["--accent-dark", "--accent-dark-hover", "--accent-dark-soft"] as const),
  ...(["--color-blue-200", "--color-blue-900"] as const),
]);

/** Returns whether a color works for text on light backgrounds and as a background for white text. */
const isReadableAccent = (hex: string) =>
  [LIGHT_SURFACE, mix(hex, WHITE, 0.16)].every((ground) => contrast(hex, ground) >= READABLE);

/** Returns the main color, darkened until it's readable in links and buttons. */
export const accentOf = (color: string): string => shiftUntil(color, -0.005, isReadableAccent);

/** Returns the marker color, lightened until dark text on it is readable. */
export const markerOf = (color: string): string =>
  shiftUntil(
    color,
    0.005,
    (hex) => contrast(hex, INK) >= MARKER_READABLE && contrast(hex, MUTED) >= READABLE,
  );

/** Returns the palette for two brand colors. */
export function paletteOf({ brand_color, marker_color }: BrandColors): Palette {
  return { ...bluesOf(brand_color.toLowerCase()), ...zonesOf(marker_color.toLowerCase()) };
}

function bluesOf(color: string): typeof BLUES {
  if (color === BUILT_IN_BRAND_COLOR || !isHexColor(color)) return BLUES;
  const accent = accentOf(color);
  const own = toOklch(accent);
  const model = toOklch(BLUES["--color-blue-600"]);
  const strength = Math.min(1.15, own.c / model.c);
  // Light steps keep their lightness. Dark steps scale with the accent.
  const step = (name: keyof typeof BLUES, isRight: (hex: string) => boolean = () => true) => {
    const { l, c } = toOklch(BLUES[name]);
    const isLight = l > model.l;
    const hex = toHex({ l: isLight ? l : own.l * (l / model.l), c: c * strength, h: own.h });
    return shiftUntil(hex, isLight ? 0.005 : -0.005, isRight);
  };
  const onDark = (least: number) => (hex: string) => contrast(hex, DARK_SURFACE) >= least;
  const underWhite = (hex: string) => contrast(hex, WHITE) >= READABLE;
  const soft = toHex({ ...toOklch(BLUES["--accent-dark-soft"]), h: own.h });
  const dark = toHex({ l: toOklch(BLUES["--accent-dark"]).l, c: own.c, h: own.h });
  const darkAccent = shiftUntil(dark, -0.005, underWhite);
  return {
    "--color-blue-50": step("--color-blue-50", (hex) => contrast(hex, accent) >= READABLE),
    "--color-blue-100": step("--color-blue-100"),
    "--color-blue-200": step("--color-blue-200", onDark(READABLE)),
    "--color-blue-300": step(
      "--color-blue-300",
      (hex) => onDark(READABLE)(hex) && contrast(hex, soft) >= READABLE,
    ),
    "--color-blue-400": step("--color-blue-400", onDark(3)),
    "--color-blue-600": accent,
    "--color-blue-700": step("--color-blue-700", underWhite),
    "--color-blue-800": step("--color-blue-800", (hex) => contrast(hex, "#d6dbe4") >= READABLE),
    "--color-blue-900": step("--color-blue-900", underWhite),
    "--accent-dark": darkAccent,
    "--accent-dark-hover": shiftUntil(darkAccent, -0.03, (hex) => contrast(hex, WHITE) >= READABLE + 0.6),
    "--accent-dark-soft": soft,
  };
}

function zonesOf(color: string): typeof ZONES {
  if (color === BUILT_IN_MARKER_COLOR || !isHexColor(color)) return ZONES;
  const marker = markerOf(color);
  const own = toOklch(marker);
  const model = toOklch(ZONES["--color-zone-400"]);
  const tint = (name: keyof typeof ZONES) => {
    const { l, c } = toOklch(ZONES[name]);
    return toHex({ l: Math.max(l, own.l), c: c * Math.min(1, own.c / model.c), h: own.h });
  };
  const pressed = toHex({ ...own, l: own.l - 0.04 });
  return {
    "--color-zone-100": tint("--color-zone-100"),
    "--color-zone-200": tint("--color-zone-200"),
    "--color-zone-400": marker,
    "--color-zone-500": shiftUntil(pressed, 0.005, (hex) => contrast(hex, INK) >= READABLE + 1),
    "--color-zone-600": toHex({ ...own, l: own.l - 0.13 }),
  };
}

/**
 * Shifts a decorative color to the owner's hue. The built-in main color changes nothing.
 * @param turn hue offset in degrees, to tell drawings apart
 */
export function inBrandHue(hex: string, { brand_color }: BrandColors, turn: number): string {
  const color = brand_color.toLowerCase();
  if (color === BUILT_IN_BRAND_COLOR || !isHexColor(color)) return hex;
  const own = toOklch(color);
  const { l, c } = toOklch(hex);
  const strength = Math.min(1, own.c / toOklch(BUILT_IN_BRAND_COLOR).c);
  return toHex({ l, c: c * strength, h: own.h + (turn * Math.PI) / 180 });
}

let last: { of: string; changes: [Name, string][] } | undefined;

function changesOf(colors: BrandColors): [Name, string][] {
  const of = `${colors.brand_color} ${colors.marker_color}`;
  if (last?.of === of) return last.changes;
  const all = Object.entries(paletteOf(colors)) as [Name, string][];
  last = { of, changes: all.filter(([name, hex]) => hex !== BUILT_IN[name]) };
  return last.changes;
}

/**
 * Returns CSS custom properties that override those on `:root`.
 * @param isPanel true to include the panel's properties
 * @returns undefined for the built-in colors
 */
export function rootStyle(colors: BrandColors, isPanel = false): Record<string, string> | undefined {
  const changed = changesOf(colors).filter(([name]) => isPanel || !NOT_ON_PAGES.has(name));
  return changed.length ? Object.fromEntries(changed) : undefined;
}

/**
 * Replaces the built-in colors in a drawing with the owner's.
 * @param svg with lowercase six-digit colors
 */
export function inBrandColors(svg: string, colors: BrandColors): string {
  const changed = new Map(changesOf(colors).map(([name, hex]) => [BUILT_IN[name], hex]));
  return changed.size ? svg.replace(/#[0-9a-f]{6}\b/g, (hex) => changed.get(hex) ?? hex) : svg;
}
