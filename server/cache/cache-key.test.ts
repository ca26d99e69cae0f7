import { describe, expect, test } from "vitest";
import { GAP_MARK } from "../../app/platform/http/gap.ts";
import { needsLists, parseUrl } from "./cache-key.ts";
import type { Lists } from "./page-lists.ts";

const lists: Lists = {
  blog: 3,
  sitemap: 2,
  caseStudies: 4,
  industries: new Map([
    ["e-commerce", 2],
    ["zoo-&-park", 1],
  ]),
  queries: new Set(["/?p=123"]),
  moved: new Set(["/case-studies?industry=local-shops"]),
};
const read = (address: string, known: Lists | null = lists) =>
  parseUrl(new URL(address, "https://www.seo.example"), known);

test.each([
  ["/about?utm_source=x&page=2", "/about"],
  ["/blog", "/blog"],
  ["/blog?page=1", "/blog"],
  ["/blog?page=", "/blog"],
  ["/blog?x=1&page=2&page=9", "/blog?page=2"],
  ["/blog?page=002", "/blog?page=2"],
  ["/sitemap?page=2", "/sitemap?page=2"],
  ["/case-studies?page=4", "/case-studies?page=4"],
  ["/case-studies?page=2&industry=E-Commerce", "/case-studies?industry=e-commerce&page=2"],
  ["/case-studies?industry=e%20commerce", "/case-studies?industry=e-commerce"],
  ["/case-studies?industry=Zoo+%26+Park", "/case-studies?industry=zoo-%26-park"],
  ["/case-studies?industry=Local%20Shops&page=7", "/case-studies?industry=local-shops"],
  ["/services/local-seo?case-studies=all", "/services/local-seo?case-studies=all"],
  ["/services?case-studies=all", "/services"],
  ["/placeholder.svg?x=1", "/placeholder.svg"],
  ["/placeholder.svg?v=1&for=a-study", "/placeholder.svg?for=a-study"],
  ["/placeholder.svg?for=No%20Slug", "/placeholder.svg"],
  [`/placeholder.svg?for=${"x".repeat(201)}`, "/placeholder.svg"],
])("%s has the cache key %s", (address, key) => {
  expect(read(address)).toEqual({ key });
});

test.each([
  ["/placeholder.svg?v=1", "/placeholder.svg"],
  ["/placeholder.svg?for=a-study&v=1", "/placeholder.svg?for=a-study"],
  ["/placeholder.svg?for=No%20Slug&v=1", "/placeholder.svg"],
  ["/site.webmanifest?v=1", "/site.webmanifest"],
])("the key of %s omits the version", (address, key) => {
  expect(read(address)).toEqual({ key, version: "1" });
});

test.each([
  ["/blog?page=1a", "/blog"],
  ["/blog?page=x&utm_source=y", "/blog?utm_source=y"],
  ["/blog?page=0", "/blog"],
  ["/blog?page=-5", "/blog"],
  ["/blog?page=2.5", "/blog?page=2"],
  ["/services/local-seo?case-studies=q1&x=1", "/services/local-seo?x=1"],
  ["/Case-Studies/?industry=e-commerce&x=1", "/case-studies?industry=e-commerce&x=1"],
])("%s redirects to the canonical URL %s", (address, to) => {
  expect(read(address)).toEqual({ to });
});

test.each([
  ["/blog?page=4&q=1", "/blog?page=3&q=1"],
  ["/blog?page=99999999999999999999999", "/blog?page=3"],
  ["/sitemap?page=3", "/sitemap?page=2"],
  ["/case-studies?page=5", "/case-studies?page=4"],
  ["/case-studies?industry=E-Commerce&page=3&q=1", "/case-studies?industry=e-commerce&page=2&q=1"],
  ["/case-studies?industry=nobody&page=2", "/case-studies?industry=nobody"],
])("%s is past the end of its list and redirects temporarily to %s", (address, to) => {
  expect(read(address)).toEqual({ to, isTemporary: true });
});

test("all unknown industries share one page, except for the typed name", () => {
  for (const [typed, text] of [
    ["no-such", "no such"],
    ["%3Cb%3E", "<b>"],
    ["x".repeat(5_000), `${"x".repeat(60)}…`],
  ])
    expect(read(`/case-studies?industry=${typed}`)).toEqual({
      template: `/case-studies?industry=${GAP_MARK}`,
      mark: GAP_MARK,
      text,
    });
});

test("an overlong URL gets the page for unknown URLs, with a shortened path", () => {
  expect(read(`/blog/${"x".repeat(3_000)}`)).toEqual({
    template: `/blog/${GAP_MARK}/${GAP_MARK}`,
    mark: `blog/${GAP_MARK}/${GAP_MARK}`,
    text: `blog/${"x".repeat(55)}…`,
  });
});

describe("while the lists can't be read", () => {
  test("parseUrl accepts any page number and industry", () => {
    expect(read("/blog?page=77", null)).toEqual({ key: "/blog?page=77" });
    expect(read("/case-studies?industry=Anything", null)).toEqual({ key: "/case-studies?industry=anything" });
    expect(read("/blog?page=1a", null)).toEqual({ to: "/blog" });
  });
});

test("a query used by a redirect has its own cache key", () => {
  expect(read("/?p=123")).toEqual({ key: "/?p=123" });
  expect(read("/?utm_source=x&P=123")).toEqual({ key: "/?p=123" });
  expect(read("/?p=1234")).toEqual({ key: "/" });
  expect(read("/about?p=123")).toEqual({ key: "/about" });
  expect(read("/?p=123", null)).toEqual({ key: "/" });
});

test("only URLs with a query need the lists", () => {
  const asks = (address: string) => needsLists(new URL(address, "https://www.seo.example"));
  expect(["/blog?page=2", "/?p=1"].map(asks)).toEqual([true, true]);
  expect(["/blog", "/", "/about#part"].map(asks)).toEqual([false, false, false]);
});
