import { describe, expect, test } from "vitest";
import { ruleWords } from "../../app/copy/site/audit-rules.ts";
import type { RuleId } from "../../app/features/audit/result.ts";
import { readPage } from "../../app/features/page-facts/read-page.server.ts";
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
/** The good page with some of its text replaced. */
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
describe("a page that differs in one thing has one finding", () => {
  // A string is the problem that the finding names.
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
    ["two canonicals", withHead(linkTo("https://site.test/other")), "canonical: fail", "several"],
    ["a relative one", changed(CANONICAL, linkTo("/")), "canonical: warn", "relative"],
    ["one elsewhere", changed(CANONICAL, linkTo("https://other.test/")), "canonical: fail", "host"],
    ["one that is none", changed(CANONICAL, linkTo("https://")), "canonical: fail", "invalid"],
    ["no viewport", changed(META, ""), "viewport: fail"],
    ["a fixed width", changed(META, '<meta name="viewport" content="width=980">'), "viewport: fail"],
    [
      "no zoom",
      changed(META, '<meta name="viewport" content="width=device-width, user-scalable=no">'),
      "viewport: warn",
    ],
    ["no language", changed(' lang="en"', ""), "lang: warn", { lang: "" }],
    ["a language that is none", changed('lang="en"', 'lang="english"'), "lang: warn", { lang: "english" }],
    ["no og:image", changed(/<meta property="og:image"[^>]*>/, ""), "share: warn", { missing: ["og:image"] }],
    [
      "hreflang en-UK",
      hreflang("en-UK", "https://site.test/"),
      "hreflang: warn",
      { problem: "codes", all: ["en-UK"] },
    ],
    ["hreflang without itself", hreflang("de", "https://site.test/de"), "hreflang: warn", "self"],
    ["no h1", changed(/<h1>.*<\/h1>/, "<h2>Bread</h2>"), "h1: warn"],
    [
      "a level left out",
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
    ["half of them", withBody("<img width=9 height=9>"), "alt: fail", { missing: 1, count: 2 }],
    [
      "click here",
      withBody('<a href="/a">Click here »</a>'),
      "link-text: warn",
      { count: 1, texts: ["click here »"] },
    ],
    [
      "a link of a script",
      withBody('<a href="javascript:go()">Order</a>'),
      "crawlable-links: warn",
      { bad: 1, examples: ["Order"] },
    ],
    ["damaged data", withHead(jsonLd('{"a":')), "data-valid: fail", "damaged"],
    ["data about nothing", withHead(jsonLd('{"name":"a"}')), "data-valid: fail", "type"],
    [
      "microdata of something else instead of JSON-LD",
      changed(
        /<script type="application\/ld\+json">.*<\/script>/,
        '<i itemtype="https://schema.org/WebPage"></i>',
      ),
      "business: warn",
    ],
    ["no business", changed('"Bakery"', '"WebPage"'), "business: warn"],
    ["a business without url", changed(/,"url":"[^"]*"/, ""), "business: warn", { missing: ["a URL (url)"] }],
    [
      "three scripts in the head",
      withHead('<script src="/a.js"></script>'.repeat(3)),
      "blocking: warn",
      { count: 3 },
    ],
    ["an image without size", withBody('<img alt="a">'), "sized-images: warn", { missing: 1, count: 2 }],
    [
      "a lazy image at the top",
      changed("<p>", '<img loading="lazy" alt="Ada" width="9" height="9"><p>'),
      "lazy-first: warn",
    ],
    [
      "a script by http",
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
    ["decoration", withBody('<img alt="" width=9 height=9><img role="presentation" width=9 height=9>')],
    ["a pixel that counts visits", withBody('<img src="https://t.test/p" width="1" height="1">')],
    ["a lazy first image far below the heading", changed("<img ", '<img loading="lazy" ')],
    ["scripts that wait", withHead('<script src="/a.js" defer></script>'.repeat(9))],
    ["a title in a drawing", withBody("<svg><title>Arrow</title><a>x</a></svg>")],
    ["a place to jump to", withBody('<a name="top"></a><a id="b"></a><a href="#top">Up</a>')],
    ["a link to a website by http", withBody('<a href="http://other.test/">Another bakery</a>')],
    ["its own canonical on www that answers", good],
    [
      "@graph",
      changed(
        /(<script type="application\/ld\+json">)(.*)(<\/script>)/,
        '$1{"@context":"x","@graph":[$2,{"@id":"#a"}]}$3',
      ),
    ],
  ])("none for %s", (_, html) => expect(judgeOf(html)).toEqual({}));
});

describe("the canonical URL of another page of the website", () => {
  const html = changed(CANONICAL, linkTo("https://www.site.test/"));
  test.each<[string, Visit | null, object]>([
    ["redirects here", redirected("https://www.site.test/", URL_OF, 301), {}],
    ["answers as well", visitTo("https://www.site.test/"), {}],
    [
      "leads nowhere",
      visitTo("https://www.site.test/", 404),
      { canonical: ["fail", expect.objectContaining({ problem: "error" })] },
    ],
    [
      "turns us away",
      visitTo("https://www.site.test/", 403),
      { canonical: ["unchecked", { why: "protected" }] },
    ],
    ["was not asked", null, { canonical: ["unchecked", { why: "time" }] }],
  ])("%s", (_, canonical, odd) => expect(judgeOf(html, { canonical })).toEqual(odd));
});

test.each([
  ["noindex", true],
  ["googlebot: noindex, nofollow", true],
  ["unavailable_after: 25 Jun 2010 15:00:00 PST", true],
  ["max-image-preview:large, none", true],
  ["otherbot: noindex", false],
  ["unavailable_after: 25 Jun 2310 15:00:00 PST", false],
  ["max-snippet: -1", false],
])("X-Robots-Tag: %s hides the page: %s", (tag, isHidden) => {
  const odd = isHidden ? { indexable: ["fail", { where: "header", text: tag }] } : {};
  expect(judgeOf(good, {}, { robotsTags: [tag] })).toEqual(odd);
});

describe("reaching the page", () => {
  const days = (from: number, until: number) => ({
    certificate: { from: new Date(NOW.getTime() + from * DAY), until: new Date(NOW.getTime() + until * DAY) },
  });
  test.each<[string, Partial<Seen>, Partial<Answer>, object]>([
    [
      "a certificate that ends soon",
      {},
      days(-80, 10),
      { https: ["warn", { until: "2026-12-02", days: 10 }] },
    ],
    ["one that is renewed every week", {}, days(-2, 4), {}],
    [
      "http for a time",
      { http: redirected("http://site.test/", URL_OF, 302) },
      {},
      { "to-https": ["warn", { status: 302 }] },
    ],
    ["http as well", { http: visitTo("http://site.test/") }, {}, { "to-https": ["fail", {}] }],
    [
      "http that does not answer",
      { http: { ...visitTo("http://site.test/"), answer: null, failure: "unreachable" } },
      {},
      { "to-https": ["unchecked", { why: "unreachable" }] },
    ],
    [
      "two names",
      { twin: { host: "www.site.test", visit: visitTo("https://www.site.test/") } },
      {},
      { "one-host": ["warn", { host: "site.test", other: "www.site.test" }] },
    ],
    [
      "one name",
      { twin: { host: "www.site.test", visit: { ...visitTo(""), answer: null, failure: "no-dns" } } },
      {},
      {},
    ],
    ["a slow server", {}, { firstByteMs: 900 }, { "first-byte": ["warn", { ms: 900 }] }],
    ["a very slow one", {}, { firstByteMs: 1_900 }, { "first-byte": ["fail", { ms: 1_900 }] }],
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
      "a link to nothing",
      { links: [{ path: "/old", visit: visitTo(`${URL_OF}old`, 410), isForbidden: false }] },
      {},
      { "broken-links": ["fail", { count: 1, broken: ["/old (410)"] }] },
    ],
    [
      "links that turn us away",
      { links: [{ path: "/a", visit: visitTo(`${URL_OF}a`, 403), isForbidden: false }] },
      {},
      { "broken-links": ["unchecked", { why: "protected" }] },
    ],
  ])("%s", (_, seen, answer, odd) => expect(judgeOf(good, seen, answer)).toEqual(odd));
});

