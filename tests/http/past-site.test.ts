// Decision 0049.
import { expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, request, url } = await openPanelSite();

/** Makes all versions this many hours older. */
const age = (hours: number) =>
  query("update revisions set at = at - make_interval(hours => $1)", [hours]).then(() =>
    query(
      "update slug_history set created_at = created_at - make_interval(hours => $1), updated_at = updated_at - make_interval(hours => $1)",
      [hours],
    ),
  );
/** Returns the time in New York (SPEC 4) this many hours ago. */
const clock = async (hours: number) =>
  (
    await query<{ at: string }>(
      `select to_char((now() - make_interval(hours => $1)) at time zone 'America/New_York', 'YYYY-MM-DD"T"HH24:MI') as at`,
      [hours],
    )
  )[0]!.at;
async function get(path: string) {
  const response = await request(path);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, words: wordsOf(text) };
}
const past = async (hours: number, path: string) => get(`${PANEL}/as-of/${await clock(hours)}${path}`);

const IMAGE = "aaaaaaaaaaaa";

async function fill() {
  await query("insert into blog_posts (title, slug, content) values ('First title', 'first', $1)", [
    `<p>First words, <a href="/about">about us</a>.</p><p><img src="/media/${IMAGE}" alt="A photo"></p>`,
  ]);
  await query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('home', 'hero', 'title', 'What we promised')",
  );
  await age(48);
  await query(
    "update blog_posts set title = 'Second title', slug = 'second', content = '<p>Second words.</p>'",
  );
  await query("update website_content set content_value = 'What we promise now'");
  await age(24);
}
await fill();

test("a past page is shown as it was, with the time and a link to the current page", async () => {
  const { status, headers, text, words } = await past(30, "/blog/first");
  expect(status).toBe(200);
  expect(headingsOf(text, 1)).toEqual(["First title"]);
  expect(words).toContain("First words");
  expect(words).not.toContain("Second words");
  expect(words).toContain("in today's design");
  expect(text).toContain(`href="${PANEL}/as-of/now/blog/first"`);
  expect(headingsOf((await past(30, "/")).text, 1).join()).toContain("What we promised");
  expect(headingsOf((await past(1, "/")).text, 1).join()).toContain("What we promise now");
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("X-Robots-Tag")).toContain("noindex");
  expect(headers.get("Content-Security-Policy")).toContain("connect-src 'none'; form-action 'none'");
});

