import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
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
