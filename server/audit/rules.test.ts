import { describe, expect, test } from "vitest";
import { ruleWords } from "../../app/copy/site/audit-rules.ts";
import type { RuleId } from "../../app/features/audit/result.ts";
import { readPage } from "../../app/features/page-checks/read-page.server.ts";
import { GOOD_HEADERS, goodPage } from "../../tests/support/websites.ts";
import type { Answer } from "./fetch-hop.ts";
import type { Visit } from "./follow.ts";
import { judge } from "./judge.ts";
import { findLinks } from "./probes.ts";
import { readRobots } from "./read-robots.ts";
import { readSitemap } from "./read-sitemap.ts";
import { AGENTS } from "./rules.crawl.ts";
import type { Seen } from "./seen.ts";

const URL_OF = "https://site.test/";
const NOW = new Date("2026-11-22T12:00:00Z");
const DAY = 86_400_000;

const answerOf = (url: string, status = 200, more: Partial<Answer> = {}): Answer => ({
  ...{ url, status, robotsTags: [], firstByteMs: 100 },
  headers: Object.fromEntries(
    Object.entries(GOOD_HEADERS).map(([name, value]) => [name.toLowerCase(), value]),
  ),
  body: { bytes: Buffer.alloc(10_000), isCut: false, encoding: "br" },
  certificate: { from: new Date(NOW.getTime() - 30 * DAY), until: new Date(NOW.getTime() + 60 * DAY) },
  ...more,
});
const visitTo = (url: string, status = 200, more: Partial<Answer> = {}): Visit => ({
  ...{ redirects: [], url, failure: null, answer: answerOf(url, status, more) },
});
const robotsText = (text: string) => {
  const questions = AGENTS.map((agent) => ({ url: URL_OF, agent }));
  return readRobots(text, `${URL_OF}robots.txt`, "SEOProZoneAudit", questions);
};
const redirected = (from: string, to: string, status: number): Visit => ({
  ...visitTo(to),
  redirects: [{ from, to, status }],
});

/** Judges a good website with this page and these exceptions. */
function judgeOf(html: string, seen: Partial<Seen> = {}, answer: Partial<Answer> = {}) {
  const home = visitTo(URL_OF, 200, answer);
  const read = { ...readPage(html), charset: "utf-8", charsetFrom: "meta" };
  const findings = judge({
    ...{ now: NOW, home, canonical: null },
    page: { answer: home.answer!, url: new URL(URL_OF), read },
    http: redirected("http://site.test/", URL_OF, 301),
    twin: { host: "www.site.test", visit: redirected("https://www.site.test/", URL_OF, 301) },
    robots: { visit: visitTo(`${URL_OF}robots.txt`), read: robotsText("User-agent: *\nAllow: /") },
    sitemap: {
      ...{ url: `${URL_OF}sitemap.xml`, isNamed: true, visit: visitTo(`${URL_OF}sitemap.xml`), part: null },
      read: { kind: "urlset", count: 2, first: [URL_OF] },
    },
    missing: { visit: visitTo(`${URL_OF}nowhere`, 404), isForbidden: false },
    links: [{ path: "/prices", visit: visitTo(`${URL_OF}prices`), isForbidden: false }],
    ...seen,
  });
  for (const finding of findings) {
    if (finding.state === "unchecked") continue;
    expect(ruleWords[finding.id].found(finding), finding.id).not.toMatch(/undefined|NaN|^.?$/);
  }
  return Object.fromEntries(
    findings
      .filter(({ state }) => state !== "pass" && state !== "note")
      .map(({ id, state, value }) => [id, [state, value]]),
  );
}
const good = goodPage("site.test");
/** Returns the good page with some of its text replaced. */
const changed = (from: string | RegExp, to: string) => {
  const page = good.replace(from, to);
  expect(page).not.toBe(good);
  return page;
};
const withBody = (body: string) => goodPage("site.test", { body });
const withHead = (head: string) => goodPage("site.test", { head });

test("a good website has no findings", () => expect(judgeOf(good)).toEqual({}));

const META = /<meta name="viewport"[^>]*>/;
const TITLE = /<title>.*<\/title>/;
const CANONICAL = /<link rel="canonical"[^>]*>/;
const linkTo = (href: string) => `<link rel="canonical" href="${href}">`;
const jsonLd = (json: string) => `<script type="application/ld+json">${json}</script>`;
const hreflang = (code: string, href: string) =>
  withHead(`<link rel="alternate" hreflang="${code}" href="${href}">`);
