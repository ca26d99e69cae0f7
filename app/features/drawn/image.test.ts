import { expect, test } from "vitest";
import { coverAddress, imageOf } from "./image.ts";
import { BUILT_IN_COLORS } from "./palette.ts";

const study = { slug: "a-study", title: "A study", industry: "SaaS" };
const ofStudy = (image: string) => imageOf({ ...study, image }, 1.6, BUILT_IN_COLORS);
const srcOf = (image: string) => ofStudy(image).src;

test("a case study without an image gets a generated cover (decision 0035.32)", () => {
  expect(srcOf("")).toMatch(/^\/placeholder\.svg\?for=a-study&v=\w+$/);
  expect(srcOf("  ")).toBe(srcOf(""));
  // Stored records may contain the cover's current or former URL.
  expect(srcOf("/placeholder.svg?for=a-study")).toBe(srcOf(""));
  expect(srcOf("/covers/a-study.svg")).toBe(srcOf(""));
});

test("a cover's version depends on everything in the drawing and nothing else", () => {
  const of = { slug: "a-study", industry: "SaaS" };
  const own = { brand_color: "#0b6e4f", marker_color: "#ffd166" };
  const versions = [
    coverAddress(of, BUILT_IN_COLORS),
    coverAddress(of, own),
    coverAddress({ ...of, industry: "Law" }, own),
    coverAddress({ ...of, slug: "b-study" }, own),
    coverAddress({ ...of, result: "+50% calls" }, own),
  ].map((address) => /v=(\w+)$/.exec(address)?.[1]);
  expect(versions).not.toContain(undefined);
  expect(new Set(versions).size).toBe(5);
  expect(coverAddress({ ...of }, { ...own })).toBe(coverAddress(of, own));
});

test("an image from the web or this site replaces the cover", () => {
  expect(srcOf("https://cdn.example.com/a.jpg?w=640")).toBe("https://cdn.example.com/a.jpg?w=640");
  expect(srcOf("http://example.com/a.jpg")).toBe("http://example.com/a.jpg");
  expect(srcOf(" /uploads/a.webp ")).toBe("/uploads/a.webp");
});

test.each([
  "javascript:alert(1)",
  "data:image/svg+xml,<svg/>",
  "file:///etc/passwd",
  "//elsewhere.example/a.jpg",
  "/\\elsewhere.example/a.jpg",
  "/\t/elsewhere.example/a.jpg",
  "https://",
  "image.jpg",
  "my image",
])("SPEC 3: 'falls back to /placeholder.svg' for a URL like %j", (image) => {
  expect(srcOf(image)).toBe("/placeholder.svg");
});

test("a wide frame shows the important part of a cover", () => {
  const wide = (image: string) =>
    imageOf({ ...study, slug: "harbor-pine-dental", industry: "Healthcare", image }, 2.7, BUILT_IN_COLORS);
  expect(wide("").position).toBe("50% 0%");
  expect(wide("/placeholder.svg?for=harbor-pine-dental").position).toBe("50% 0%");
  expect(wide("/uploads/a.jpg").position).toBeUndefined();
});

test("the owner's image has the title as its alt text", () => {
  expect(ofStudy("/uploads/a.jpg").alt).toBe("A study");
  for (const image of ["", "/placeholder.svg"]) expect(ofStudy(image).alt).toBe("");
});
