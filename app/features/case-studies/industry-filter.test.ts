import { expect, test } from "vitest";
import { caseStudiesPath, industryAsTyped, industrySlug } from "./industry-filter.ts";

test("SPEC 2: 'the industry name lowercased with spaces turned into hyphens'", () => {
  expect(industrySlug("Home Improvement")).toBe("home-improvement");
});

test.each([
  ["E-commerce", "e-commerce"],
  ["E-commerce", "E-Commerce"],
  ["Real Estate", "real estate"],
  ["Food & Drink", "food-&-drink"],
  ["Santé", "santé"],
  ["日本語", "日本語"],
])("decision 0035.5: '%s' is found through a link with '%s'", (name, typed) => {
  expect(industrySlug(typed)).toBe(industrySlug(name));
});

test("different industries have different slugs", () => {
  expect(industrySlug("日本語")).not.toBe(industrySlug("中文"));
});

test("the list's URL omits the default industry and page", () => {
  expect(caseStudiesPath()).toBe("/case-studies");
  expect(caseStudiesPath({ industry: "E-commerce" })).toBe("/case-studies?industry=e-commerce");
  expect(caseStudiesPath({ industry: "Food & Drink", page: 2 })).toBe(
    "/case-studies?industry=food-%26-drink&page=2",
  );
  expect(caseStudiesPath({ page: 1 })).toBe("/case-studies");
});

test("an unknown industry is shown with spaces instead of hyphens", () => {
  expect(industryAsTyped("space-travel")).toBe("space travel");
  expect(industryAsTyped("x".repeat(5000))).toHaveLength(61);
});