describe("a page with a single defect has a single finding", () => {
  // A string is the finding's `problem`.
  test.each<[string, string, `${RuleId}: ${"warn" | "fail"}`, (string | object)?]>([
    ["no title", changed(TITLE, ""), "title: fail"],
    ["an empty title", changed(TITLE, "<title> </title>"), "title: fail"],
    ["a default title", changed(TITLE, "<title>Home</title>"), "title: warn", "default"],
    ["two titles", withHead("<title>Another</title>"), "title: warn", { problem: "several", count: 2 }],
    [
      "a wide title",
      changed("Fresh bread in Leeds |", "Warm fresh bread in Leeds and all of its suburbs and beyond |"),
      "title: warn",
      { problem: "wide", max: 600 },
    ],
    ["no description", changed(/<meta name="description"[^>]*>/, ""), "description: warn", "missing"],
    [
      "a wide description",
      changed("Ada bakes", "Ada bakes and bakes ".repeat(10)),
      "description: warn",
      "wide",
    ],
    ["no canonical", changed(CANONICAL, ""), "canonical: warn", "none"],
    [
      "a canonical in the body",
      changed(/(<link rel="canonical"[^>]*>)(.*<body>)/s, "$2$1"),
      "canonical: warn",
      "none",
    ],
    ["two canonicals", withHead(linkTo("https://site.test/other")), "canonical: fail", "several"],
    ["a relative canonical", changed(CANONICAL, linkTo("/")), "canonical: warn", "relative"],
    [
      "a canonical on another host",
      changed(CANONICAL, linkTo("https://other.test/")),
      "canonical: fail",
      "host",
    ],
    ["an invalid canonical", changed(CANONICAL, linkTo("https://")), "canonical: fail", "invalid"],
    ["no viewport", changed(META, ""), "viewport: fail"],
    ["a fixed width", changed(META, '<meta name="viewport" content="width=980">'), "viewport: fail"],
    [
      "no zoom",
      changed(META, '<meta name="viewport" content="width=device-width, user-scalable=no">'),
      "viewport: warn",
    ],
    ["no language", changed(' lang="en"', ""), "lang: warn", { lang: "" }],
    ["an invalid language", changed('lang="en"', 'lang="english"'), "lang: warn", { lang: "english" }],
    ["no og:image", changed(/<meta property="og:image"[^>]*>/, ""), "share: warn", { missing: ["og:image"] }],
    [
      "hreflang en-UK",
      hreflang("en-UK", "https://site.test/"),
      "hreflang: warn",
      { problem: "codes", all: ["en-UK"] },
    ],
    ["hreflang without the page itself", hreflang("de", "https://site.test/de"), "hreflang: warn", "self"],
    ["no h1", changed(/<h1>.*<\/h1>/, "<h2>Bread</h2>"), "h1: warn"],
    [
      "a skipped heading level",
      withBody("<h4>Rolls</h4>"),
      "headings: warn",
      { from: "h2", to: "h4", text: "Rolls" },
    ],
    [
      "one of six images without alt",
      withBody(`${'<img alt="" width=9 height=9>'.repeat(4)}<img src="/a/b.jpg?c" width=9 height=9>`),
      "alt: warn",
      { missing: 1, count: 6, examples: ["b.jpg"] },
    ],
    [
      "one of two images without alt",
      withBody("<img width=9 height=9>"),
      "alt: fail",
      { missing: 1, count: 2, examples: ["an image within the page"] },
    ],
    [
      "an image without alt that a script loads",
      withBody('<img data-src="/a/b.jpg" width=9 height=9>'),
      "alt: fail",
      { missing: 1, count: 2, examples: ["b.jpg"] },
    ],
    [
      "click here",
      withBody('<a href="/a">Click here »</a>'),
      "link-text: warn",
      { count: 1, texts: ["click here »"] },
    ],
    [
      "a javascript: link",
      withBody('<a href="javascript:go()">Order</a>'),
      "crawlable-links: warn",
      { bad: 1, examples: ["Order"] },
    ],
    ["damaged structured data", withHead(jsonLd('{"a":')), "data-valid: fail", "damaged"],
    ["structured data without a type", withHead(jsonLd('{"name":"a"}')), "data-valid: fail", "type"],
    [
      "microdata of another type instead of JSON-LD",
      changed(
        /<script type="application\/ld\+json">.*<\/script>/,
        '<i itemtype="https://schema.org/WebPage"></i>',
      ),
      "business: warn",
    ],
    ["no business data", changed('"Bakery"', '"WebPage"'), "business: warn"],
    [
      "a business without a URL",
      changed(/,"url":"[^"]*"/, ""),
      "business: warn",
      { missing: ["a URL (url)"] },
    ],
    [
      "three scripts in the head",
      withHead('<script src="/a.js"></script>'.repeat(3)),
      "blocking: warn",
      { count: 3 },
    ],
    [
      "an image without dimensions",
      withBody('<img alt="a">'),
      "sized-images: warn",
      { missing: 1, count: 2 },
    ],
    [
      "a lazy image at the top",
      changed("<p>", '<img loading="lazy" alt="Ada" width="9" height="9"><p>'),
      "lazy-first: warn",
    ],
    [
      "a script over http",
      withBody('<script src="http://cdn.test/a.js"></script>'),
      "mixed: fail",
      { count: 1 },
    ],
  ])("%s", (_, html, finding, said = {}) => {
    const [id, state] = finding.split(": ");
    const value = typeof said === "string" ? { problem: said } : said;
    expect(judgeOf(html)).toEqual({ [id!]: [state, expect.objectContaining(value)] });
  });

  test.each([
    ["several h1", withBody("<h1>Another</h1><h2>a</h2>")],
    ["a logo as h1", changed(/<h1>.*<\/h1>/, '<h1><img src="l.svg" alt="Ada" width="9" height="9"></h1>')],
    ["a tracking pixel in noscript", withBody('<noscript><img src="https://t.test/p"></noscript>')],
    [
      "decorative images",
      withBody('<img alt="" width=9 height=9><img role="presentation" width=9 height=9>'),
    ],
    ["a tracking pixel", withBody('<img src="https://t.test/p" width="1" height="1">')],
    ["a lazy first image far below the heading", changed("<img ", '<img loading="lazy" ')],
    ["deferred scripts", withHead('<script src="/a.js" defer></script>'.repeat(9))],
    ["a template for scripts", withBody("<template><h4>Name</h4><img><a>Buy</a></template>")],
    ["a title in an SVG", withBody("<svg><title>Arrow</title><a>x</a></svg>")],
    ["anchors", withBody('<a name="top"></a><a id="b"></a><a href="#top">Up</a>')],
    ["a link to an http website", withBody('<a href="http://other.test/">Another bakery</a>')],
    ["a good page", good],
    [
      "@graph",
      changed(
        /(<script type="application\/ld\+json">)(.*)(<\/script>)/,
        '$1{"@context":"x","@graph":[$2,{"@id":"#a"}]}$3',
      ),
    ],
  ])("no finding for %s", (_, html) => expect(judgeOf(html)).toEqual({}));
});

