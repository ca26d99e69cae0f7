// Decision 0035.33.
import { expect, test } from "vitest";
import { scoreOf } from "../../app/features/audit/result.ts";
import { readPage } from "../../app/features/page-checks/read-page.server.ts";
import type { Visit } from "../../server/audit/follow.ts";
import { judge } from "../../server/audit/judge.ts";
import { readRobots } from "../../server/audit/read-robots.ts";
import { readSitemap } from "../../server/audit/read-sitemap.ts";
import { AGENTS } from "../../server/audit/rules.crawl.ts";
import { PANEL } from "../support/owner.ts";
import { LOW_PRIORITY } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
// AUDIT=off avoids requests to the sources that articles link to.
const demo = await openPanelSite({ SITE_URL, SEED: "demo", AUDIT: "off" });
const empty = await openPanelSite({ SITE_URL, AUDIT: "off" });

const LINK = /<a\b[^>]*?\shref="([^"#]*)/g;

/**
 * Follows every internal link from the home page.
 * @returns the broken links with their statuses, and the number of pages
 */
async function crawl(url: string) {
  const seen = new Set(["/"]);
  const dead: string[] = [];
  for (const address of seen) {
    const response = await fetch(url + address);
    if (!response.ok) dead.push(`${address}: ${response.status}`);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) continue;
    for (const [, href = ""] of (await response.text()).matchAll(LINK)) {
      const target = URL.parse(href.replaceAll("&amp;", "&"), url + address);
      const isOurs = target?.origin === url || target?.origin === url.replace("127.0.0.1", "localhost");
      if (target && isOurs) seen.add(target.pathname + target.search);
    }
  }
  return { dead, pages: seen.size };
}

test("an empty site has no broken links", async () => {
  const { dead, pages } = await crawl(empty.url);
  expect(dead).toEqual([]);
  expect(pages).toBeGreaterThan(15);
});

/** Returns a URL's response in the audit's format, with a made-up response time and certificate. */
async function visit(url: string, address: string): Promise<Visit & { answer: object }> {
  const response = await fetch(url + address, { redirect: "manual" });
  const encoding = response.headers.get("Content-Encoding") ?? "";
  const answer = {
    ...{ url: SITE_URL + address, status: response.status, robotsTags: [], firstByteMs: 0 },
    headers: Object.fromEntries(response.headers),
    body: { bytes: Buffer.from(await response.arrayBuffer()), encoding, isCut: false },
    certificate: { from: new Date(0), until: new Date(Date.now() + 1e10) },
  };
  return { redirects: [], url: SITE_URL + address, answer, failure: null };
}

test.each([
  ["the demo", demo.url, 45],
  ["an empty site", empty.url, 18],
])("no page on %s scores below 95 in our own audit", async (_, url, least) => {
  const [robots, sitemap, missing] = [
    await visit(url, "/robots.txt"),
    await visit(url, "/sitemap.xml"),
    await visit(url, "/no-such-page"),
  ];
  const pages = [...sitemap.answer.body.bytes.toString().matchAll(/<loc>([^<]+)/g)].map(([, page]) => page!);
  expect(pages.length).toBeGreaterThanOrEqual(least);
  const inSitemap = readSitemap(sitemap.answer.body.bytes);
  const low: string[] = [];
  for (const page of pages) {
    const home = await visit(url, page.slice(SITE_URL.length));
    const { answer } = home;
    const read = { ...readPage(answer.body.bytes.toString()), charset: "utf-8", charsetFrom: "header" };
    const questions = [...AGENTS, "SEOProZoneAudit"].map((agent) => ({ url: page, agent }));
    const text = robots.answer.body.bytes.toString();
    const findings = judge({
      ...{ now: new Date(), home, http: null, twin: null, canonical: null, links: [] },
      page: { answer, url: new URL(page), read },
      robots: {
        visit: robots,
        read: readRobots(text, `${SITE_URL}/robots.txt`, "SEOProZoneAudit", questions),
      },
      sitemap: {
        ...{ url: `${SITE_URL}/sitemap.xml`, isNamed: true, visit: sitemap, part: null },
        read: inSitemap,
      },
      missing: { visit: missing, isForbidden: false },
    });
    const { overall } = scoreOf({ findings });
    const faults = findings.filter(({ state }) => state === "fail" || state === "warn");
    if (overall === null || overall < 95)
      low.push(`${page} ${overall}: ${faults.map(({ id, value }) => id + JSON.stringify(value)).join(" ")}`);
  }
  expect(low).toEqual([]);
});

