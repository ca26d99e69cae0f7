import { expect, test } from "vitest";
import { findService } from "./service-catalog.ts";

test.each([
  ["ecommerce-seo", "E-commerce, Ecommerce, E-Commerce"],
  ["technical-seo", "Technical SEO, Technical, SaaS"],
  ["national-seo", "National SEO, National"],
  ["seo-consulting", "SEO Consulting, Consulting"],
  ["gbp-optimization", "GBP Optimization, Local Business, Google Business Profile"],
  ["digital-pr", "Digital PR, PR, Public Relations"],
  [
    "local-seo",
    "Restaurant, Law Firm, Healthcare, Education, Finance, Home Improvement, Real Estate, Local Business, Medical, Legal",
  ],
])("SPEC 7: %s shows case studies from %s", (slug, list) => {
  expect(findService(slug)?.related_industries.join(", ")).toBe(list);
});

test("no service is found for an unknown slug", () => {
  for (const slug of ["", "seo", "constructor", "Local-SEO"]) expect(findService(slug)).toBeUndefined();
});
