import type { Socket } from "node:net";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeResult } from "../../app/features/audit/describe.ts";
import { RULE_IDS, type RuleId, ruleOf, scoreOf } from "../../app/features/audit/result.ts";
import { PATIENCE } from "../../tests/support/patience.ts";
import {
  type Answer,
  goodPage,
  GOOD_HEADERS as HEADERS,
  openWebsites,
  type Website,
} from "../../tests/support/websites.ts";
import { type AuditLimits, auditSite } from "./audit-site.ts";

const websites: Record<string, Website> = {};
let net: Awaited<ReturnType<typeof openWebsites>>;
/** Websites that exceed a request's limit. Their audits run in the background and are checked last. */
let slowNet: typeof net;
let slow: ReturnType<typeof auditSite>[];
beforeAll(async () => {
  net = await openWebsites(websites);
  slowNet = await openWebsites({
    late: ({ path }) => (path === "/sitemap.xml" ? { afterMs: 30_000 } : undefined),
    drip: withPage(drip),
  });
  slow = ["late", "drip"].map((name) => audit(`${name}.site.test`, slowNet, { ...PATIENT, hopMs: 5_000 }));
});
afterAll(() => Promise.all([net.close(), slowNet.close()]));

const { timeout: ms } = PATIENCE;
const PATIENT: AuditLimits = {
  ...{ hopMs: ms, dnsMs: ms, connectMs: ms },
  ...{ wholeMs: ms, networkMs: ms, robotsFirstMs: ms, taskMs: ms },
};
/** Audits a website with a stopped clock, so that a busy machine's responses don't count as slow. */
const audit = (website: string, { network } = net, limits = PATIENT) =>
  auditSite(website, { siteUrl: "https://own.example.org", network, limits, now: () => 0 });
const drip = (socket: Socket) => {
  socket.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Slow");
  const timer = setInterval(() => socket.write("w"), 200);
  socket.on("close", () => clearInterval(timer));
};
const HTML = { ...HEADERS, "Content-Type": "text/html" };
/** Returns a website with this page. */
const withPage =
  (answer: Answer): Website =>
  ({ scheme, path }) =>
    scheme === "https" && path === "/" ? answer : undefined;
/** Returns `why` for every scored rule except `others`. */
const allBut = (why: string, ...others: RuleId[]) =>
  Object.fromEntries(
    RULE_IDS.filter((id) => ruleOf(id).weight > 0 && !others.includes(id)).map((id) => [id, why]),
  );
let sites = 0;
/** Audits a website with these responses. All other URLs get a good website's response. */
const auditOf = (website: Website) => {
  const name = `s${++sites}`;
  websites[name] = website;
  return audit(`${name}.site.test`);
};
/** Returns every finding that didn't pass, with its state and value. */
const oddOf = ({ findings }: Awaited<ReturnType<typeof audit>>) =>
  Object.fromEntries(
    findings
      .filter(({ state }) => state !== "pass" && state !== "note")
      .map(({ id, state, value }) => [id, state === "unchecked" ? value.why : [state, value]]),
  );

describe("auditing a good website", () => {
  test("a good website passes every rule and gets the full score", async () => {
    const result = await audit("site.test");
    expect(oddOf(result)).toEqual({});
    expect(scoreOf(result).overall).toBe(100);
    expect(result).toMatchObject({
      ...{ url: "https://site.test/", host: "site.test", finalUrl: "https://site.test/", trouble: null },
      ...{ title: "Fresh bread in Leeds | Ada’s Bakery", h1: "Fresh bread in Leeds" },
      description: expect.stringMatching(/^Ada bakes/),
    });
    // All rules except the one about other languages and the note about retired data.
    expect(result.findings).toHaveLength(36);
  });

  test("an audit requests each URL once and identifies our checker", async () => {
    net.asked.length = 0;
    await audit("site.test");
    const agent = "SEOProZoneAudit/1.0 (+https://own.example.org/audit-method)";
    expect(net.asked.toSorted().map((one) => one.replace(/page-\w+/, "page"))).toEqual(
      [
        ...["http://site.test/", "https://site.test/", "https://www.site.test/"],
        ...["https://site.test/robots.txt", "https://site.test/sitemap.xml"],
        ...["https://site.test/audit-missing-page", "https://site.test/contact", "https://site.test/prices"],
      ]
        .toSorted()
        .map((address) => `${address} ${agent}`),
    );
  });
});

