import { createHash } from "node:crypto";
import fs from "node:fs";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, constants, createBrotliDecompress } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { PRELOAD_IN_TIME } from "../../app/platform/early-font.ts";
import { currentBuild } from "../../scripts/builds.mjs";
import { PANEL } from "../support/owner.ts";
import { decode, elementsOf } from "../support/page.ts";
import { openTestSite } from "../support/test-site.ts";

const { query, url } = await openTestSite({ SEED: "demo" });

/** URLs that aren't in the sitemap. */
const MORE = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
];

// React generates the markup, so formatting rules are off.
const checker = new HtmlValidate({
  extends: ["html-validate:standard"],
  rules: Object.fromEntries(
    ["void-style", "no-trailing-whitespace", "long-title", "doctype-style", "no-inline-style"]
      .concat(["attribute-boolean-style", "attribute-empty-style"])
      .map((rule) => [rule, "off"]),
  ),
});

const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => decode(address));
/** Differs from the URL that tests use. */
const { origin } = new URL(addresses[0]!);
const listed = addresses.map((address) => address.replace(origin, "") || "/");
const pages = [...listed, ...MORE].map((address) => ({ address }));

/** Returns an attribute's value in each tag that contains `having`. */
const valuesOf = (html: string, having: string, attribute: string) =>
  [...html.matchAll(/<(?:meta|link|a|img)\b[^>]*>/g)]
    .filter(([tag]) => tag.includes(having))
    .flatMap(([tag]) => decode(new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1] ?? "") || []);

/** The HTML of the pages in the sitemap. */
const htmlOf = new Map<string, string>();
const unique = { title: new Map<string, string>(), description: new Map<string, string>() };
/** Each URL of ours that a page links to, with one page that does. */
const linked = new Map<string, string>();

test("the sitemap lists all sample pages", () => {
  expect(listed.length).toBeGreaterThan(40);
});

