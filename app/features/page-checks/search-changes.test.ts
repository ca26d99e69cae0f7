import { expect, test } from "vitest";
import { readPage } from "./read-page.server.ts";
import { findSearchChanges } from "./search-changes.ts";

const page = (title: string, robots: string, types: string, body: string) =>
  readPage(
    `<title>${title}</title><meta name="robots" content="${robots}"><link rel="canonical" href="https://a.com/x">
    <script type="application/ld+json">{"@graph":[{"@type":${types}}]}</script>${body}`,
  );

test("only facts that changed are listed", () => {
  const before = page(
    "Old",
    "index, follow",
    '"Article"',
    '<h1>Head</h1><a href="/a">a</a><a href="/b">b</a>',
  );
  const after = page(
    "New",
    "noindex, follow",
    '["FAQPage","Article"]',
    '<h1>Head</h1><a href="/a">a</a><a href="/c">c</a>',
  );
  expect(findSearchChanges(before, after)).toEqual([
    { label: "Title tag", before: "Old", after: "New" },
    { label: "Search engines", before: "index, follow", after: "noindex, follow" },
    { label: "Structured data", before: "Article", after: "Article, FAQPage" },
    { label: "Links", before: "/b", after: "/c" },
  ]);
  expect(findSearchChanges(after, after)).toEqual([]);
});

test("for a new page, all facts except its links are listed", () => {
  const labels = findSearchChanges(null, page("New", "index", '"Article"', '<a href="/a">a</a>')).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["Title tag", "Search engines", "Canonical URL", "Structured data"]);
});
