import { expect, test } from "vitest";
import { slugify } from "./slug.ts";

test("SPEC 5: 'lower-cased, characters other than a-z, 0-9, space, hyphen removed, spaces to hyphens, repeated hyphens collapsed'", () => {
  expect(slugify("How We Grew: 312% More -- Organic  Traffic!")).toBe("how-we-grew-312-more-organic-traffic");
});

test("hyphens at the edges are trimmed", () => {
  expect(slugify("- What's new? -")).toBe("whats-new");
});

test("a title without any Latin letter or digit gives an empty slug", () => {
  expect(slugify("日本語")).toBe("");
});
