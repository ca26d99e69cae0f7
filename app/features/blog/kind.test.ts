import { expect, test } from "vitest";
import { blogPost } from "./kind.ts";

const post = { title: "What's new -- in SEO?", content: "<p>Much.</p>" };
const errorsOf = (input: Record<string, string>) =>
  blogPost.schema.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message]);

test('SPEC 5: \'Create defaults: excerpt empty, author "SEO Pro Zone", category "SEO Strategy", featured image empty\'', () => {
  expect(blogPost.schema.parse(post)).toEqual({
    ...post,
    slug: "whats-new-in-seo",
    excerpt: "",
    author: "SEO Pro Zone",
    category: "SEO Strategy",
    featured_image: "",
    meta_title: "",
    meta_description: "",
    meta_keywords: "",
    canonical_url: "",
    share_image: "",
    published: undefined,
  });
});

test("SPEC 5: 'Slug generated from title'", () => {
  expect(blogPost.schema.parse({ ...post, slug: "  " }).slug).toBe("whats-new-in-seo");
  expect(blogPost.schema.parse({ ...post, slug: "My Own -- Slug!" }).slug).toBe("my-own-slug");
});

test("a title that can't become a slug is rejected with an error on the slug field", () => {
  expect(errorsOf({ ...post, title: "日本語" })).toEqual([
    ["slug", expect.stringContaining("can't be used as a slug")],
  ]);
});

test.each([
  {},
  { title: " ", content: " " },
  { title: "", content: "<p></p>" },
  { title: "", content: "<p>&nbsp; <br /></p>" },
])("SPEC 5: 'title and content required': %j has an error on each field", (input) => {
  expect(errorsOf(input as Record<string, string>)).toEqual([
    ["title", "Enter a title."],
    ["content", "Write something first."],
  ]);
});

test("an image or a table counts as content", () => {
  for (const content of ['<p><img src="/a.png" /></p>', "<table><tbody><tr><td></td></tr></tbody></table>"])
    expect(errorsOf({ ...post, content })).toBeUndefined();
});

test.each(["javascript:alert(1)", "http://example.com/a.png", "//example.com/a.png", "a.png"])(
  "the featured image %s is rejected",
  (featured_image) => {
    expect(errorsOf({ ...post, featured_image })).toEqual([
      ["featured_image", expect.stringContaining("https://")],
    ]);
  },
);
