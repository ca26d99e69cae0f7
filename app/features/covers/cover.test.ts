import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { toOklch } from "../../platform/text/color.ts";
import { BUILT_IN_COLORS } from "../brand/palette.ts";
import { coverPosition, coverSvg } from "./cover.ts";

const samples = [
  ["copperline-hvac", "Home Improvement"],
  ["harbor-pine-dental", "Healthcare"],
  ["ledgerly-app", "SaaS"],
  ["marlow-reyes-law-firm", "Law Firm"],
  ["northwind-outfitters-catalog", "E-commerce"],
  ["table-thyme-restaurants", "Restaurant"],
] as const;

test.each(samples)("the cover of %s is the designer's sample, byte for byte", (slug, industry) => {
  const file = path.join(import.meta.dirname, "samples", `${slug}.svg`);
  const sample = readFileSync(file, "utf8").trim();
  // A sample is labeled because it's a separate file. On a page, the text next to the image labels it.
  expect(coverSvg({ slug, industry })).toBe(
    sample.replace(/role="img" aria-label="[^"]*"/, 'aria-hidden="true"'),
  );
});

test.each(samples)("the cover of %s follows the owner's main color", (slug, industry) => {
  const hues = (brand_color: string) => {
    const svg = coverSvg({ slug, industry }, { ...BUILT_IN_COLORS, brand_color });
    const strong = [...new Set(svg.match(/#[0-9a-f]{6}/g))].map(toOklch).filter(({ c }) => c > 0.05);
    // The marker keeps its own color.
    return strong
      .map(({ h }) => h)
      .filter((h) => Math.abs(h - toOklch(BUILT_IN_COLORS.marker_color).h) > 0.1);
  };
  const { h: own } = toOklch("#0b6e4f");
  // In radians: at most 40 degrees away.
  for (const h of hues("#0b6e4f")) expect(Math.cos(h - own)).toBeGreaterThan(Math.cos((40 / 180) * Math.PI));
  expect(coverSvg({ slug, industry }, { ...BUILT_IN_COLORS, brand_color: "#2442E8" })).toBe(
    coverSvg({ slug, industry }),
  );
});

test("an unknown industry has a cover too, always the same one", () => {
  const first = coverSvg({ slug: "a-zoo", industry: "Zoo" });
  expect(first).toMatch(/^<svg .*<\/svg>$/);
  expect(first).not.toContain("undefined");
  expect(coverSvg({ slug: "a-zoo", industry: "Zoo" })).toBe(first);
});

test("covers are small and contain no text, not even from the record", () => {
  for (let i = 0; i < 300; i++) {
    const svg = coverSvg({ slug: `<script>${i}`, industry: `"Industry ${i}"` });
    expect(svg.length).toBeLessThan(16_000);
    expect(svg).not.toMatch(/<text|NaN|undefined|script|Industry/);
  }
});

test("a wide frame doesn't cut off the dot at the end of the line", () => {
  const columns = {
    slug: "what-ai-overviews-changed-about-seo-and-what-they-did-not",
    industry: "AI Search",
  };
  const [, y, r] = coverSvg(columns)
    .match(/<circle cx="[\d.]+" cy="([\d.]+)" r="([\d.]+)"/)!
    .map(Number);
  const spare = 400 - 640 / (1140 / 418);
  const hidden = (spare * Number(coverPosition(columns, 1140 / 418).match(/ ([\d.]+)%/)![1])) / 100;
  expect(hidden).toBeLessThan(y! - r!);
});

test("a wide frame shows the important part of a cover, a card shows all of it", () => {
  expect(coverPosition({ slug: "harbor-pine-dental", industry: "Healthcare" }, 1200 / 440)).toBe("50% 0%");
  expect(coverPosition({ slug: "marlow-reyes-law-firm", industry: "Law Firm" }, 1200 / 440)).toBe(
    "50% 37.9%",
  );
  expect(coverPosition({ slug: "harbor-pine-dental", industry: "Healthcare" }, 1.6)).toBe("50% 50%");
});
