import { expect, test } from "vitest";
import { followsTitle, slugify } from "./slug.ts";

test("SPEC 5: 'lower-cased, characters other than a-z, 0-9, space, hyphen removed, spaces to hyphens, repeated hyphens collapsed'", () => {
  expect(slugify("How We Grew: 312% More -- Organic  Traffic!")).toBe("how-we-grew-312-more-organic-traffic");
});

test("hyphens at the start and end are trimmed", () => {
  expect(slugify("- What's new? -")).toBe("whats-new");
});

test("a title without Latin letters or digits has an empty slug", () => {
  expect(slugify("日本語")).toBe("");
});

test.each([
  ["a new record's, still empty", {}, undefined, true],
  ["one made from the title", { title: "What's new", slug: "whats-new" }, undefined, true],
  ["one edited by hand", { title: "What's new", slug: "news" }, undefined, false],
  ["a saved one, whatever the title", { title: "What's new", slug: "whats-new" }, "whats-new", false],
  ["a saved one that was emptied", { title: "What's new", slug: "" }, "news", true],
  [
    "a saved one that was emptied and follows already",
    { title: "What's new", slug: "whats-new" },
    "news",
    true,
  ],
])("decision 0035.20: a slug follows its title until it's edited: %s", (_, form, saved, follows) => {
  expect(followsTitle(form, saved)).toBe(follows);
});
