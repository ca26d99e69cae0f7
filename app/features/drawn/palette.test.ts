import { expect, test } from "vitest";
import { contrast, mix, toHex } from "../../platform/text/color.ts";
import { coverSvg } from "./cover.ts";
import { accentOf, inBrandColors, markerOf, paletteOf, rootStyle } from "./palette.ts";

const BUILT_IN = { brand_color: "#2442e8", marker_color: "#e2f54b" };

const COLORS = [
  ...["#000000", "#ffffff", "#808080", "#ffff00", "#00ffff", "#ff00ff", "#ff0000", "#00ff00", "#0000ff"],
  ...[0.15, 0.35, 0.55, 0.75, 0.95].flatMap((l) =>
    Array.from({ length: 12 }, (_, i) => toHex({ l, c: 0.2, h: (i / 12) * 2 * Math.PI })),
  ),
];

/** Text and background pairs from the style sheets. All need the contrast of small text. */
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

test.each(COLORS)("all text is readable with %s as the main color and the marker color", (color) => {
  const palette = paletteOf({ brand_color: color, marker_color: color });
  for (const [name, text, ground] of pairsOf(palette))
    expect(contrast(text, ground), `${name}: ${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test("only unreadable colors are adjusted", () => {
  expect(accentOf("#0b6e4f")).toBe("#0b6e4f");
  expect(markerOf("#ffd166")).toBe("#ffd166");
  expect(accentOf("#ff9900")).not.toBe("#ff9900");
  expect(contrast(accentOf("#ff9900"), "#ebeef2")).toBeLessThan(5.5);
});

test("the built-in colors add no style and leave drawings unchanged", () => {
  expect(rootStyle(BUILT_IN)).toBeUndefined();
  expect(rootStyle({ ...BUILT_IN, brand_color: "#2442E8" })).toBeUndefined();
  const svg = coverSvg({ slug: "a", industry: "SaaS" });
  expect(inBrandColors(svg, BUILT_IN)).toBe(svg);
});

test("custom colors override the built-in ones on pages and in drawings", () => {
  const own = { brand_color: "#0b6e4f", marker_color: "#ffd166" };
  expect(rootStyle(own)).toMatchObject({ "--color-blue-600": "#0b6e4f", "--color-zone-400": "#ffd166" });
  expect(rootStyle(own)).not.toHaveProperty("--accent-dark");
  expect(rootStyle(own, true)).toHaveProperty("--accent-dark");
  expect(inBrandColors('<path fill="#2442e8" stroke="#e2f54b"/>', own)).toBe(
    '<path fill="#0b6e4f" stroke="#ffd166"/>',
  );
});