test("a report names both hosts, even if the one that was entered redirects", async () => {
  const { findings } = await audit("www.site.test");
  expect(findings.find(({ id }) => id === "one-host")).toMatchObject({
    ...{ state: "pass", value: { host: "site.test", other: "www.site.test" } },
  });
});

test("a sitemap that's too large to read whole lists at least as many URLs as were read", async () => {
  const urls = Array.from({ length: 20_000 }, (_, i) => {
    return `<url><loc>https://s${sites + 1}.site.test/products/${i}</loc><lastmod>2026-11-01</lastmod></url>`;
  });
  const result = await auditOf(({ path }) =>
    path === "/sitemap.xml" ? { body: `<urlset>${urls.join("")}</urlset>` } : undefined,
  );
  const found = describeResult(result).pass.find(({ id }) => id === "sitemap")?.found;
  expect(found).toMatch(/ lists at least 1\d,\d{3} URLs\.$/);
});

test("the checker is named after the site, both in requests and in robots.txt", async () => {
  net.asked.length = 0;
  const options = {
    siteUrl: "https://own.example.org",
    siteTitle: "Café Nord\r\nX: y",
    network: net.network,
  };
  await auditSite("site.test", options);
  expect(new Set(net.asked.map((one) => one.split(" ").slice(1).join(" ")))).toEqual(
    new Set(["CafeNordXyAudit/1.0 (+https://own.example.org/audit-method)"]),
  );
  websites.named = ({ path }) =>
    path === "/robots.txt" ? { body: "User-agent: cafenordxyaudit\nDisallow: /" } : undefined;
  expect(await auditSite("named.site.test", options)).toMatchObject({ trouble: "closed-to-us" });
});

test("an audit sends at most 16 requests, four at a time", async () => {
  net.asked.length = 0;
  net.load.most = 0;
  const paths = [...Array.from({ length: 20 }, (_, i) => `/page-${i}`), "/cart", "/logout", "/a?b=c"];
  const body = paths.map((path) => `<a href="${path}">Page</a>`).join("");
  const four = Promise.withResolvers<void>();
  await auditOf(({ scheme, path }) => {
    if (scheme !== "https") return undefined;
    if (path === "/") return { headers: HTML, body };
    // The first four requests wait for each other, then for a possible fifth one.
    if (net.load.now === 4) four.resolve();
    return path.startsWith("/page-")
      ? { headers: HTML, body: "Page", after: four.promise, afterMs: 20 }
      : undefined;
  });
  expect(net.load.most).toBe(4);
  expect(net.asked.length).toBeLessThanOrEqual(16);
  expect(net.asked.filter((one) => /\/page-\d/.test(one))).toHaveLength(8);
  expect(net.asked.join()).not.toMatch(/cart|logout|b=c/);
});

describe("an audit reports a page hidden from search engines", () => {
  test("a robots meta tag hides the page", async () => {
    const head = '<meta name="robots" content="NOINDEX, follow">';
    const result = await auditOf(
      withPage({ headers: HEADERS, body: goodPage(`s${sites + 1}.site.test`, { head }) }),
    );
    expect(oddOf(result)).toEqual({ indexable: ["fail", { where: "meta", text: "NOINDEX, follow" }] });
    expect(scoreOf(result).overall).toBe(39);
  });

  test("robots.txt hides the page and blocks our probes", async () => {
    const result = await auditOf(({ path }) =>
      path === "/robots.txt" ? { body: "User-agent: *\nDisallow: /\n" } : undefined,
    );
    expect(oddOf(result)).toEqual({
      "robots-allow": ["fail", { line: "Disallow: /" }],
      "missing-page": "robots",
      "broken-links": "robots",
    });
    expect(result.findings.find(({ id }) => id === "ai-agents")?.value.closed).toHaveLength(5);
  });
});

test("a website whose robots.txt blocks our checker isn't audited", async () => {
  net.asked.length = 0;
  const result = await auditOf(({ path }) =>
    path === "/robots.txt"
      ? { body: "User-agent: *\nAllow: /\n\nUser-agent: SEOProZoneAudit\nDisallow: /" }
      : undefined,
  );
  expect(result).toMatchObject({ trouble: "closed-to-us", finalUrl: null, title: "" });
  expect(oddOf(result)).toEqual(allBut("page"));
  expect(net.asked).toHaveLength(1);
});

