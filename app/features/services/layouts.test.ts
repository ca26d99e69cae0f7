import { expect, test } from "vitest";
import { services } from "../../copy/site/service-catalog.ts";
import { CHAPTERS, layoutOf } from "./layouts.ts";

const layouts = services.map(({ slug }) => layoutOf(slug));

test("every service's page has every chapter once, with the questions last", () => {
  for (const { chapters } of layouts) {
    expect(chapters.toSorted()).toEqual(CHAPTERS.toSorted());
    expect(chapters.at(-1)).toBe("faq");
  }
});

test("no two services' pages have the same order", () => {
  expect(new Set(layouts.map(({ chapters }) => chapters.join())).size).toBe(services.length);
});

test("the example is in the hero or in the chapter it's listed after, and proof comes first or last", () => {
  expect(layoutOf("local-seo")).toMatchObject({ example: "hero", isProofFirst: true });
  expect(layoutOf("gbp-optimization")).toMatchObject({ example: "problem", isProofFirst: true });
  expect(layoutOf("seo-consulting")).toMatchObject({ example: "process", isProofFirst: false });
});