describe("a secure connection that couldn't be set up", () => {
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
    // Browsers may get further than we did.
    ["chain", { reach: unseen, https: ["warn", { problem: "chain" }] }],
    ["alert", { reach: unseen, https: ["unchecked", { why: "protected" }] }],
  ])("%s", (problem, odd) => expect(tls(problem)).toEqual(odd));
});

describe("robots.txt", () => {
  const robotsOf = (text: string, status = 200) =>
    judgeOf(good, { robots: { visit: visitTo(`${URL_OF}robots.txt`, status), read: robotsText(text) } });
  test.each<[string, string, number, object]>([
    ["none", "", 404, {}],
    [
      "an error",
      "",
      500,
      { "robots-file": ["fail", { status: 500 }], "robots-allow": ["unchecked", { why: "answer" }] },
    ],
    [
      "a wall",
      "",
      403,
      {
        "robots-file": ["unchecked", { why: "protected" }],
        "robots-allow": ["unchecked", { why: "protected" }],
      },
    ],
    ["a page", "<!doctype html><p>Hello", 200, { "robots-file": ["warn", { problem: "html" }] }],
    [
      "odd lines",
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
      "closed to Google",
      "User-agent: googlebot\nDisallow: /\n\nUser-agent: *\nAllow: /",
      200,
      { "robots-allow": ["fail", { line: "Disallow: /" }] },
    ],
    ["closed but for the start page", "User-agent: *\nDisallow: /\nAllow: /$", 200, {}],
    ["what others understand", "User-agent: *\nContent-Signal: search=yes\nCrawl-delay: 1", 200, {}],
  ])("%s", (_, text, status, odd) => expect(robotsOf(text, status)).toEqual(odd));

  test("a file built to be slow doesn't take long", () => {
    const text = `User-agent: *\n${`Disallow: ${"*a".repeat(100)}\n`.repeat(2_400)}`;
    expect(robotsText(text).forbidden[0]).toBeNull();
  });
});

