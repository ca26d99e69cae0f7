import { once } from "node:events";
import http from "node:http";
import { beforeEach, expect, test } from "vitest";
import { readPage } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const SITE_URL = "https://www.agency.example";
const { clear, query, ...site } = await openPanelSite({ SITE_URL });

async function save(tab: string, form: Record<string, string>) {
  const saved = await site.save(tab, form);
  expect(saved).toMatchObject({ status: 200 });
  return saved;
}
const rowOf = async (table: string) =>
  (await query<{ id: string; version: string }>(`select id, version::text from ${table}`))[0]!;
const post = (slug: string) => ({ title: "Rank", slug, content: "<p>Every day.</p>" });
const renamePost = async (slug: string, more: Record<string, string> = {}) =>
  save("blog", { intent: "update", ...(await rowOf("blog_posts")), ...post(slug), ...more });
/** A form names its switches, because a switch that's off sends no value. */
const asDraft = { switches: "published" };
const asPublished = { published: "on" };

/** Returns a response's status and redirect target, without following the redirect. */
async function visit(path: string, init?: RequestInit) {
  const { status, headers } = await fetch(site.url + path, { redirect: "manual", ...init });
  return { status, to: headers.get("Location")?.replace(SITE_URL, "") };
}

beforeEach(() => clear("redirects", "slug_history", "blog_posts", "case_studies", "industries"));

test("after slugs change in a circle, each old URL redirects once to the right page", async () => {
  await save("blog", { intent: "add", ...post("a") });
  for (const [now, before] of [
    ["b", ["a"]],
    ["c", ["a", "b"]],
    ["a", ["b", "c"]],
  ] as const) {
    await renamePost(now);
    expect(await visit(`/blog/${now}`)).toEqual({ status: 200, to: undefined });
    for (const old of before)
      expect(await visit(`/blog/${old}`)).toEqual({ status: 301, to: `/blog/${now}` });
  }
});

test("each old URL of a renamed post redirects in one hop after the post is published again", async () => {
  const statuses = async (...slugs: string[]) =>
    Promise.all(slugs.map(async (slug) => (await visit(`/blog/${slug}`)).status));
  await save("blog", { intent: "add", ...post("a") });
  await renamePost("a", asDraft);
  await renamePost("b", asDraft);
  expect(await statuses("a", "b", "c")).toEqual([404, 404, 404]);
  await renamePost("c", asPublished);
  expect(await visit("/blog/a?utm_source=x")).toEqual({ status: 301, to: "/blog/c?utm_source=x" });
  expect(await visit("/blog/b")).toEqual({ status: 301, to: "/blog/c" });
  expect(await statuses("c")).toEqual([200]);

  await renamePost("c", asDraft);
  expect(await statuses("a", "b", "c")).toEqual([404, 404, 404]);
  await renamePost("c", asPublished);
  expect(await visit("/blog/a")).toEqual({ status: 301, to: "/blog/c" });
  expect(await visit("/blog/b")).toEqual({ status: 301, to: "/blog/c" });

  const { id } = await rowOf("blog_posts");
  const deleted = await save("blog", { intent: "delete", id });
  expect(await statuses("a", "b", "c")).toEqual([410, 410, 410]);
  await site.undo(deleted);
  expect(await statuses("a", "b", "c")).toEqual([301, 301, 200]);
});

test("browsers must revalidate a 301, because an old URL may become a page again", async () => {
  await save("blog", { intent: "add", ...post("a") });
  await renamePost("b");
  const { headers } = await fetch(`${site.url}/blog/a`, { redirect: "manual" });
  expect(headers.get("Cache-Control")).toBe("no-cache");
  expect(headers.get("Location")).toBe(`${SITE_URL}/blog/b`);
});

