// No internal link on any page is broken (decision 0035.33): three sites, crawled.
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { openPanelSite } from "../support/test-site.ts";

const demo = await openPanelSite({ SEED: "demo" });
const empty = await openPanelSite();

const LINK = /<a\b[^>]*?\shref="([^"#]*)/g;

/**
 * Follows every internal link from the home page.
 * @returns the links that don't end at a page, with their responses
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

test("an empty site has no dead link: built-in texts never link to sample records", async () => {
  const { dead, pages } = await crawl(empty.url);
  expect(dead).toEqual([]);
  expect(pages).toBeGreaterThan(15);
});

test("neither has the demo, with and without its samples", async () => {
  const before = await crawl(demo.url);
  expect(before.dead).toEqual([]);
  expect(before.pages).toBeGreaterThan(50);
  await demo.request(`${PANEL}/dashboard`, { intent: "remove-samples" });
  const after = await crawl(demo.url);
  expect(after.dead).toEqual([]);
  expect(after.pages).toBeLessThan(before.pages);
});

test("an owner's link to a post becomes text while visitors can't reach it, and the checks name it", async () => {
  await empty.query(
    `insert into blog_posts (title, slug, content, published) values
      ('Target', 'target', '<p>There</p>', true),
      ('Links', 'links', '<p>See <a href="/blog/target#part">the <b>target</b></a> and <a href="/case-studies/never">none</a>.</p>', true)`,
  );
  const read = async () => (await fetch(`${empty.url}/blog/links`)).text();
  await expect.poll(read).toContain('<a href="/blog/target#part">the <b>target</b></a>');
  await empty.query("update blog_posts set published = false where slug = 'target'");
  await expect.poll(read).toContain('See <span data-dead-link="/blog/target#part">the <b>target</b></span>');
  const checks = await empty.read(`${PANEL}/page-checks?path=/blog/links`);
  for (const path of ["/blog/target", "/case-studies/never"]) expect(checks).toContain(path);
});

test("a link with a former slug gets the current path, and the checks of both pages name it", async () => {
  await empty.query(
    `insert into blog_posts (title, slug, content) values ('Moving', 'moving', '<p>Here</p>'),
      ('Linking', 'linking', '<p>See <a href="/blog/moving?a=1#part">it</a>.</p>')`,
  );
  const read = async () => (await fetch(`${empty.url}/blog/linking`)).text();
  await expect.poll(read).toContain('<a href="/blog/moving?a=1#part">it</a>');
  await empty.query("update blog_posts set slug = 'moved' where slug = 'moving'");
  await expect
    .poll(read)
    .toContain('<a href="/blog/moved?a=1#part" data-old-link="/blog/moving?a=1#part">it</a>');
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