test.each([
  ["the demo", demo],
  ["an empty site", empty],
])("the site check finds nothing to fix on %s", async (_, site) => {
  await site.request(`${PANEL}/pages/check`, { intent: "check" });
  const state = async () => (await site.query<{ state: string }>("select state from site_checks"))[0]?.state;
  await expect.poll(state, LOW_PRIORITY).toMatch(/done|failed/);
  // How long rendering takes depends on the machine.
  const found = await site.query("select path, kind, state, text from site_faults where kind <> 'speed'");
  expect(found).toEqual([]);
});

test("the demo has no broken links, with or without its samples", async () => {
  const before = await crawl(demo.url);
  expect(before.dead).toEqual([]);
  expect(before.pages).toBeGreaterThan(50);
  await demo.request(`${PANEL}/dashboard`, { intent: "remove-samples" });
  const after = await crawl(demo.url);
  expect(after.dead).toEqual([]);
  expect(after.pages).toBeLessThan(before.pages);
});

test("a link to a hidden post becomes plain text, and the checks report the link", async () => {
  await empty.query(
    `insert into blog_posts (title, slug, content, published) values
      ('Target', 'target', '<p>There</p>', true),
      ('Links', 'links', '<p>See <a href="/blog/target#part">the <b>target</b></a> and <a href="/case-studies/never">none</a>.</p>', true)`,
  );
  const read = async () => (await fetch(`${empty.url}/blog/links`)).text();
  expect(await read()).toContain('<a href="/blog/target#part">the <b>target</b></a>');
  await empty.query("update blog_posts set published = false where slug = 'target'");
  expect(await read()).toContain('See <span data-dead-link="/blog/target#part">the <b>target</b></span>');
  const checks = await empty.read(`${PANEL}/page-checks?path=/blog/links`);
  for (const path of ["/blog/target", "/case-studies/never"]) expect(checks).toContain(path);
});

test("a link with an old slug gets the current path, and the checks report the link", async () => {
  await empty.query(
    `insert into blog_posts (title, slug, content) values ('Moving', 'moving', '<p>Here</p>'),
      ('Linking', 'linking', '<p>See <a href="/blog/moving?a=1#part">it</a>.</p>')`,
  );
  const read = async () => (await fetch(`${empty.url}/blog/linking`)).text();
  expect(await read()).toContain('<a href="/blog/moving?a=1#part">it</a>');
  await empty.query("update blog_posts set slug = 'moved' where slug = 'moving'");
  expect(await read()).toContain(
    '<a href="/blog/moved?a=1#part" data-old-link="/blog/moving?a=1#part">it</a>',
  );
  const checksOf = async (path: string) => JSON.parse(await empty.read(`${PANEL}/page-checks?path=${path}`));
  const linking = await checksOf("/blog/linking");
  expect(linking.checks).toContainEqual(
    expect.objectContaining({
      id: "links",
      state: "improve",
      text: "Links that redirect: /blog/moving?a=1.",
    }),
  );
  const moved = await checksOf("/blog/moved");
  expect(moved.checks).toContainEqual(
    expect.objectContaining({
      id: "linked",
      state: "improve",
      text: expect.stringContaining("1 content item links to an old"),
    }),
  );
  expect(moved.places).toContainEqual({
    ...{ id: "linked", label: "Linking" },
    to: expect.stringMatching(/blog\?edit=/),
  });
});
