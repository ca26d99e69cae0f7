// Checks that the first 14,600 bytes of every page hold all that it shows before anything else arrives, by comparing
// screenshots.
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createBrotliDecompress } from "node:zlib";
import { chromium } from "@playwright/test";
import { BUILT_IN_LOOK, LOOK_NAMES } from "../app/features/settings/looks.ts";
import { BROWSER_FLAGS, findBrowser } from "../tests/support/browser.ts";
import { openSite } from "./site.ts";
import { say } from "./times.ts";

/** Ten segments of 1,460 bytes: what a server sends before the first acknowledgment. */
const FLIGHT = 14_600;
const VIEWPORTS = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
];

const site = await openSite({ SEED: "demo" });
const whole = await openVariant(Number.POSITIVE_INFINITY);
const cut = await openVariant(FLIGHT);
const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS });
try {
  say("| Look | Pages | Over 14,600 bytes | Largest, bytes | First view incomplete |");
  say("| --- | --- | --- | --- | --- |");
  for (const look of LOOK_NAMES) {
    const paths = await choose(look);
    const sizes = await Promise.all(paths.map(async (path) => (await compressed(path)).length));
    const large = paths.filter((_, i) => sizes[i]! > FLIGHT);
    const incomplete: string[] = [];
    for (const path of large)
      for (const viewport of VIEWPORTS) {
        const [all, first] = [await see(whole, path, viewport), await see(cut, path, viewport)];
        if (!all.equals(first)) incomplete.push(`${path} (${viewport.width})`);
      }
    const found = incomplete.join(", ") || "none";
    say(`| ${look} | ${paths.length} | ${large.length} | ${Math.max(...sizes)} | ${found} |`);
  }
} finally {
  await browser.close();
  for (const server of [whole, cut]) server.close();
  await site.close();
}
process.exit(0);

/** Returns the sitemap's paths once all of them have the look. */
async function choose(look: string): Promise<string[]> {
  await site.query(
    `insert into website_settings (setting_key, setting_value) values ('look', $1)
      on conflict (setting_key) do update set setting_value = excluded.setting_value`,
    [look],
  );
  const root = look === BUILT_IN_LOOK ? '<html lang="en">' : `class="look-${look}"`;
  const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const paths = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = ""]) => new URL(loc).pathname);
  for (const path of paths) while (!(await (await fetch(site.url + path)).text()).includes(root));
  return paths;
}

/** Returns a page's bytes as they're sent. */
async function compressed(path: string): Promise<Buffer> {
  const [response] = (await once(
    get(site.url + path, { headers: { "Accept-Encoding": "br" } }),
    "response",
  )) as [IncomingMessage];
  return buffer(response);
}

/** Serves as much of each page as its first bytes hold. */
async function openVariant(bytes: number): Promise<Server> {
  const server = createServer(async (req, res) => {
    res.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    const unpack = createBrotliDecompress().on("error", () => res.end());
    unpack.pipe(res);
    unpack.write((await compressed(req.url!)).subarray(0, bytes));
    unpack.flush(() => res.end());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

async function see(server: Server, path: string, viewport: (typeof VIEWPORTS)[number]): Promise<Buffer> {
  const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
  await page.route("**", (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.abort(),
  );
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    waitUntil: "networkidle",
  });
  const seen = await page.screenshot({ animations: "disabled" });
  await page.close();
  return seen;
}