test("every spelling of an old URL redirects with its query", async () => {
  await save("blog", { intent: "add", ...post("old-post") });
  await renamePost("b");
  for (const path of ["/blog/old-post/", "/Blog/OLD-post", "/blog/%6Fld-post", "/blog//old-post"])
    expect(await visit(path)).toEqual({ status: 301, to: "/blog/b" });
  expect(await visit("/blog/old-post?utm_source=x&q=%26")).toEqual({
    status: 301,
    to: "/blog/b?utm_source=x&q=%26",
  });
  expect(await visit("/blog/old-post", { method: "HEAD" })).toEqual({ status: 301, to: "/blog/b" });
});

test("links to a renamed page are updated on the site, but not in the stored text", async () => {
  await save("blog", { intent: "add", ...post("a") });
  await query(
    `insert into blog_posts (title, slug, content) values ('Other', 'other',
      '<p><a href="/blog/a#top">one</a> <a href="${SITE_URL}/blog/a">two</a></p>')`,
  );
  const { id } = (await query<{ id: string }>("select id from blog_posts where slug = 'a'"))[0]!;
  await save("blog", { intent: "update", id, version: "1", ...post("b") });
  const { main } = await readPage(`${site.url}/blog/other`);
  expect(main).toContain('href="/blog/b#top"');
  expect(main).toContain(`href="${SITE_URL}/blog/b"`);
  const [other] = await query("select content, version::text from blog_posts where slug = 'other'");
  expect(other).toMatchObject({ content: expect.stringContaining('"/blog/a#top"'), version: "1" });
});

test("a deleted page returns a 410 until it's restored", async () => {
  await save("blog", { intent: "add", ...post("a") });
  const { id } = await rowOf("blog_posts");
  const deleted = await save("blog", { intent: "delete", id });
  const page = await readPage(`${site.url}/blog/a`);
  expect(page.status).toBe(410);
  // SPEC 2's page for a missing post.
  expect(page.title).toContain("Post Not Found");
  expect(page.words).toContain("The blog post you're looking for doesn't exist.");
  expect(page.words).toContain("Back to SEO News");
  expect(page.html).toContain("Get Free Consultation");
  expect((await visit("/blog/a", { method: "HEAD" })).status).toBe(410);

  await site.undo(deleted);
  expect((await visit("/blog/a")).status).toBe(200);
  await renamePost("a", asDraft);
  expect((await visit("/blog/a")).status).toBe(404);
});

test("the 410 page shows the owner's texts", async () => {
  await query("insert into redirects (from_path) values ('/gone')");
  await query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('not-found', 'gone', 'title', 'Sold out')",
  );
  expect((await readPage(`${site.url}/gone`)).words).toContain("Sold out");
  await query("delete from website_content");
});

test("like posts, a renamed case study redirects, and a deleted one returns a 410", async () => {
  await save("industries", { intent: "add", name: "Local Shops" });
  const industry = await rowOf("industries");
  const study = (slug: string) => ({ title: "S", client: "Ada", industry_id: industry.id, slug });
  await save("case-studies", { intent: "add", ...study("a") });
  await save("case-studies", { intent: "update", ...(await rowOf("case_studies")), ...study("b") });
  expect(await visit("/case-studies/a")).toEqual({ status: 301, to: "/case-studies/b" });

  await save("industries", { intent: "update", ...industry, name: "Retail" });
  expect(await visit("/case-studies?industry=local-shops&utm_source=x")).toEqual({
    status: 301,
    to: "/case-studies?industry=retail&utm_source=x",
  });
  expect((await visit("/case-studies?industry=retail")).status).toBe(200);
  expect((await visit("/case-studies?industry=unknown")).status).toBe(200);

  await save("case-studies", { intent: "delete", id: (await rowOf("case_studies")).id });
  expect((await visit("/case-studies/b")).status).toBe(410);
  expect((await visit("/case-studies/a")).status).toBe(410);
});