test("rules skip content that scripts build, because we can't see it", async () => {
  const body = `<!doctype html><html><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width"></head><body><div id="root"></div>
    <noscript>You need to enable JavaScript to run this app, and there are many more words in this sentence.</noscript>
    <script src="/app.js"></script></body></html>`;
  expect(oddOf(await auditOf(withPage({ headers: HEADERS, body })))).toEqual({
    "script-built": ["warn", { words: 0 }],
    ...{ description: "script", canonical: "script", lang: "script", share: "script" },
    ...{ h1: "script", headings: "script", alt: "script", "link-text": "script" },
    ...{ "crawlable-links": "script", "broken-links": "script", "data-valid": "script", business: "script" },
    ...{ "sized-images": "script", "lazy-first": "script" },
  });
});

test.each([
  ["403 with cf-mitigated", { status: 403, headers: { "cf-mitigated": "challenge" } }],
  [
    "200 with cf-mitigated",
    { status: 200, headers: { "cf-mitigated": "challenge", ...HTML }, body: "<h1>Just a moment" },
  ],
  ["401", { status: 401 }],
  ["429", { status: 429 }],
  ["503", { status: 503 }],
])("a bot wall (%s) reveals nothing about the website behind it", async (_, wall) => {
  const result = await auditOf(() => wall);
  expect(result).toMatchObject({ trouble: "protected", title: "", h1: "" });
  expect(oddOf(result)).toEqual({
    ...allBut("page", "https", "reach", "robots-file"),
    ...{ reach: "protected", "robots-file": "protected" },
  });
  expect(scoreOf(result).overall).toBeNull();
});

test.each([
  ["403", { status: 403 }],
  ["429", { status: 429 }],
  ["503", { status: 503 }],
  ["a challenge", { status: 200, headers: { "cf-mitigated": "challenge", ...HTML }, body: "<h1>A moment" }],
])("a bot wall (%s) on an http-only website isn't reported as a connection error", async (_, wall) => {
  net.addresses["walled.example.org"] = ["93.184.215.14"];
  // The https server uses a certificate for another name.
  websites.walled = ({ scheme }) => (scheme === "http" ? wall : undefined);
  const result = await audit("http://walled.example.org/");
  expect(result.trouble).toBe("protected");
  expect(oddOf(result)).toMatchObject({ reach: "protected", https: "page", "to-https": "page" });
  expect(await audit("https://walled.example.org/")).toMatchObject({ trouble: "tls" });
});