test("an empty block counts as no structured data", () => {
  const page = changed(/<script type="application\/ld\+json">.*<\/script>/, jsonLd("[]"));
  expect(judgeOf(page)).toEqual({ "data-valid": ["warn", {}], business: ["warn", {}] });
});

describe("a canonical URL on another host of the same website", () => {
  const html = changed(CANONICAL, linkTo("https://www.site.test/"));
  test.each<[string, Visit | null, object]>([
    ["that redirects here passes", redirected("https://www.site.test/", URL_OF, 301), {}],
    ["that returns a page passes", visitTo("https://www.site.test/"), {}],
    [
      "that returns a 404 fails",
      visitTo("https://www.site.test/", 404),
      { canonical: ["fail", expect.objectContaining({ problem: "error" })] },
    ],
    [
      "behind a bot wall is unchecked",
      visitTo("https://www.site.test/", 403),
      { canonical: ["unchecked", { why: "protected" }] },
    ],
    ["that wasn't requested is unchecked", null, { canonical: ["unchecked", { why: "time" }] }],
  ])("%s", (_, canonical, odd) => expect(judgeOf(html, { canonical })).toEqual(odd));
});

test.each([
  ["noindex", true],
  ["googlebot: noindex, nofollow", true],
  ["unavailable_after: 25 Jun 2010 15:00:00 PST", true],
  ["max-image-preview:large, none", true],
  ["otherbot: noindex", false],
  ["googlebot: nofollow, otherbot: noindex", false],
  ["unavailable_after: Friday, 25-Jun-10 15:00:00 PST", true],
  ["unavailable_after: 25 Jun 2310 15:00:00 PST", false],
  ["max-snippet: -1", false],
])("X-Robots-Tag: %s hides the page: %s", (tag, isHidden) => {
  const odd = isHidden ? { indexable: ["fail", { where: "header", text: tag }] } : {};
  expect(judgeOf(good, {}, { robotsTags: [tag] })).toEqual(odd);
});

