import { describe, expect, test } from "vitest";
import { canonicalPath, localPath, normalPath, redirectTarget, redirectUrl } from "./paths.ts";

const SITE = "https://www.agency.com";

describe("normalizing a path", () => {
  test.each([
    ["/Blog/Old-Post/", "/blog/old-post"],
    ["/blog//old-post", "/blog/old-post"],
    ["/blog/old%2Dpost?utm_source=x#top", "/blog/old-post"],
    ["/caf%C3%A9", "/café"],
    ["/caf%c3%a9/", "/café"],
    ["/cafe%CC%81", "/café"],
    ["/100%", "/100%25"],
    ["/a%2Fb", "/a%2fb"],
    ["/./a/%2e/b/../c/..", "/a"],
    ["/../..", "/"],
    ["/", "/"],
    ["", "/"],
    ["/case-studies?industry=Local%20SEO&page=2", "/case-studies?industry=local-seo"],
    ["/case-studies?page=2", "/case-studies"],
    ["/blog?industry=retail", "/blog"],
  ])("%s is normalized to %s", (asked, normal) => {
    expect(normalPath(asked)).toBe(normal);
    expect(normalPath(normal)).toBe(normal);
  });

  test("a long path is cut between characters", () => {
    const long = normalPath(`/${"😀".repeat(600)}`);
    expect(Array.from(long)).toHaveLength(500);
    expect(long.isWellFormed()).toBe(true);
  });
});

describe("the target of a redirect", () => {
  test.each([
    ["/a", "/b", "/b"],
    ["/a?utm_source=x&q=a+b", "/b", "/b?utm_source=x&q=a+b"],
    ["/a#part", "/b", "/b#part"],
    ["/a#part", "/b#other", "/b#other"],
    ["/a?x=1&y=2", "/b?x=3", "/b?x=3&y=2"],
    ["/a?x=1", "https://elsewhere.net/b", "https://elsewhere.net/b?x=1"],
    [
      "/case-studies?industry=retail&page=2",
      "/case-studies?industry=shops",
      "/case-studies?industry=shops&page=2",
    ],
  ])("a redirect keeps the query and fragment: %s, redirected to %s, goes to %s", (asked, to, lead) => {
    expect(redirectTarget(asked, to)).toBe(lead);
  });

  test("the redirect URL is always absolute", () => {
    expect(redirectUrl("/a?x=1", "/b", SITE)).toBe(`${SITE}/b?x=1`);
    expect(redirectUrl("/a", "/ünder", SITE)).toBe(`${SITE}/%C3%BCnder`);
    expect(redirectUrl("/a", "https://elsewhere.net/b", SITE)).toBe("https://elsewhere.net/b");
  });
});

test.each([
  ["/Blog//Old-Post/?Q=A#Part", "/blog/old-post?Q=A#Part"],
  ["/%61bout", "/about"],
  ["/Report.PDF", "/Report.PDF"],
  ["/CAF%C3%89", "/CAF%C3%89"],
  ["/%5CAbout", "/%5CAbout"],
  ["/", "/"],
])("the canonical spelling of %s is %s", (address, page) => {
  expect(canonicalPath(address)).toBe(page);
  expect(canonicalPath(page)).toBe(page);
});

test.each([
  ["/blog/a", "/blog/a"],
  ["//blog/a", null],
  ["/\\blog", null],
  [`${SITE}/blog/a?x#y`, "/blog/a?x#y"],
  [SITE, "/"],
  [`${SITE}?x=1`, "/?x=1"],
  [`${SITE.toUpperCase()}/blog`, "/blog"],
  [`${SITE}//elsewhere.net/blog`, "/elsewhere.net/blog"],
  [`${SITE}/\\elsewhere.net/blog`, "/elsewhere.net/blog"],
  [`${SITE}.elsewhere.net/blog/a`, null],
  ["https://elsewhere.net/blog/a", null],
  ["mailto:a@agency.com", null],
])("the local path of %s is %s", (link, local) => {
  expect(localPath(link, SITE)).toBe(local);
});
