import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import caseStudies from "../../../db/sample-content/case-studies.json" with { type: "json" };
import { toOklch } from "../../platform/text/color.ts";
import { coverPosition, coverSvg } from "./cover.ts";
import { BUILT_IN_COLORS } from "./palette.ts";

const samples = [
  ["copperline-hvac", "Home Improvement"],
  ["harbor-pine-dental", "Healthcare"],
  ["ledgerly-app", "SaaS"],
  ["marlow-reyes-law-firm", "Law Firm"],
  ["northwind-outfitters-catalog", "E-commerce"],
  ["table-thyme-restaurants", "Restaurant"],
] as const;

test.each(samples)("the cover of %s matches the designer's sample exactly", (slug, industry) => {
  const file = path.join(import.meta.dirname, "samples", `${slug}.svg`);
  const sample = readFileSync(file, "utf8").trim();
  // The sample files have a label instead of `aria-hidden`.
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
  // Hues may differ by at most 40 degrees.
  for (const h of hues("#0b6e4f")) expect(Math.cos(h - own)).toBeGreaterThan(Math.cos((40 / 180) * Math.PI));
  expect(coverSvg({ slug, industry }, { ...BUILT_IN_COLORS, brand_color: "#2442E8" })).toBe(
    coverSvg({ slug, industry }),
  );
});

test("a record in an unknown industry always gets the same cover", () => {
  const first = coverSvg({ slug: "a-zoo", industry: "Zoo" });
  expect(first).toMatch(/^<svg .*<\/svg>$/);
  expect(first).not.toContain("undefined");
  expect(coverSvg({ slug: "a-zoo", industry: "Zoo" })).toBe(first);
});

test("covers are small and contain no text", () => {
  for (let i = 0; i < 300; i++) {
    const svg = coverSvg({ slug: `<script>${i}`, industry: `"Industry ${i}"` });
    expect(svg.length).toBeLessThan(16_000);
    expect(svg).not.toMatch(/<text|NaN|undefined|script|Industry/);
  }
});

test("a wide frame doesn't cut off the dot at the end of the line", () => {
  const columns = {
    slug: "what-ai-overviews-changed-about-seo-and-what-they-did-not",
    industry: "Analytics",
  };
  const [, y, r] = coverSvg(columns)
    .match(/<circle cx="[\d.]+" cy="([\d.]+)" r="([\d.]+)"/)!
    .map(Number);
  const spare = 400 - 640 / (1140 / 418);
  const hidden = (spare * Number(coverPosition(columns, 1140 / 418).match(/ ([\d.]+)%/)![1])) / 100;
  expect(hidden).toBeLessThan(y! - r!);
});

test("a wide frame shows the important part of a cover", () => {
  expect(coverPosition({ slug: "harbor-pine-dental", industry: "Healthcare" }, 1200 / 440)).toBe("50% 0%");
  expect(coverPosition({ slug: "marlow-reyes-law-firm", industry: "Law Firm" }, 1200 / 440)).toBe(
    "50% 37.9%",
  );
  expect(coverPosition({ slug: "harbor-pine-dental", industry: "Healthcare" }, 1.6)).toBe("50% 50%");
});

test("no two sample case studies have the same drawing in the same colors", () => {
  const looks = caseStudies.map(({ slug, industry, result, monthly }) => {
    const svg = coverSvg({ slug, industry, result, monthly: monthly ?? "" });
    return JSON.stringify([svg.match(/#[0-9a-f]{6}/g), svg.replaceAll(/[\d.]+/g, "")]);
  });
  expect(new Set(looks).size).toBe(caseStudies.length);
});

const sizesOf = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, size]) => Number(size));

test.each(["312% more traffic", "3.1 times as many calls", "+9% orders"])(
  "every kind of cover shows '%s' to scale",
  (result) => {
    const times = result.startsWith("3.1") ? 3.1 : result.startsWith("+") ? 1.09 : 4.12;
    const kinds = new Set<string>();
    for (let i = 0; i < 64; i++) {
      const svg = coverSvg({ slug: `study-${i}`, industry: "SaaS", result });
      expect(svg).not.toMatch(/<text|NaN|undefined/);
      const columns = sizesOf(svg, /width="56" height="([\d.]+)"/g);
      const pair = sizesOf(svg, /width="180" height="([\d.]+)"/g);
      const bars = sizesOf(svg, /<path d="M0 \d+H([\d.]+)a/g);
      const curve = /<path d="M0 ([\d.]+)C.*? 560 ([\d.]+)V316/.exec(svg);
      const shown = columns.length
        ? columns.at(-1)! / columns[0]!
        : curve
          ? (316 - Number(curve[2])) / (316 - Number(curve[1]))
          : bars.length
            ? (bars[1]! + 14) / (bars[0]! + 14)
            : pair[1]! / pair[0]!;
      expect(shown / times).toBeCloseTo(1, 1);
      kinds.add(columns.length ? "months" : curve ? "rise" : bars.length ? "bars" : "pair");
    }
    expect(kinds.size).toBe(4);
  },
);

test("numbers per month are drawn to scale instead of the result's figure", () => {
  const svg = coverSvg({ slug: "s", industry: "SaaS", result: "+300%", monthly: "2025-10 100\n2025-11 400" });
  const heights = sizesOf(svg, /<circle cx="[\d.]+" cy="([\d.]+)"/g).map((y) => 296 - y);
  expect(heights[1]! / heights[0]!).toBeCloseTo(4, 1);
  expect(svg).not.toMatch(/<text|NaN|undefined/);
});

test("the owner's short figure is drawn instead of the result's", () => {
  const of = { slug: "s", industry: "SaaS" };
  expect(coverSvg({ ...of, result: "16 days", figure: "+104%" })).toBe(coverSvg({ ...of, result: "+104%" }));
});

test("'38 of 41' is drawn as 41 tiles, 38 of them marked", () => {
  const svg = coverSvg({
    slug: "movers",
    industry: "National",
    result: "Top-10 positions for 38 of 41 keywords",
  });
  const fills = [...svg.matchAll(/rx="8" fill="(#\w+)"/g)].map(([, fill]) => fill);
  expect(fills).toHaveLength(41);
  expect(fills.filter((fill) => fill === fills[0])).toHaveLength(38);
});

test("a result without a usable figure doesn't affect the cover", () => {
  const of = { slug: "figment", industry: "E-commerce" };
  for (const result of [
    "",
    "Passed the old peak",
    "54% less traffic",
    "3 of 2 goals",
    "1,000 of 5,000 pages",
    "0x",
  ])
    expect(coverSvg({ ...of, result })).toBe(coverSvg(of));
});

test.each([
  ["Local SEO", /M0 0C-10-16/],
  ["Analytics", /stroke-width="6".*r="12"/],
  ["AI Search", /M520 132V88/],
])("the cover of a post about %s shows its subject", (industry, drawing) => {
  for (const slug of ["one", "two", "three"]) expect(coverSvg({ slug, industry })).toMatch(drawing);
});
