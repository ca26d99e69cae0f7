// Largest contentful paint of each kind of page on a slow phone, as it is and without its typeface and late stylesheet,
// side by side.
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { ensureBuild } from "../scripts/build.ts";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { type Measured, measureSlow4g, median } from "./slow-4g.ts";

const ROUNDS = 5;
const GOAL = 1.25;

const folder = makeTemporaryFolder("seo-pro-zone-lcp-");
await ensureBuild();
const site = await startSite({ DATA_DIR: path.join(folder, "data") });
const asItIs = await openVariant((html) => html);
const stripped = await openVariant((html) =>
  html
    .replace(/<link rel="preload" href="[^"]*\.woff2"[^>]*>/g, "")
    .replace(/@font-face\{font-family:Schibsted Grotesk Variable;[^}]*\}/g, "")
    .replace(/<noscript data-late>.*?<\/noscript>/s, ""),
);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  process.stdout.write(
    "| page | LCP, ms | stripped, ms | times | layout shift |\n| --- | --- | --- | --- | --- |\n",
  );
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
    process.stdout.write(`| ${page} | ${lcp.toFixed(0)} | ${least.toFixed(0)} | ${times} | ${shift} |\n`);
  }
} finally {
  await browser.close();
  for (const server of [asItIs, stripped]) server.close();
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** One page of each kind; the newest case study and post stand for theirs. */
async function listPages(): Promise<string[]> {
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const all = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = ""]) => new URL(loc).pathname);
  const records = ["/case-studies/", "/blog/"].flatMap(
    (start) => all.find((address) => address.startsWith(start)) ?? [],
  );
  return ["/", "/services/local-seo", "/case-studies", "/blog", "/contact", ...records];
}

/** Serves the site with its pages changed, each compressed alike. */
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
