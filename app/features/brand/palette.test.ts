import { expect, test } from "vitest";
import { contrast, mix, toHex } from "../../platform/text/color.ts";
import { coverSvg } from "../covers/cover.ts";
import { accentOf, inBrandColors, markerOf, paletteOf, rootStyle } from "./palette.ts";

const BUILT_IN = { brand_color: "#2442e8", marker_color: "#e2f54b" };

/** Colors of every lightness and hue, including the extremes. */
const COLORS = [
  ...["#000000", "#ffffff", "#808080", "#ffff00", "#00ffff", "#ff00ff", "#ff0000", "#00ff00", "#0000ff"],
  ...[0.15, 0.35, 0.55, 0.75, 0.95].flatMap((l) =>
    Array.from({ length: 12 }, (_, i) => toHex({ l, c: 0.2, h: (i / 12) * 2 * Math.PI })),
  ),
];

/**
 * Text and background as the style sheets combine them. Headlines and buttons must meet the limit for small text too.
 */
function pairsOf(palette: ReturnType<typeof paletteOf>): [string, string, string][] {
  const accent = palette["--color-blue-600"];
  const marker = palette["--color-zone-400"];
  const ink = "#0a0f1e";
  return [
    ...["#ffffff", "#f6f7f4", "#ebeef2", palette["--color-blue-50"], mix(accent, "#ffffff", 0.16)].map(
      (ground): [string, string, string] => ["link", accent, ground],
    ),
    ["link under the pointer", palette["--color-blue-700"], "#ebeef2"],
    ["button", "#ffffff", accent],
    ["button under the pointer", "#ffffff", palette["--color-blue-700"]],
    ["initials", palette["--color-blue-800"], palette["--color-blue-100"]],
    ["initials on sand", palette["--color-blue-800"], "#efe3cf"],
    ["marked words", ink, marker],
    ["names in a chart", "#465069", marker],
    ["marker's button under the pointer", ink, palette["--color-zone-500"]],
    ["pale marker", "#465069", palette["--color-zone-100"]],
    ["list of contents", ink, palette["--color-zone-200"]],
    ...["#0a0f1e", "#10172a", "#1b2438"].map((ground): [string, string, string] => [
      "link on ink",
      marker,
      ground,
    ]),
    ...["#0a0f1e", "#10172a", "#1b2438", palette["--accent-dark-soft"]].map(
      (ground): [string, string, string] => ["link in the dark theme", palette["--color-blue-300"], ground],
    ),
    ["link under the pointer in the dark theme", palette["--color-blue-200"], "#1b2438"],
    ["button in the dark theme", "#ffffff", palette["--accent-dark"]],
    ["button under the pointer in the dark theme", "#ffffff", palette["--accent-dark-hover"]],
  ];
}

test.each(COLORS)("with %s as main color and as marker, all text is readable", (color) => {
  const palette = paletteOf({ brand_color: color, marker_color: color });
  for (const [name, text, ground] of pairsOf(palette))
    expect(contrast(text, ground), `${name}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test("a readable color is used as is; others are changed as little as possible", () => {
  expect(accentOf("#0b6e4f")).toBe("#0b6e4f");
  expect(markerOf("#ffd166")).toBe("#ffd166");
  expect(accentOf("#ff9900")).not.toBe("#ff9900");
  expect(contrast(accentOf("#ff9900"), "#ebeef2")).toBeLessThan(5.5);
});

test("the built-in colors change nothing: no style, the same drawings", () => {
  expect(rootStyle(BUILT_IN)).toBeUndefined();
  expect(rootStyle({ ...BUILT_IN, brand_color: "#2442E8" })).toBeUndefined();
  const svg = coverSvg({ slug: "a", industry: "SaaS" });
  expect(inBrandColors(svg, BUILT_IN)).toBe(svg);
});

test("other colors are set on the page's root element and replace the built-in ones in drawings", () => {
  const own = { brand_color: "#0b6e4f", marker_color: "#ffd166" };
  expect(rootStyle(own)).toMatchObject({ "--color-blue-600": "#0b6e4f", "--color-zone-400": "#ffd166" });
  expect(rootStyle(own)).not.toHaveProperty("--accent-dark");
  expect(rootStyle(own, true)).toHaveProperty("--accent-dark");
  expect(inBrandColors('<path fill="#2442e8" stroke="#e2f54b"/>', own)).toBe(
    '<path fill="#0b6e4f" stroke="#ffd166"/>',
  );
});
