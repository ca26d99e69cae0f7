import { describe, expect, test } from "vitest";
import { isQuery, isWildcard, isWildcardTarget, normalFrom, patternsOf, targetFor } from "./patterns.ts";

test.each([
  ["/Old-Page/", "/old-page"],
  ["/?p=123", "/?p=123"],
  ["/index.php?Page_ID=7&a=B", "/index.php?a=b&page_id=7"],
  ["/Category/*", "/category/*"],
  ["/case-studies?industry=Local%20SEO&page=2", "/case-studies?industry=local-seo"],
  ["/about?", "/about"],
])("the old URL %s is stored as %s", (typed, stored) => {
  expect(normalFrom(typed)).toBe(stored);
  expect(normalFrom(stored)).toBe(stored);
});

test("wildcards and queries are recognized", () => {
  expect(isWildcard("/category/*")).toBe(true);
  expect(isWildcard("/category")).toBe(false);
  expect(isQuery("/?p=1")).toBe(true);
  expect(isQuery("/about")).toBe(false);
  expect(isQuery("/case-studies?industry=retail")).toBe(false);
});

test("an old URL with many parameters also matches with campaign parameters", () => {
  const { queries } = patternsOf("/index.php?utm_source=x&utm_medium=y&gclid=1&option=com&view=article&id=5");
  expect(queries[1]).toBe("/index.php?id=5&option=com&view=article");
  expect(patternsOf("/?utm_source=x").queries).toEqual(["/?utm_source=x"]);
});

test("the number of patterns is limited, even for a long URL", () => {
  const query = Array.from({ length: 200 }, (_, i) => `k${i}=${i}`).join("&");
  const { queries, wildcards } = patternsOf(`/${"a/".repeat(240)}?${query}`);
  expect(queries.length).toBeLessThanOrEqual(23);
  expect(wildcards.length).toBeLessThanOrEqual(20);
});

test.each([
  ["/blog/*", true],
  ["/*", true],
  ["https://new.example.com/*", true],
  ["https://new.example.com:8443/a/*", true],
  ["https://new.example.com/?q=*", true],
  ["https://new.example.com*", false],
  ["https://*", false],
  ["https://*.example.com/", false],
  ["https://user@*", false],
  ["https://user@new.example.com*", false],
  ["https://new.example.com?*", false],
  ["https://new.example.com\\*", false],
  ["//*", false],
  ["/a/*/b", false],
])("a visitor can fill in the target %s without choosing the host: %s", (to, isSafe) => {
  expect(isWildcardTarget(to)).toBe(isSafe);
  // Whatever a visitor asks for, the host stays.
  if (isSafe || to.startsWith("https://new."))
    for (const rest of [".evil.test", "@evil.test", "/evil.test", "\\evil.test", "%2F%2Fevil.test", ":1/x"]) {
      const host = (path: string) => new URL(targetFor(path, "/w/*", to), "https://own.example").host;
      expect([rest, host(`/w/${rest}`)]).toEqual([rest, host("/w/")]);
    }
});

describe("the target of a request", () => {
  test.each([
    ["/category/seo/tips", "/category/*", "/blog/*", "/blog/seo/tips"],
    ["/category", "/category/*", "/blog/*", "/blog/"],
    ["/category/seo?utm_source=x", "/category/*", "/blog", "/blog?utm_source=x"],
    ["/Files/Report%20A.PDF", "/files/*", "https://cdn.example/*", "https://cdn.example/Report%20A.PDF"],
    ["/a/../files/x", "/files/*", "/new/*", "/new/x"],
    ["/files/$&/$1", "/files/*", "/new/*", "/new/$&/$1"],
    ["/files/\\evil.test", "/files/*", "/*", "/%5Cevil.test"],
    ["/?p=123", "/?p=123", "/blog/hello", "/blog/hello"],
    ["/?utm_source=x&P=123", "/?p=123", "/blog/hello", "/blog/hello?utm_source=x"],
    ["/?p=123&q=1", "/?p=123", "/find?q=2", "/find?q=2"],
  ])("%s, redirected from %s to %s, goes to %s", (asked, from, to, sent) => {
    expect(targetFor(asked, from, to)).toBe(sent);
  });
});
