import { describe, expect, test } from "vitest";
import type { Check } from "./checks.ts";
import { findIssues, outsideLinks } from "./issues.ts";
import type { LinkState } from "./rule.ts";

const SITE = "https://seo.example";
const check = (id: Check["id"], state: Check["state"], text = "Words."): Check => ({
  id,
  label: id,
  state,
  text,
});
const of = (page: {
  path?: string;
  checks?: Check[];
  links?: Record<string, LinkState>;
  ownLinks?: string[];
  tookMs?: number;
  isMeantForSearch?: boolean;
}) => {
  const { path = "/a", checks = [], links = {}, ownLinks = Object.keys(links), tookMs = 5 } = page;
  const isMeantForSearch = page.isMeantForSearch ?? true;
  return findIssues({
    ...{ path, siteUrl: SITE, checks, ownLinks, tookMs, isMeantForSearch },
    links: new Map(Object.entries(links)),
  });
};

describe("a page's issues", () => {
  test("only errors and warnings are issues", () => {
    const checks = [
      check("title", "improve", "Too short."),
      check("heading", "broken"),
      check("data", "good"),
      check("images", "unchecked"),
      check("linked", "improve"),
    ];
    expect(of({ checks }).map(({ kind, state, text }) => [kind, state, text])).toEqual([
      ["title", "improve", "Too short."],
      ["heading", "broken", "Words."],
    ]);
  });

  test("noindex is only an issue if the page is meant for search engines", () => {
    const checks = [check("robots", "improve")];
    expect(of({ checks })).toMatchObject([{ kind: "robots", state: "broken" }]);
    expect(of({ checks, isMeantForSearch: false })).toEqual([]);
  });

  test("each link is its own issue: an error if broken, a warning if redirected", () => {
    const links = {
      "/dead": "broken",
      "/moved": "moved",
      "/chain": "chained",
      "/good": "good",
      "/?": "unchecked",
    } as const;
    expect(of({ links }).map(({ about, state }) => [about, state])).toEqual([
      ["/dead", "broken"],
      ["/moved", "improve"],
      ["/chain", "improve"],
    ]);
  });

  test("broken links in the header or footer are only reported on the home page", () => {
    const links = { "/dead": "broken", "/own?x=1": "broken" } as const;
    expect(of({ links, ownLinks: [`${SITE}/own?x=1#part`] }).map(({ about }) => about)).toEqual(["/own?x=1"]);
    expect(of({ links, ownLinks: [], path: "/" })).toHaveLength(2);
  });

  test("a link to a place that the page doesn't have is reported on that page", () => {
    const links = { "#gone": "broken" } as const;
    expect(of({ links, ownLinks: ["/a#gone"] }).map(({ about }) => about)).toEqual(["#gone"]);
    expect(of({ links, ownLinks: ["/b#gone"] })).toEqual([]);
  });

  test("a slow page is reported with its response time", () => {
    expect(of({ tookMs: 800 })).toEqual([]);
    expect(of({ tookMs: 1_234 })).toMatchObject([
      { kind: "speed", text: expect.stringContaining("1,234 ms") },
    ]);
  });
});

test("external links are unique http and https URLs without fragments", () => {
  expect(
    outsideLinks(
      [
        "https://x.example/a#b",
        "https://x.example/a",
        "http://y.example",
        "/own",
        `${SITE}/own`,
        "mailto:a@b.c",
        "javascript:x",
        "http://",
      ],
      SITE,
    ),
  ).toEqual(["https://x.example/a", "http://y.example/"]);
});
