import { describe, expect, test } from "vitest";
import { cutToWidth, textWidth } from "./pixel-width.ts";
import { cutResult, measureTitle } from "./search-result.ts";

describe("text width in Arial", () => {
  test.each([
    ["", 0],
    ["iiii", 17.76],
    ["WWWW", 75.52],
    ["Local SEO", 95.6],
    ["Café", 42.24],
    ["漢字", 40],
    ["👩‍🚀", 40],
  ])("%j is %d pixels wide at a font size of 20 pixels", (text, width) => {
    expect(textWidth(text, 20)).toBeCloseTo(width, 1);
  });

  test("the width scales with the font size", () => {
    expect(textWidth("Local SEO", 10)).toBeCloseTo(textWidth("Local SEO", 20) / 2);
  });
});

describe("cutting text as search engines do", () => {
  test("text that fits isn't cut, but its spaces are normalized", () => {
    expect(cutToWidth("  Local   SEO ", 600, 20)).toBe("Local SEO");
  });

  test("text that is too wide is cut between words and ends in an ellipsis", () => {
    const wide = "MAXIMUM WORDS ".repeat(5).trim();
    const narrow = "illicit little ".repeat(5).trim();
    expect(wide.length).toBeLessThan(narrow.length);
    expect(cutToWidth(wide, 600, 20)).toMatch(/^MAXIMUM WORDS( MAXIMUM| WORDS)+ \.\.\.$/);
    expect(cutToWidth(narrow, 600, 20)).toBe(narrow);
  });

  test("the cut text fits and doesn't end in a comma", () => {
    const cut = cutToWidth(
      "One, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve",
      300,
      20,
    );
    expect(textWidth(cut, 20)).toBeLessThanOrEqual(300);
    expect(cut).toMatch(/\w \.\.\.$/);
  });

  test("a word longer than the line is cut in the middle", () => {
    const cut = cutToWidth("x".repeat(200), 100, 20);
    expect(cut).toMatch(/^x+ \.\.\.$/);
    expect(textWidth(cut, 20)).toBeLessThanOrEqual(100);
  });

  test("a phone shows less of the description than a desktop", () => {
    const description = "Local SEO for businesses that serve a place. ".repeat(5);
    const [desktop, mobile] = [cutResult("desktop", "T", description), cutResult("mobile", "T", description)];
    expect(mobile.description.length).toBeLessThan(desktop.description.length);
    expect(textWidth(desktop.description, 14)).toBeLessThanOrEqual(920);
    expect(textWidth(mobile.description, 14)).toBeLessThanOrEqual(680);
    expect(measureTitle("Local SEO")).toEqual({ width: 96, max: 600 });
  });
});