describe("an audit judges an oversized page only up to the limit", () => {
  const bomb = Buffer.alloc(50_000_000, " ");
  const cut = {
    ...{ "html-size": ["fail", {}], title: "cut", description: "cut", canonical: "cut", viewport: "cut" },
    ...{ lang: "cut", charset: "cut", share: "cut", h1: "cut", "data-valid": "cut", business: "cut" },
  };
  test.each([
    ["gzip", gzipSync(bomb)],
    ["br", brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ])("a %s bomb", async (encoding, body) => {
    const headers = { ...HTML, "Content-Encoding": encoding };
    expect(oddOf(await auditOf(withPage({ headers, body })))).toEqual(cut);
  });

  test("a page with endless nesting", async () => {
    const result = await auditOf(
      withPage({ headers: HTML, body: `<title>Deep down in Leeds</title>${"<div>".repeat(150_000)}` }),
    );
    expect(result).toMatchObject({ trouble: null, title: "Deep down in Leeds" });
    const { "html-size": _, title: __, ...rest } = cut;
    expect(oddOf(result)).toEqual({ ...rest });
    expect(result.tookMs).toBeLessThan(9_000);
  });

  test.each(["<!--", "<a href='", "<h1>"])("a page of endless %s", async (part) => {
    const result = await auditOf(withPage({ headers: HTML, body: part.repeat(1_900_000 / part.length) }));
    for (const { id, state, value } of result.findings)
      if (state === "unchecked") expect(["cut", "unreadable"], id).toContain(value.why);
  });
});

test("a page in windows-1251 is decoded according to its meta tag", async () => {
  const russian = (text: string) =>
    Buffer.from(
      [...text].map((letter) => {
        const code = letter.charCodeAt(0);
        return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
      }),
    );
  const title = "Свежий хлеб в Самаре";
  const body = russian(`<html lang="ru"><meta charset="windows-1251"><title>${title}</title><h1>Хлеб</h1>`);
  const result = await auditOf(withPage({ headers: HTML, body }));
  expect(result).toMatchObject({ title, h1: "Хлеб" });
  expect(result.findings.find(({ id }) => id === "charset")).toMatchObject({
    ...{ state: "pass", value: { charset: "windows-1251" } },
  });
});

describe("the probe of a made-up URL", () => {
  test("the probe detects a soft 404", async () => {
    const result = await auditOf(({ scheme, path }) =>
      scheme === "https" && path.startsWith("/audit-missing") ? { headers: HTML, body: "Oops" } : undefined,
    );
    expect(oddOf(result)).toEqual({ "missing-page": ["fail", {}] });
  });

  test("the probe detects a redirect to the home page", async () => {
    const result = await auditOf(({ scheme, path, host }) =>
      scheme === "https" && path.startsWith("/audit-missing")
        ? { status: 302, headers: { Location: `https://${host}/` } }
        : undefined,
    );
    expect(oddOf(result)).toEqual({ "missing-page": ["warn", { to: result.finalUrl }] });
  });
});

describe("an audit reports why a page can't be opened", () => {
  test("a redirect loop", async () => {
    const result = await auditOf(({ scheme, path, host }) =>
      scheme === "https" && path.length < 3
        ? { status: 302, headers: { Location: `https://${host}${path === "/" ? "/a" : "/"}` } }
        : undefined,
    );
    expect(result.trouble).toBe("http-error");
    expect(oddOf(result)).toEqual({
      ...allBut("page", "reach", "hops", "robots-file"),
      ...{ reach: ["fail", { problem: "loop" }], hops: ["fail", {}] },
    });
  });

  test.each([404, 410, 500])("status %d", async (status) => {
    const result = await auditOf(withPage({ status }));
    expect(result.trouble).toBe("http-error");
    expect(oddOf(result)).toEqual({
      ...allBut("page", "reach", "https", "robots-file"),
      reach: ["fail", { status }],
    });
    expect(scoreOf(result).overall).toBeNull();
  });

  test("a status that may apply only to us leaves rules unchecked", async () => {
    const result = await auditOf(withPage({ status: 406 }));
    expect(oddOf(result)).toEqual({ ...allBut("page", "reach", "https", "robots-file"), reach: "answer" });
  });

  test("a report reveals nothing about private addresses", async () => {
    net.addresses["evil.site.test"] = ["10.0.0.1"];
    const [unknown, evil, inward, own] = await Promise.all([
      audit("nowhere.example.org"),
      audit("evil.site.test"),
      auditOf(withPage({ status: 302, headers: { Location: "http://169.254.169.254/latest/" } })),
      audit("http://127.0.0.1"),
    ]);
    expect(unknown.trouble).toBe("no-dns");
    expect(oddOf(unknown)).toEqual({
      ...allBut("page", "reach", "robots-file"),
      ...{ reach: ["fail", { problem: "no-dns" }], "robots-file": "unreachable" },
    });
    for (const { trouble } of [evil, inward, own]) expect(trouble).toBe("refused-address");
    expect(oddOf(evil)).toEqual({
      ...allBut("page", "reach", "robots-file"),
      reach: "refused",
      "robots-file": "refused",
    });
    expect(oddOf(own)).toEqual(oddOf(evil));
  });

  test("a sitemap at a private address looks the same as one at an unknown host", async () => {
    net.addresses["evil.site.test"] = ["10.0.0.1"];
    const [inside, nowhere] = await Promise.all(
      ["evil.site.test", "nowhere.example.org"].map(async (host) => {
        const body = `Sitemap: https://${host}/sitemap.xml`;
        return describeResult(await auditOf(({ path }) => (path === "/robots.txt" ? { body } : undefined)));
      }),
    );
    expect(inside!.unchecked).toMatchObject([{ rules: [{ id: "sitemap" }] }]);
    expect(inside!.unchecked).toEqual(nowhere!.unchecked);
  });

  test.each(["http://site.test:22/", "http://ada:secret@site.test/", "https://printer.local/"])(
    "%s is never requested",
    async (website) => {
      net.asked.length = 0;
      const result = await audit(website);
      expect(result).toMatchObject({ trouble: "unsupported-url", title: "" });
      expect(oddOf(result)).toEqual(allBut("page"));
      expect(net.asked).toEqual([]);
    },
  );

  test("a file that isn't HTML", async () => {
    const result = await auditOf(withPage({ headers: { "Content-Type": "application/pdf" }, body: "%PDF" }));
    expect(result.trouble).toBe("not-html");
    expect(oddOf(result)).toEqual(allBut("page", "reach", "https", "robots-file"));
  });

  test("a certificate for another name", async () => {
    net.addresses["wrong.example.org"] = ["93.184.215.14"];
    const result = await audit("wrong.example.org");
    expect(result.trouble).toBe("tls");
    expect(oddOf(result)).toMatchObject({
      reach: ["fail", { problem: "tls" }],
      https: ["fail", { problem: "name" }],
      "robots-file": "unreachable",
    });
  });
});

test("an audit of an http-only website reports the missing https", async () => {
  websites.plain = ({ scheme, path, host }) =>
    scheme === "http"
      ? ({ "/": { headers: HEADERS, body: goodPage(host) }, "/robots.txt": { status: 404 } }[path] ?? {
          status: 404,
        })
      : (socket) => socket.destroy();
  net.addresses["plain.example.org"] = ["93.184.215.14"];
  const result = await audit("plain.example.org");
  expect(result).toMatchObject({ trouble: null, finalUrl: "http://plain.example.org/" });
  expect(oddOf(result)).toMatchObject({ https: ["fail", {}], "to-https": ["fail", {}] });
});

test("a domain that forwards to another host over http only is followed", async () => {
  websites.forwarded = ({ scheme }) =>
    scheme === "http"
      ? { status: 301, headers: { Location: "https://target.site.test/" } }
      : (socket) => socket.destroy();
  net.addresses["forwarded.example.org"] = ["93.184.215.14"];
  const result = await audit("forwarded.example.org");
  expect(result).toMatchObject({ trouble: null, finalUrl: "https://target.site.test/" });
  expect(oddOf(result)).toEqual({ https: ["fail", { problem: "name" }] });
  expect(result.findings.find(({ id }) => id === "hops")).toMatchObject({
    state: "pass",
    value: { hops: 1 },
  });
});

test("a missing page of an http-only website is reported as such", async () => {
  websites.plain404 = ({ scheme }) => (scheme === "http" ? { status: 404 } : (socket) => socket.destroy());
  net.addresses["plain404.example.org"] = ["93.184.215.14"];
  const result = await audit("http://plain404.example.org/old");
  expect(result.trouble).toBe("http-error");
  expect(oddOf(result)).toMatchObject({ reach: ["fail", { status: 404 }] });
});

test("every finding has a description", async () => {
  const result = await auditOf(
    withPage({ headers: HTML, body: "<title>Home</title><img src=a.jpg><a href=/x>here</a>" }),
  );
  const { fail, warn, pass, note, unchecked } = describeResult(result);
  expect([...fail, ...warn, ...pass, ...note].length + unchecked.length).toBe(result.findings.length);
  for (const { id, name, found, todo } of [...fail, ...warn, ...pass, ...note]) {
    expect(name, id).toMatch(/^\S.{3,40}$/);
    expect(found, id).toMatch(/^.{15,400}$/s);
    expect(found, id).not.toMatch(/undefined|NaN|null|\[object/);
    expect(todo, id).toMatch(/^[A-Z].{20,}\.$/);
    // Advice must not promise rankings or traffic.
    expect(todo, id).not.toMatch(/rank (higher|better)|more (traffic|visitors)|first page of google/i);
  }
});

test("checks that exceed the time limit are reported as unchecked", async () => {
  const [late, dripping] = await Promise.all(slow);
  expect(oddOf(late!)).toEqual({ sitemap: "time" });
  expect(dripping).toMatchObject({ trouble: "time-out", title: "" });
  expect(oddOf(dripping!)).toEqual({ ...allBut("page", "reach", "robots-file"), reach: "time" });
});