test("URLs without a record can redirect, even to other sites", async () => {
  await query(
    "insert into redirects (from_path, to_path) values ('/old.php', '/contact'), ('/shop', 'https://shop.example/x')",
  );
  expect(await visit("/old.php?a=1")).toEqual({ status: 301, to: "/contact?a=1" });
  expect(await visit("/shop")).toEqual({ status: 301, to: "https://shop.example/x" });
  expect((await visit("/services/unknown")).status).toBe(404);
  expect((await visit("/unknown")).status).toBe(404);
  expect((await visit("/unknown/")).status).toBe(404);
});

test("an old URL with a query redirects even if its path is a page", async () => {
  await query(
    "insert into redirects (from_path, to_path) values ('/?p=123', '/contact'), ('/index.php?page_id=7', '/about')",
  );
  // At first, the cached home page may still be served.
  await expect.poll(() => visit("/?p=123")).toEqual({ status: 301, to: "/contact" });
  for (let asked = 0; asked < 2; asked++) {
    expect(await visit("/?p=123")).toEqual({ status: 301, to: "/contact" });
    expect(await visit("/?utm_source=x&P=123")).toEqual({ status: 301, to: "/contact?utm_source=x" });
    expect((await visit("/?p=124")).status).toBe(200);
    expect((await visit("/")).status).toBe(200);
  }
  expect(await visit("/index.php?page_id=7")).toEqual({ status: 301, to: "/about" });
  expect(await visit("/index.php?page_id=8")).toEqual({ status: 301, to: "/?page_id=8" });
});

test("a wildcard redirect passes on the rest of the URL, and the longest match wins", async () => {
  await save("blog", { intent: "add", ...post("rank") });
  await query(
    `insert into redirects (from_path, to_path) values
      ('/category/*', '/blog/*'), ('/category/news/*', '/about'), ('/services/*', '/contact')`,
  );
  expect(await visit("/category/rank?a=1")).toEqual({ status: 301, to: "/blog/rank?a=1" });
  expect(await visit("/category/news/2019/05")).toEqual({ status: 301, to: "/about" });
  expect((await visit("/category/unknown")).status).toBe(404);
  expect((await visit("/services/local-seo")).status).toBe(200);
  expect(await visit("/services/print")).toEqual({ status: 301, to: "/contact" });
});

test("a redirect to a page goes there in one hop, even if a wildcard matches the page too", async () => {
  await save("blog", { intent: "add", ...post("rank") });
  await save("industries", { intent: "add", name: "Local Shops" });
  await save("redirects", {
    intent: "add",
    answer: "301",
    from_path: "/early",
    to_path: "/services/local-seo",
  });
  for (const [from_path, to_path] of [
    ["/services/*", "/contact"],
    ["/blog/*", "/about"],
    ["/case-studies/*", "/about"],
    ["/late", "/services/local-seo"],
    ["/shops", "/case-studies?industry=local-shops"],
    ["/news/*", "/blog/*"],
    ["/offers/*", "/services/*"],
  ] as const)
    await save("redirects", { intent: "add", answer: "301", from_path, to_path });
  for (const [asked, to] of [
    ["/early", "/services/local-seo"],
    ["/late", "/services/local-seo"],
    ["/shops", "/case-studies?industry=local-shops"],
    ["/news", "/blog"],
    ["/news/rank", "/blog/rank"],
    ["/news/unknown", "/about"],
    ["/offers/Technical-SEO/?a=1", "/services/technical-seo?a=1"],
    ["/offers/print", "/contact"],
  ] as const)
    expect(await visit(asked)).toEqual({ status: 301, to });
});

test("an existing page never redirects", async () => {
  await query("insert into redirects (from_path, to_path) values ('/about', '/contact'), ('/', '/contact')");
  expect((await visit("/about")).status).toBe(200);
  expect((await visit("/")).status).toBe(200);
});