test.each(pages)("$address has valid HTML and a complete head of its own", async ({ address }) => {
  const response = await fetch(url + address, { redirect: "manual" });
  expect(response.status).toBe(200);
  const html = await response.text();
  if (listed.includes(address)) htmlOf.set(address, html);
  const { results } = await checker.validateString(html);
  expect(
    results.flatMap(({ messages }) =>
      messages.map(({ line, ruleId, message }) => ({ line, ruleId, message })),
    ),
  ).toEqual([]);
  for (const element of ["h1", "main", "title"]) expect(elementsOf(html, element), element).toHaveLength(1);
  expect(html).toMatch(/<html[^>]* lang="en"/);

  const head = {
    title: elementsOf(html, "title").map((title) => decode(title.replace(/<[^>]*>/g, ""))),
    canonical: valuesOf(html, 'rel="canonical"', "href"),
    ...Object.fromEntries(
      ["description", "keywords", "robots", "twitter:card"].map((name) => [
        name,
        valuesOf(html, `name="${name}"`, "content"),
      ]),
    ),
    ...Object.fromEntries(
      ["og:title", "og:description", "og:url", "og:image"].map((name) => [
        name,
        valuesOf(html, `property="${name}"`, "content"),
      ]),
    ),
  } as Record<string, string[]>;
  for (const [name, values] of Object.entries(head))
    expect(values, name).toEqual([expect.stringMatching(/\S/)]);
  if (listed.includes(address)) {
    expect(head.canonical).toEqual([origin + address]);
    expect(head.robots![0]).toMatch(/^index/);
    for (const name of ["title", "description"] as const) {
      const [value = ""] = head[name]!;
      expect(unique[name].get(value), `the other page with this ${name}`).toBeUndefined();
      unique[name].set(value, address);
    }
  }
  for (const block of elementsOf(html, "script", "application/ld+json"))
    expect(JSON.parse(block.replace(/^<[^>]*>|<\/script>$/g, ""))).toHaveProperty(
      "@context",
      "https://schema.org",
    );

  const links = valuesOf(html, "<a ", "href");
  for (const hash of links.filter((link) => /^#./.test(link)))
    expect(html, `the target of ${hash}`).toContain(`id="${decodeURIComponent(hash.slice(1))}"`);
  const files = [
    ...valuesOf(html, "<img ", "src"),
    ...valuesOf(html, "<link ", "href"),
    ...head["og:image"]!,
  ];
  for (const to of [...links, ...files]) {
    const { href } = new URL(to, origin + address);
    if (href.startsWith(`${origin}/`)) linked.set(href.replace(/#.*$/, "").replace(origin, url), address);
  }
});

test("every link and file of these pages works, without a redirect", async () => {
  expect(linked.size).toBeGreaterThan(100);
  const broken: string[] = [];
  const drawn = new Set<string>();
  for (const [to, from] of linked) {
    // Drawing a share image takes 0.2 s, so one for each kind of page is enough.
    const [kind] = /\/share\/[^/?]+/.exec(to) ?? [];
    if (kind && drawn.size === drawn.add(kind).size) continue;
    const { status } = await fetch(to, { method: "HEAD", redirect: "manual" });
    if (status !== 200) broken.push(`${from} links to ${to}: ${status}`);
  }
  expect(broken).toEqual([]);
});

const get = async (address: string) => (await fetch(url + address)).text();
/** Returns a file's compressed bytes. */
const pack = (address: string) =>
  new Promise<Buffer>((resolve, reject) => {
    request(url + address, { headers: { "Accept-Encoding": "br" } }, async (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`));
      else resolve(await buffer(response));
    })
      .on("error", reject)
      .end();
  });
const weigh = async (address: string) => (await pack(address)).length;
/** Returns as much of the page as compressed bytes hold. */
const unpack = async (bytes: Buffer) => {
  const parts: Buffer[] = [];
  const stream = createBrotliDecompress().on("data", (part: Buffer) => parts.push(part));
  stream.write(bytes);
  await new Promise<void>((resolve) => stream.flush(resolve));
  return Buffer.concat(parts).toString();
};
const all = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, found = ""]) => found);

test("a page needs one request before the first view", () => {
  expect(htmlOf.size).toBeGreaterThan(20);
  for (const [address, html] of htmlOf) {
    const [head = "", body = ""] = html.split("</head>");
    expect(all(head, /<link rel="(stylesheet)"/g), address).toEqual([]);
    expect(all(head, /<script(?![^>]*(?: async|type="application))([^>]*)/g), address).toEqual([""]);
    expect(all(head, /<script>(.*?)<\/script>/gs), address).toEqual([PRELOAD_IN_TIME]);
    expect(all(head, /<style>(.*?)<\/style>/gs), address).toHaveLength(1);
    // A script loads the full style sheet later. Without JavaScript, a link in <noscript> does.
    expect(all(body.replace(/<noscript.*?<\/noscript>/gs, ""), /<link rel="(stylesheet)"/g), address).toEqual(
      [],
    );
    expect(body, address).toMatch(
      /<noscript data-late><link rel="stylesheet" [^>]*\/><\/noscript><\/body><\/html>$/,
    );
  }
});

test("the policy names each page's style sheet by hash (decision 0035.3)", async () => {
  for (const address of [...listed, "/no-such-page", "/case-studies?industry=e-commerce"]) {
    const response = await fetch(url + address);
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    const [sheet = ""] = all(await response.text(), /<style>(.*?)<\/style>/gs);
    const hash = createHash("sha256").update(sheet).digest("base64");
    const directives = policy.split("; ");
    expect(directives, address).toContain(`style-src 'self' 'sha256-${hash}'`);
    const loose = directives.filter((one) => one.includes("'unsafe-"));
    expect(loose, address).toEqual(["style-src-attr 'unsafe-inline'"]);
  }
});

test("the cached home page with its CSS is at most 14.4 kB (one round trip)", () => {
  const home = htmlOf.get("/")!;
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  expect(brotliCompressSync(home, { params: best }).length).toBeLessThanOrEqual(14_400);
});

test("the first 14.6 kB of a page hold all of its first section and its contact bar", async () => {
  for (const address of listed) {
    const [bytes, whole] = [await pack(address), await get(address)];
    const first = await unpack(bytes.subarray(0, 14_600));
    expect(whole.startsWith(first), address).toBe(true);
    expect(first.includes("data-cta-bar"), address).toBe(whole.includes("data-cta-bar"));
    const end = whole.indexOf("</section>", whole.indexOf("<main"));
    expect(end === -1 || end < first.length, address).toBe(true);
  }
});

test("a freshly rendered home page is at most 14.6 kB", async () => {
  await query("update industries set name = name || ' ' where name = (select min(name) from industries)");
  await query("update website_settings set setting_value = 'New Name' where setting_key = 'site_title'");
  await query(
    "insert into website_settings (setting_key, setting_value) values ('site_title', 'New Name') on conflict do nothing",
  );
  await expect.poll(() => get("/about")).toContain("New Name");
  expect(await weigh("/")).toBeLessThanOrEqual(14_600);
});

test("a page has at most 3 kB of script, and one 18 kB font for its first script or <noscript> to preload", async () => {
  for (const [address, html] of htmlOf) {
    const scripts = all(html, /<script[^>]* src="([^"]+)"/g);
    const fonts = all(html, /<link rel="preload" href="([^"]+)" as="font"/g);
    expect([scripts.length, fonts.length], address).toEqual([1, 1]);
    expect(all(html, /<noscript id="_font">(.*?)<\/noscript>/gs)[0], address).toContain(fonts[0]);
  }
  const html = htmlOf.get("/")!;
  const [script = "", font = ""] = [/<script[^>]* src="([^"]+)"/, /href="([^"]+)" as="font"/].map(
    (pattern) => pattern.exec(html)?.[1],
  );
  expect(await weigh(script)).toBeLessThanOrEqual(3_000);
  expect(await weigh(font)).toBeLessThanOrEqual(18_000);
});

test("no script is so large that the build warns the person who starts the site", () => {
  const limit = /chunkSizeWarningLimit: (\d+)/.exec(fs.readFileSync("vite.config.ts", "utf8"))?.[1];
  const scripts = fs.globSync(`${currentBuild()}/client/assets/*.js`);
  const largest = Math.max(...scripts.map((script) => fs.statSync(script).size));
  expect(largest / 1000).toBeLessThan(Number(limit));
});

test("every SVG drawing that a page references exists", async () => {
  const uses = new Set([...htmlOf.values()].flatMap((html) => all(html, /<use href="(\/[^"]+)"/g)));
  expect(uses.size).toBeGreaterThan(30);
  for (const use of uses) {
    const [file = "", id] = use.split("#");
    const response = await fetch(url + file);
    expect(response.headers.get("Content-Type"), file).toContain("image/svg+xml");
    expect(await response.text(), use).toContain(`<g id="${id}">`);
  }
});

test("the panel's sign-in page links to its style sheet instead of inlining it", async () => {
  const html = await get(PANEL);
  expect(html).toMatch(/<head>.*<link [^>]*rel="stylesheet".*<\/head>/s);
  expect(html).not.toContain("<style>");
});
