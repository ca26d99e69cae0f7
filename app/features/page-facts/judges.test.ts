import { expect, test } from "vitest";
import { measureDescription } from "../page-seo/search-result.ts";
import { hidingRule, judgeCanonical, judgeDescription, judgeTitle } from "./judges.ts";

test.each([
  ["", 1, "missing"],
  [" ", 1, "missing"],
  ["Local SEO in Springfield", 2, "several"],
  ["Home", 1, "default"],
  ["W".repeat(60), 1, "wide"],
  ["Nineteen characters", 1, "short"],
  ["Twenty characters it", 1, null],
])("the title %j, one of %d: %s", (title, count, problem) => {
  expect(judgeTitle(title, count).problem).toBe(problem);
});

test("a description is there, not too short and not wider than a search result", () => {
  expect(judgeDescription(" ").problem).toBe("missing");
  expect(judgeDescription("a".repeat(69)).problem).toBe("short");
  expect(judgeDescription("a".repeat(70)).problem).toBe(null);
  const wide = "a".repeat(200);
  expect(judgeDescription(wide)).toEqual({ ...measureDescription(wide), length: 200, problem: "wide" });
});

test("noindex, none and a date that is past hide a page; other rules do not", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const hiding = ["noindex", "NOINDEX, follow", "none", "unavailable_after: 2026-11-21"];
  for (const rules of hiding) expect(hidingRule(rules, now), rules).toBe(rules);
  for (const rules of ["", "index, follow", "nofollow", "noindexing", "unavailable_after: 2026-11-23"])
    expect(hidingRule(rules, now), rules).toBeNull();
});

test.each([
  [[], "none"],
  [["https://a.example/x", "https://a.example/y"], "several"],
  [[""], "invalid"],
  [["mailto:a@b.example"], "invalid"],
  [["/x"], "relative"],
  [["https://a.example/y"], "other"],
  [["https://a.example/x#part"], null],
])("the canonical addresses %j: %s", (all, problem) => {
  expect(judgeCanonical(all, new URL("https://a.example/x")).problem).toBe(problem);
});