test("capitals, escapes and extra slashes redirect to the canonical URL in one hop", async () => {
  await save("blog", { intent: "add", ...post("a-post") });
  await save("industries", { intent: "add", name: "Local Shops" });
  for (const [asked, to] of [
    ["/About", "/about"],
    ["/ABOUT/?utm_source=X", "/about?utm_source=X"],
    ["/%61bout", "/about"],
    ["//about", "/about"],
    ["/services/Local-SEO?a=1", "/services/local-seo?a=1"],
    ["/Blog/A-Post/?utm_source=x", "/blog/a-post?utm_source=x"],
    ["/Case-Studies?industry=local-shops&utm_source=x", "/case-studies?industry=local-shops&utm_source=x"],
  ] as const) {
    expect(await visit(asked)).toEqual({ status: 301, to });
    expect((await visit(to)).status).toBe(200);
  }
  for (const unknown of ["/Unknown", "/blog/Unknown", "/services/Unknown/", "/%5Cabout", "/About.HTML"])
    expect((await visit(unknown)).status).toBe(404);
});

test("a list page that no longer exists redirects to the last page", async () => {
  await save("blog", { intent: "add", ...post("a") });
  for (const [asked, to] of [
    ["/blog?page=9", "/blog"],
    ["/blog?page=9&utm_source=x", "/blog?utm_source=x"],
    ["/case-studies?page=9", "/case-studies"],
    ["/case-studies?utm_source=x&page=9", "/case-studies?utm_source=x"],
    ["/case-studies?industry=Any%20Shop&page=9&utm_source=x", "/case-studies?industry=any-shop&utm_source=x"],
  ] as const) {
    // The redirect is temporary, because the list may grow again.
    expect(await visit(asked)).toEqual({ status: 302, to });
  }
});

test("deleting a record says how many texts still link to it", async () => {
  await save("blog", { intent: "add", ...post("gone") });
  const [gone] = await query<{ id: string }>("select id from blog_posts");
  const link = (title: string, href: string) =>
    save("blog", { intent: "add", title, slug: title, content: `<p><a href="${href}">Words</a></p>` });
  await link("one", "/blog/gone?a=1");
  await link("two", `${SITE_URL}/blog/gone/`);
  await link("three", "/blog/gone-not");
  const { text } = await site.save("blog", { intent: "delete", id: gone!.id });
  expect(text).toContain("2 content items link to it. Visitors see plain text instead of a link.");
  const [three] = await query<{ id: string }>("select id from blog_posts where slug = 'three'");
  expect((await site.save("blog", { intent: "delete", id: three!.id })).text).not.toContain("link to it");
});

test("other systems' common URLs redirect to ours, unless the owner has a redirect for them", async () => {
  expect(await visit("/index.html?a=1")).toEqual({ status: 301, to: "/?a=1" });
  expect(await visit("/feed")).toEqual({ status: 301, to: "/rss.xml" });
  await save("redirects", { intent: "add", from_path: "/feed", to_path: "/blog" });
  expect(await visit("/feed/")).toEqual({ status: 301, to: "/blog" });
});

test("requests under an unknown host name aren't redirected", async () => {
  /** Doesn't use `fetch`, which sets its own Host. */
  const at = async (Host: string, path: string) => {
    const request = http.get(site.url + path, { headers: { Host }, agent: false });
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    return { status: response.statusCode, to: response.headers.location?.replace(SITE_URL, "") };
  };
  await visit("/about");
  for (const host of ["agency.example", "www.agency.example", "agency.example"])
    expect(await at(host, "/about")).toEqual({ status: 200, to: undefined });
});

test("the IndexNow key is at /{key}.txt, and no other URL reveals it", async () => {
  const key = "0123456789abcdef0123456789abcdef";
  await query("insert into website_settings (setting_key, setting_value) values ('indexnow_key', $1)", [key]);
  const response = await fetch(`${site.url}/${key}.txt`);
  expect([response.status, await response.text()]).toEqual([200, key]);
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect((await visit(`/${"f".repeat(32)}.txt`)).status).toBe(404);
  await query("delete from website_settings where setting_key = 'indexnow_key'");
});
