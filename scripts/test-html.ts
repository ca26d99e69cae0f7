// `npm run test:html`: checks every sample page with the Nu HTML checker, which needs Java, so only releases run it.
// `npm test` uses html-validate (tests/e2e/every-page.e2e.ts).
import fs from "node:fs";
import { findHtmlErrors } from "../tests/support/nu-checker.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { ensureBuild } from "./build.ts";

/** Pages that aren't in the sitemap. */
const UNLISTED = [
  "/case-studies?industry=no-such-industry",
  "/blog?page=2",
  "/services/local-seo?case-studies=all",
  ...["/no-such-page", "/blog/nobody"],
];

await ensureBuild();
const DATA_DIR = makeTemporaryFolder("seo-pro-zone-html-site-");
const site = await startSite({ DATA_DIR, SEED: "demo", BACKUP_DIR: "off" });
try {
  const read = async (url: string) => (await fetch(new URL(url, site.url))).text();
  const sitemap = await read("/sitemap.xml");
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
  if (listed.length === 0) throw new Error("The sitemap lists no page.");
  const pages = new Map<string, string>();
  for (const url of [...listed, ...UNLISTED]) pages.set(url, await read(url));
  const errors = await findHtmlErrors(pages);
  process.stdout.write(`${errors.join("\n")}\n${pages.size} pages, ${errors.length} errors\n`);
  if (errors.length > 0) process.exitCode = 1;
} finally {
  await site.stop();
  fs.rmSync(DATA_DIR, { recursive: true, force: true });
}