describe("rules about the connection, the response and links", () => {
  const days = (from: number, until: number) => ({
    certificate: { from: new Date(NOW.getTime() + from * DAY), until: new Date(NOW.getTime() + until * DAY) },
  });
  test.each<[string, Partial<Seen>, Partial<Answer>, object]>([
    [
      "a certificate that expires soon",
      {},
      days(-80, 10),
      { https: ["warn", { until: "2026-12-02", days: 10 }] },
    ],
    ["a certificate that is renewed every week", {}, days(-2, 4), {}],
    [
      "a temporary redirect from http",
      { http: redirected("http://site.test/", URL_OF, 302) },
      {},
      { "to-https": ["warn", { status: 302 }] },
    ],
    ["http without a redirect", { http: visitTo("http://site.test/") }, {}, { "to-https": ["fail", {}] }],
    [
      "http that doesn't answer",
      { http: { ...visitTo("http://site.test/"), answer: null, failure: "unreachable" } },
      {},
      { "to-https": ["unchecked", { why: "unreachable" }] },
    ],
    [
      "a page on both www and the bare host",
      { twin: { host: "www.site.test", visit: visitTo("https://www.site.test/") } },
      {},
      { "one-host": ["warn", { host: "site.test", other: "www.site.test" }] },
    ],
    [
      "a page on one host only",
      { twin: { host: "www.site.test", visit: { ...visitTo(""), answer: null, failure: "no-dns" } } },
      {},
      {},
    ],
    ["a slow server", {}, { firstByteMs: 900 }, { "first-byte": ["warn", { ms: 900 }] }],
    ["a very slow server", {}, { firstByteMs: 1_900 }, { "first-byte": ["fail", { ms: 1_900 }] }],
    [
      "no compression",
      {},
      { body: { bytes: Buffer.alloc(5_000), isCut: false, encoding: "" } },
      { compressed: ["fail", { kB: 5 }] },
    ],
    [
      "no security headers",
      {},
      { headers: {} },
      {
        headers: [
          "warn",
          { missing: [expect.stringContaining("Strict"), "X-Content-Type-Options", expect.any(String)] },
        ],
      },
    ],
    [
      "a broken link",
      { links: [{ path: "/old", visit: visitTo(`${URL_OF}old`, 410), isForbidden: false }] },
      {},
      { "broken-links": ["fail", { count: 1, broken: ["/old (410)"] }] },
    ],
    [
      "links behind a bot wall",
      { links: [{ path: "/a", visit: visitTo(`${URL_OF}a`, 403), isForbidden: false }] },
      {},
      { "broken-links": ["unchecked", { why: "protected" }] },
    ],
  ])("%s", (_, seen, answer, odd) => expect(judgeOf(good, seen, answer)).toEqual(odd));
});

describe("a TLS error is judged by its kind", () => {
  const tls = (tlsProblem: NonNullable<Visit["tlsProblem"]>) => {
    const home: Visit = { ...visitTo(URL_OF), answer: null, failure: "tls", tlsProblem };
    const { reach, https } = judgeOf(good, { home, page: null });
    return { reach, https };
  };
  const failed = ["fail", { problem: "tls" }];
  const unseen = ["unchecked", { why: "unreachable" }];
  test.each<[NonNullable<Visit["tlsProblem"]>, object]>([
    ["expired", { reach: failed, https: ["fail", { problem: "expired" }] }],
    ["name", { reach: failed, https: ["fail", { problem: "name" }] }],
    ["untrusted", { reach: failed, https: ["fail", { problem: "untrusted" }] }],
    // Browsers may be able to connect anyway.
    ["chain", { reach: unseen, https: ["warn", { problem: "chain" }] }],
    ["alert", { reach: unseen, https: ["unchecked", { why: "protected" }] }],
  ])("%s", (problem, odd) => expect(tls(problem)).toEqual(odd));
});