test("links on a past page go to past pages", async () => {
  const at = await clock(30);
  const { text, words } = await get(`${PANEL}/as-of/${at}/blog/first`);
  expect(text).toContain(`href="${PANEL}/as-of/${at}/about"`);
  expect(text).not.toMatch(/<a [^>]*href="\/(?!admin-control-panel|rss|sitemap\.xml|media|assets)/);
  expect(words).toContain("One image has been deleted since then and can't be shown.");
  expect(text).not.toContain(`src="/media/${IMAGE}"`);
});

test("a URL in the past site responds as it did at the chosen time", async () => {
  expect((await past(30, "/blog/second")).status).toBe(404);
  const moved = await past(1, "/blog/first");
  expect([moved.status, moved.headers.get("Location")]).toEqual([
    301,
    expect.stringMatching(/\/as-of\/[^/]+\/blog\/second$/),
  ]);
  expect((await past(1, "/blog/second")).status).toBe(200);
  expect((await past(30, "/nowhere")).status).toBe(404);
});

test("viewing the past leaves no trace", async () => {
  const state = async () => [
    await query("select * from blog_posts"),
    await query("select * from slug_history order by slug"),
    await query("select count(*) from revisions"),
  ];
  const [before, page] = [await state(), await read("/blog/second")];
  await Promise.all([past(30, "/blog/first"), past(30, "/"), past(30, "/blog")]);
  expect(await state()).toEqual(before);
  const stampless = (text: string) => text.replace(/name="stamp" value="[^"]*"/g, "");
  expect(stampless(await read("/blog/second"))).toBe(stampless(page));
  expect((await fetch(`${url}/blog/first`, { redirect: "manual" })).status).toBe(301);
});

test("a version in the history can be viewed on its page as it was then", async () => {
  const [first] = await query<{ id: string }>(
    "select id from revisions where kind = 'blog-posts' order by at limit 1",
  );
  expect(headingsOf((await get(`${PANEL}/as-of/${first!.id}?record`)).text, 1)).toEqual(["First title"]);
  const [text] = await query<{ id: string }>(
    "select id from revisions where kind = 'website-content' order by at limit 1",
  );
  expect(headingsOf((await get(`${PANEL}/as-of/${text!.id}?record`)).text, 1).join()).toContain(
    "What we promised",
  );
  await query(
    "insert into blog_posts (title, slug, content, published) values ('A draft', 'draft', '<p>x</p>', false)",
  );
  const [draft] = await query<{ id: string }>("select id from revisions where row ->> 'slug' = 'draft'");
  const shown = await get(`${PANEL}/as-of/${draft!.id}?record`);
  expect([headingsOf(shown.text, 1), shown.words]).toEqual([
    ["A draft"],
    expect.stringContaining("it wasn't published"),
  ]);
  expect((await get(`${PANEL}/as-of/${draft!.id}/blog/draft`)).status).toBe(404);
});

test("a past page includes everything that was published together with its version", async () => {
  await query("update blog_posts set title = 'Third title' where slug = 'second'");
  await query("update website_content set content_value = 'Published together'");
  await query(`update revisions set reason = 'scheduled:set A title'
    where row ->> 'title' = 'Third title' or row ->> 'content_value' = 'Published together'`);
  const [post] = await query<{ id: string }>(
    "select id from revisions where row ->> 'title' = 'Third title'",
  );
  const { text } = await get(`${PANEL}/as-of/${post!.id}/`);
  expect(headingsOf(text, 1).join()).toContain("Published together");
});

test("an error explains what the history doesn't contain", async () => {
  const early = await past(24 * 400, "/");
  expect([early.status, early.words]).toEqual([400, expect.stringContaining("History starts on")]);
  expect((await past(-24, "/")).words).toContain("is in the future");
  expect((await get(`${PANEL}/as-of/2026-99-99T99:99/`)).status).toBe(400);
  expect((await get(`${PANEL}/as-of/${crypto.randomUUID()}/`)).words).toContain("no longer in the history");
  await query("insert into blog_posts (title, slug, content) values ('Often', 'often', '<p>x</p>')");
  await age(10);
  await query("update blog_posts set title = 'Often changed' where slug = 'often'");
  await query("delete from revisions where row ->> 'slug' = 'often' and op = 'insert'");
  const forgotten = await past(5, "/blog/often");
  expect([forgotten.status, forgotten.words]).toEqual([
    400,
    expect.stringContaining("no longer has “Often changed”"),
  ]);
  expect((await past(5, "/")).words).toContain(
    "History doesn't go back far enough for these, so you see their current version: Often changed.",
  );
});

test("the panel, feeds and previews aren't part of the past site", async () => {
  for (const path of [PANEL, "/preview/x/", "/api/x", "/rss.xml"])
    expect((await past(1, path)).status).toBe(404);
  const answer = await fetch(`${url}${PANEL}/as-of/${await clock(1)}/`, { redirect: "manual" });
  expect([answer.status === 200, (await answer.text()).includes("What we promise")]).toEqual([false, false]);
  expect((await request(`${PANEL}/as-of/now/blog/second`)).headers.get("Location")).toBe("/blog/second");
});

test("a manipulated link to the current page can't leave the site", async () => {
  const now = async (path: string) => (await request(`${PANEL}/as-of/now/${path}`)).headers.get("Location");
  expect(await now("%2F%2Fevil.example")).toBe("/evil.example");
  expect(await now("%5Cevil.example")).toBe("/evil.example");
  expect(await now("/evil.example?a=1")).toBe("/evil.example?a=1");
  expect(await now("%C3%BCber-uns?a=%C3%BC")).toBe("/%C3%BCber-uns?a=%C3%BC");
  expect(await now("50%25%3Foff%23x")).toBe("/50%%3Foff%23x");
});

test("two versions of a record can be compared as pages", async () => {
  for (const [kind, of] of [
    ["blog-posts", "row ->> 'slug' = 'second'"],
    ["website-content", "true"],
  ] as const) {
    const revisions = await query<{ id: string; key: string }>(
      `select r.id, replace(record_key, chr(31), ':') as key from revisions r
        where kind = $1 and record_key in (select record_key from revisions where kind = $1 and ${of})
        order by at`,
      [kind],
    );
    const [from, to] = [revisions[0]!, revisions[1]!];
    const compared = await read(
      `${PANEL}/activity/record?${new URLSearchParams({ kind, id: from.key, from: from.id, to: to.id, view: "pages" })}`,
    );
    for (const { id } of [from, to]) {
      const src = new RegExp(`src="(${PANEL}/as-of/${id}~[\\w-]+\\?record)"`).exec(compared)?.[1] ?? "";
      const framed = await get(src);
      expect(framed.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
      expect(framed.text).toContain(`href="${src.replace("?record", "/about")}"`);
      // A public page has the same origin but no key, so it can't frame removed content.
      for (const made of [`${id}`, `${id}~`, `${id}~${"x".repeat(43)}`]) {
        const { headers } = await get(`${PANEL}/as-of/${made}?record`);
        expect(headers.get("Content-Security-Policy")).toContain("frame-ancestors 'none'");
      }
    }
  }
  expect((await request("/about")).headers.get("Content-Security-Policy")).toContain(
    "frame-ancestors 'none'",
  );
});

test("Activity and a record's history link to the past site", async () => {
  const tab = await read(`${PANEL}/activity`);
  expect(tab).toContain(`action="${PANEL}/as-of"`);
  const at = await clock(30);
  const led = await request(`${PANEL}/as-of?at=${at}`);
  expect(led.headers.get("Location")).toBe(`${PANEL}/as-of/${at}/`);
  expect((await request(`${PANEL}/as-of?at=never`)).status).toBe(400);
  const [post] = await query<{ id: string }>("select id from blog_posts where slug = 'second'");
  expect(wordsOf(await read(`${PANEL}/activity/record?kind=blog-posts&id=${post!.id}`))).toContain(
    "View page at that time",
  );
});