describe("a sitemap", () => {
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
      "that nothing names and is not there",
      { isNamed: false, visit: visitTo(url, 404) },
      { sitemap: ["warn", { problem: "none" }] },
    ],
    [
      "that is named and is not there",
      { visit: visitTo(url, 404) },
      { sitemap: ["fail", { problem: "status", url, status: 404 }] },
    ],
    [
      "that is a page",
      { read: readSitemap(Buffer.from("<!doctype html>")) },
      { sitemap: ["fail", { problem: "unreadable", url }] },
    ],
    [
      "of another website",
      { read: readSitemap(Buffer.from("<urlset><url><loc>https://o.test/</loc></url></urlset>")) },
      { sitemap: ["warn", expect.objectContaining({ problem: "other-host" })] },
    ],
    [
      "of too many",
      { read: { kind: "urlset", count: 50_001, first: [URL_OF] } },
      { sitemap: ["fail", { problem: "too-many", url }] },
    ],
    [
      "in parts, of which one is lost",
      { read: { kind: "index", count: 2, first: [url] }, part: visitTo(url, 404) },
      { sitemap: ["fail", { problem: "status", url, status: 404 }] },
    ],
    ["that is a list", { read: readSitemap(Buffer.from("https://site.test/\nhttps://site.test/a\n")) }, {}],
    ["that turns us away", { visit: visitTo(url, 403) }, { sitemap: ["unchecked", { why: "protected" }] }],
  ])("%s", (_, sitemap, odd) => expect(sitemapOf(sitemap)).toEqual(odd));
});

test("only links to other pages that trigger no action are followed", () => {
  const hrefs = [
    "/a",
    "/a#b",
    "/",
    "/cart",
    "/b?x=1",
    "/logout",
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