describe("rules about robots.txt", () => {
  const robotsOf = (text: string, status = 200) =>
    judgeOf(good, { robots: { visit: visitTo(`${URL_OF}robots.txt`, status), read: robotsText(text) } });
  test.each<[string, string, number, object]>([
    ["a missing file", "", 404, {}],
    [
      "a server error",
      "",
      500,
      { "robots-file": ["fail", { status: 500 }], "robots-allow": ["unchecked", { why: "answer" }] },
    ],
    [
      "a bot wall",
      "",
      403,
      {
        "robots-file": ["unchecked", { why: "protected" }],
        "robots-allow": ["unchecked", { why: "protected" }],
      },
    ],
    ["a web page instead", "<!doctype html><p>Hello", 200, { "robots-file": ["warn", { problem: "html" }] }],
    [
      "unknown lines",
      "User-agent: *\nDisalow: /\nhello",
      200,
      { "robots-file": ["warn", { problem: "unknown", lines: ["Disalow: /", "hello"] }] },
    ],
    [
      "a relative sitemap",
      "Sitemap: /sitemap.xml",
      200,
      { "robots-file": ["warn", { problem: "relative-sitemap", lines: ["/sitemap.xml"] }] },
    ],
    [
      "a file that blocks Google",
      "User-agent: googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /",
      200,
      { "robots-allow": ["fail", { line: "Disallow: /" }] },
    ],
    ["a file that blocks all but the home page", "User-agent: *\nDisallow: /\nAllow: /$", 200, {}],
    [
      "directives that only other search engines know",
      "User-agent: *\nContent-Signal: search=yes\nCrawl-delay: 1",
      200,
      {},
    ],
  ])("%s", (_, text, status, odd) => expect(robotsOf(text, status)).toEqual(odd));

  test.each(["Crawl-delay: 10", "Sitemap: https://site.test/sitemap.xml", "Unknown: line"])(
    "%s doesn't end a group",
    (other) => {
      const read = robotsText(`User-agent: *\n${other}\n\nUser-agent: AhrefsBot\nDisallow: /`);
      expect(read.forbidden[0]).toBe("Disallow: /");
    },
  );

  test("a file with deliberately slow rules is read quickly", () => {
    const text = `User-agent: *\n${`Disallow: ${"*a".repeat(100)}\n`.repeat(2_400)}`;
    expect(robotsText(text).forbidden[0]).toBeNull();
  });
});

describe("rules about a sitemap", () => {
  const sitemapOf = (sitemap: Partial<NonNullable<Seen["sitemap"]>>) =>
    judgeOf(good, {
      sitemap: {
        ...{ url: "https://site.test/s.xml", isNamed: true, visit: visitTo("s"), read: null, part: null },
        ...sitemap,
      },
    });
  const url = "https://site.test/s.xml";
  test.each<[string, Parameters<typeof sitemapOf>[0], object]>([
    [
      "missing and not listed in robots.txt",
      { isNamed: false, visit: visitTo(url, 404) },
      { sitemap: ["warn", { problem: "none" }] },
    ],
    [
      "missing, but listed in robots.txt",
      { visit: visitTo(url, 404) },
      { sitemap: ["fail", { problem: "status", url, status: 404 }] },
    ],
    [
      "that is a web page",
      { read: readSitemap(Buffer.from("<!doctype html>")) },
      { sitemap: ["fail", { problem: "unreadable", url }] },
    ],
    [
      "with another website's URLs",
      { read: readSitemap(Buffer.from("<urlset><url><loc>https://o.test/</loc></url></urlset>")) },
      { sitemap: ["warn", expect.objectContaining({ problem: "other-host" })] },
    ],
    [
      "with too many URLs",
      { read: { kind: "urlset", count: 50_001, first: [URL_OF] } },
      { sitemap: ["fail", { problem: "too-many", url }] },
    ],
    [
      "that is an index with a missing part",
      { read: { kind: "index", count: 2, first: [url] }, part: visitTo(url, 404) },
      { sitemap: ["fail", { problem: "status", url, status: 404 }] },
    ],
    ["in plain text", { read: readSitemap(Buffer.from("https://site.test/\nhttps://site.test/a\n")) }, {}],
    ["behind a bot wall", { visit: visitTo(url, 403) }, { sitemap: ["unchecked", { why: "protected" }] }],
  ])("%s", (_, sitemap, odd) => expect(sitemapOf(sitemap)).toEqual(odd));
});

test("an audit follows only links to other pages, and none that may trigger an action", () => {
  const hrefs = [
    "/a",
    "/a#b",
    "/",
    "/cart",
    "/b?x=1",
    "/logout",
    "/cdn-cgi/l/email-protection#5b3f",
    "https://other.test/",
    "mailto:a@b.c",
    "https://www.site.test/c",
  ];
  const page = readPage(hrefs.map((href) => `<a href="${href}">x</a>`).join(""));
  expect(findLinks(page, new URL(URL_OF)).map(({ href }) => href)).toEqual([
    ...["https://site.test/a", "https://www.site.test/c"],
  ]);
  const many = readPage(Array.from({ length: 30 }, (_, i) => `<a href="/${i}">x</a>`).join(""));
  expect(findLinks(many, new URL(URL_OF))).toHaveLength(8);
});
