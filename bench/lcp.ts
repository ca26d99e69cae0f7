// Compares largest contentful paint on a slow phone with and without the web font and the late style sheet.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { startWith } from "../app/features/landing-pages/starting-points.ts";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { openSite } from "./site.ts";
import { type Measured, measureSlow4g } from "./slow-4g.ts";
import { median, say } from "./times.ts";

const ROUNDS = 5;
const GOAL = 1.1;

const site = await openSite();
const landingPage = await addLandingPage();
const asItIs = await openVariant((html) => html);
const stripped = await openVariant((html) =>
  html
    .replace(/<noscript id="_font">.*?<\/script>/s, "")
    .replace(/@font-face\{font-family:Schibsted Grotesk Variable;[^}]*\}/g, "")
    .replace(/<noscript data-late>.*?<\/noscript>/s, ""),
);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  say("| page | LCP, ms | stripped, ms | times | layout shift |\n| --- | --- | --- | --- | --- |");
  for (const page of await listPages()) {
    const ours: Measured[] = [];
    const bare: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measureSlow4g(browser, urlOf(asItIs) + page));
      bare.push(await measureSlow4g(browser, urlOf(stripped) + page));
    }
    const [lcp, least] = [ours, bare].map((all) => median(all.map((one) => one.lcp))) as [number, number];
    const shift = Math.max(...ours.map((one) => one.shift));
    const times = `${(lcp / least).toFixed(2)} (goal ${GOAL})`;
    say(`| ${page} | ${lcp.toFixed(0)} | ${least.toFixed(0)} | ${times} | ${shift} |`);
  }
} finally {
  await browser.close();
  for (const server of [asItIs, stripped]) server.close();
  await site.close();
}
process.exit(0);

/** Returns the paths to measure, including one record of each kind. */
async function listPages(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const all = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = ""]) => new URL(loc).pathname);
  const records = ["/case-studies/", "/blog/"].flatMap(
    (start) => all.find((address) => address.startsWith(start)) ?? [],
  );
  return ["/", "/services/local-seo", "/case-studies", "/blog", "/contact", ...records, landingPage];
}

/** Publishes a city page and returns its path. */
async function addLandingPage(): Promise<string> {
  const facts = { service: "local-seo", city: "Brooklyn", state: "NY", industry: "" };
  const { title, slug, service, area, sections } = startWith("city", facts);
  await site.query(
    `insert into landing_pages (title, slug, service, area, sections, published)
      values ($1, $2, $3, $4, $5, true)`,
    [title, slug, service, area, sections],
  );
  return `/${slug}`;
}

/** Serves the site with modified HTML. Every variant is compressed the same way. */
async function openVariant(change: (html: string) => string): Promise<Server> {
  const server = createServer(async (req, res) => {
    const answer = await fetch(site.url + req.url).catch(() => undefined);
    if (!answer) return res.writeHead(502).end();
    const type = answer.headers.get("Content-Type") ?? "";
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isText = /text|javascript|json|svg/.test(type);
    const text = type.startsWith("text/html") ? change(bytes.toString()) : bytes;
    const body = isText ? brotliCompressSync(text) : bytes;
    res.writeHead(answer.status, {
      "Content-Type": type,
      "Content-Length": body.length,
      ...(isText && { "Content-Encoding": "br" }),
    });
    return res.end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

function urlOf(server: Server) {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
