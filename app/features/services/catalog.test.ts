import { expect, test } from "vitest";
import { SERVICE_OPTIONS } from "../../copy/business.ts";
import { findService, services, withOwnService } from "./catalog.ts";

test("services are in SPEC 2's order, with Digital PR last", () => {
  expect(services.map(({ slug }) => slug)).toEqual([
    "local-seo",
    "ecommerce-seo",
    "national-seo",
    "seo-consulting",
    "gbp-optimization",
    "technical-seo",
    "digital-pr",
  ]);
});

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

test("a form offers six services plus its page's own (decision 0035.19)", () => {
  const offered = (slug: string) => withOwnService(SERVICE_OPTIONS, findService(slug)!);
  expect(offered("digital-pr")).toEqual(SERVICE_OPTIONS);
  expect(offered("gbp-optimization")).toEqual([...SERVICE_OPTIONS, "GBP Optimization"]);
});

test("no service is found for an unknown slug", () => {
  for (const slug of ["", "seo", "constructor", "Local-SEO"]) expect(findService(slug)).toBeUndefined();
});
