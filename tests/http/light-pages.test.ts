import { createHash } from "node:crypto";
import fs from "node:fs";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { currentBuild } from "../../scripts/builds.mjs";
import { PANEL } from "../support/owner.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ SEED: "demo" });

const get = async (address: string) => (await fetch(site.url + address)).text();
/** Returns a file's compressed size in bytes. */
const weigh = (address: string) =>
  new Promise<number>((resolve, reject) => {
    request(site.url + address, { headers: { "Accept-Encoding": "br" } }, async (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`));
      else resolve((await buffer(response)).length);
    })
      .on("error", reject)
      .end();
  });
const all = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, found = ""]) => found);

const sitemap = await get("/sitemap.xml");
const addresses = all(sitemap, /<loc>([^<]+)<\/loc>/g).map((address) => new URL(address).pathname);
const pages = await Promise.all(addresses.map(async (address) => ({ address, html: await get(address) })));

test("a page needs one request before the first view", () => {
  expect(pages.length).toBeGreaterThan(20);
  for (const { address, html } of pages) {
    const [head = "", body = ""] = html.split("</head>");
    expect(all(head, /<link rel="(stylesheet)"/g), address).toEqual([]);
    expect(all(head, /<script(?![^>]*(?: async|type="application))([^>]*)/g), address).toEqual([]);
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
  for (const address of [...addresses, "/no-such-page", "/case-studies?industry=e-commerce"]) {
    const response = await fetch(site.url + address);
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
  const home = pages.find(({ address }) => address === "/")!;
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  expect(brotliCompressSync(home.html, { params: best }).length).toBeLessThanOrEqual(14_400);
});

test("a freshly rendered home page is at most 14.6 kB", async () => {
  await site.query(
    "update industries set name = name || ' ' where name = (select min(name) from industries)",
  );
  await site.query("update website_settings set setting_value = 'New Name' where setting_key = 'site_title'");
  await site.query(
    "insert into website_settings (setting_key, setting_value) values ('site_title', 'New Name') on conflict do nothing",
  );
  await expect.poll(() => get("/about")).toContain("New Name");
  expect(await weigh("/")).toBeLessThanOrEqual(14_600);
});

test("a page has at most 3 kB of script and one 18 kB font", async () => {
  for (const { address, html } of pages) {
    const scripts = all(html, /<script[^>]* src="([^"]+)"/g);
    const fonts = all(html, /<link rel="preload" href="([^"]+)" as="font"/g);
    expect([scripts.length, fonts.length], address).toEqual([1, 1]);
  }
  const [{ html } = { html: "" }] = pages;
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
  const uses = new Set(pages.flatMap(({ html }) => all(html, /<use href="(\/[^"]+)"/g)));
  expect(uses.size).toBeGreaterThan(30);
  for (const use of uses) {
    const [file = "", id] = use.split("#");
    const response = await fetch(site.url + file);
    expect(response.headers.get("Content-Type"), file).toContain("image/svg+xml");
    expect(await response.text(), use).toContain(`<g id="${id}">`);
  }
});

test("the panel's sign-in page links to its style sheet instead of inlining it", async () => {
  const html = await get(PANEL);
  expect(html).toMatch(/<head>.*<link [^>]*rel="stylesheet".*<\/head>/s);
  expect(html).not.toContain("<style>");
});
