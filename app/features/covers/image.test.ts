import { expect, test } from "vitest";
import { imageOf } from "./image.ts";

const study = { slug: "a-study", title: "A study", industry: "SaaS" };
const srcOf = (image: string) => imageOf({ ...study, image }, 1.6).src;

test("a case study without an image has its drawn cover (decision 0035.32)", () => {
  expect(srcOf("")).toBe("/placeholder.svg?for=a-study");
  expect(srcOf("  ")).toBe("/placeholder.svg?for=a-study");
  // Where it was before.
  expect(srcOf("/covers/a-study.svg")).toBe("/placeholder.svg?for=a-study");
});

test("its own image is used where it is an address of the web or a path of this site", () => {
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
  "picture.jpg",
  "my picture",
])("SPEC 3: 'falls back to /placeholder.svg' for an address like %j", (image) => {
  expect(srcOf(image)).toBe("/placeholder.svg");
});

test("a wide frame looks at the part of a cover that tells its story, an owner's picture stays centered", () => {
  const wide = (image: string) =>
    imageOf({ ...study, slug: "harbor-pine-dental", industry: "Healthcare", image }, 2.7);
  expect(wide("").position).toBe("50% 0%");
  expect(wide("/placeholder.svg?for=harbor-pine-dental").position).toBe("50% 0%");
  expect(wide("/uploads/a.jpg").position).toBeUndefined();
});

test("the owner's own picture has the title as its alternative text, a drawing that decorates has none", () => {
  expect(imageOf({ ...study, image: "/uploads/a.jpg" }, 1.6).alt).toBe("A study");
  for (const image of ["", "/placeholder.svg"]) expect(imageOf({ ...study, image }, 1.6).alt).toBe("");
});
