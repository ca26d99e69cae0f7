import { expect, test } from "vitest";
import { readVisit, trailOf } from "./trail.server.ts";

const request = {
  url: "http://127.0.0.1:3000/contact",
  headers: new Headers({ Origin: "https://seo.example" }),
};
const read = (sent: string, referrer?: string) =>
  trailOf(readVisit(sent.replace(/^\//gm, "https://seo.example/")), request, referrer);

test("the pages of a visit are read in order, without tokens and repeats", () => {
  expect(read("/?utm_source=a\n/blog/a#part\n/blog/a\n/audit/secret-token\r\n/\n/contact")).toEqual([
    ...["/", "/blog/a", "/audit/***", "/", "/contact"],
  ]);
});

test("the first page and the last nineteen are kept", () => {
  const paths = Array.from({ length: 60 }, (_, at) => `/${at}`);
  const trail = read(paths.join("\n"));
  expect(trail).toHaveLength(20);
  expect([trail[0], trail[1], trail.at(-1)]).toEqual(["/0", "/41", "/59"]);
});

test("of a visit that was cut, the last page isn't counted", () => {
  const sent = Array.from({ length: 100 }, (_, at) => `/page-${at}-${"x".repeat(100)}`)
    .join("\n")
    .slice(0, 9_000);
  const trail = read(sent);
  expect(trail[0]).toMatch(/^\/page-0-x+$/);
  expect(trail.at(-1)).toMatch(/^\/page-\d+-x{100}$/);
});

test.each([
  ...["", "\n\n", "undefined", "contact", "javascript:alert(1)", "data:text/plain,x"],
  ...["https://", "http:///%", "\u0000"],
])("anything that isn't a URL is ignored: %j", (sent) => {
  expect(read(sent, "https://seo.example/blog")).toEqual([]);
});

test("overlong paths are ignored, and odd ones are encoded", () => {
  expect(read(`/${"x".repeat(500)}\n/a b\n/ü\n//evil.example\n/<b>`)).toEqual([
    ...["/a%20b", "/%C3%BC", "/%3Cb%3E"],
  ]);
});

test.each([
  ["a single page, from outside", "/contact", "https://search.example/", ["/contact"]],
  ["a link in a new tab", "/contact", "https://seo.example/blog?x=1", ["/blog", "/contact"]],
  ["no Navigation API, from outside", "", "https://search.example/", ["/contact"]],
  ["no Navigation API, typed URL", "", "", ["/contact"]],
  ["no Navigation API, from inside", "", "https://seo.example/blog", []],
  ["no scripts", "", undefined, []],
])("the first page is only named if it's known: %s", (_, sent, referrer, trail) => {
  expect(read(sent, referrer)).toEqual(trail);
});
