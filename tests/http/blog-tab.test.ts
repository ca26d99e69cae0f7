import { beforeEach, expect, test } from "vitest";
import { shortTime } from "../../app/platform/time/dates.ts";
import { PANEL } from "../support/owner.ts";
import { decode, elementsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, read, ...site } = await openPanelSite();
const save = (form: Record<string, string>) => site.save("blog", form);
const post = (more: Record<string, string> = {}) => ({
  intent: "add",
  title: "Rank Tracking",
  content: "<p>Every day.</p>",
  ...more,
});
const stored = async () => (await query<{ id: string; version: number }>("select * from blog_posts"))[0]!;

beforeEach(async () => void (await query("delete from blog_posts")));

test("a new post is on the site and in the list at the next request", async () => {
  const { status, text } = await save(post());
  expect([status, text]).toEqual([200, expect.stringContaining("Blog post added successfully")]);
  expect(text).toContain("View on site");
  expect(await read("/blog/rank-tracking")).toContain("Every day.");
  expect(await read("/blog")).toContain("Rank Tracking");
  expect(await stored()).toMatchObject({
    author: "SEO Pro Zone",
    category: "SEO Strategy",
    excerpt: "",
    featured_image: "",
    published: true,
  });
});

test("an embedded video sets no cookies, and is a link without JavaScript", async () => {
  const link = '<p><a href="https://youtu.be/dQw4w9WgXcQ">Our talk</a></p>';
  const { text } = await save(
    post({ content: `${link}<h4>Small</h4><p><img src="/a.png" alt="A" title="Below"></p>` }),
  );
  expect(text).not.toContain("Removed");
  const policyOf = async (path: string) => (await request(path)).headers.get("content-security-policy");
  expect(await policyOf("/blog/rank-tracking")).toContain("frame-src https://www.youtube-nocookie.com;");
  expect(await policyOf("/blog")).not.toContain("frame-src");
  const html = await read("/blog/rank-tracking");
  expect(html).toContain('<a href="https://youtu.be/dQw4w9WgXcQ" data-video="dQw4w9WgXcQ">Our talk</a>');
  expect(html).toContain("<h4>Small</h4>");
  expect(html).toContain("<figcaption>Below</figcaption></figure>");
  expect(html).not.toMatch(/<iframe|ytimg/);
});

test("a post's head tags come from its SEO fields, otherwise from its title and excerpt", async () => {
  await save(
    post({
      excerpt: "In short.",
      meta_title: "Ranks, daily",
      meta_description: "Seen.",
      meta_keywords: "rank",
    }),
  );
  const own = await read("/blog/rank-tracking");
  expect(own).toContain("<title>Ranks, daily</title>");
  expect(own).toMatch(/property="og:title" content="Ranks, daily"/);
  expect(own).toMatch(/name="description" content="Seen\."/);
  expect(own).toMatch(/property="og:description" content="Seen\."/);
  expect(own).toMatch(/name="keywords" content="rank"/);
  expect(wordsOf(elementsOf(own, "h1")[0]!)).toBe("Rank Tracking");
  const { id, version } = await stored();
  await save(post({ intent: "update", id, version: String(version), excerpt: "In short." }));
  const plain = await read("/blog/rank-tracking");
  expect(plain).toContain("<title>Rank Tracking | SEO Pro Zone</title>");
  expect(plain).toMatch(/name="description" content="In short\."/);
});

test("without an excerpt, the description is the article's first sentences", async () => {
  const video = '<p><a href="https://youtu.be/dQw4w9WgXcQ">Our talk</a></p>';
  const table = "<table><tbody><tr><td>May</td><td>40</td></tr></tbody></table>";
  await save(
    post({
      content: `<h2>Why calls matter</h2>${video}${table}<p>Calls close deals.</p><p>Here is how.</p>`,
    }),
  );
  const html = await read("/blog/rank-tracking");
  expect(html).toMatch(/name="description" content="Calls close deals\. Here is how\."/);
});

test.each([
  { title: "", content: "" },
  { title: "A title", content: " " },
  { title: "  ", content: "<p>Words</p>" },
])('%j gets a 400 with "Please fill in title and content", and nothing is saved', async (form) => {
  const { status, text } = await save({ intent: "add", ...form });
  expect([status, text]).toEqual([400, expect.stringContaining("Please fill in title and content")]);
  expect(await query("select 1 from blog_posts")).toEqual([]);
});

test("a taken slug is reported at its field for new and existing posts", async () => {
  await save(post());
  await save(post({ title: "Other" }));
  const added = await save(post({ title: "Third", slug: "rank-tracking" }));
  expect([added.status, added.text]).toEqual([400, expect.stringContaining("Failed to add blog post")]);
  expect(added.text).toContain("The slug “rank-tracking” is taken by another post.");
  const [other] = await query<{ id: string }>("select id from blog_posts where slug = 'other'");
  const updated = await save(post({ intent: "update", id: other!.id, version: "1", slug: "rank-tracking" }));
  expect(updated.text).toContain("Failed to update blog post");
});

test("a conflict message lists the fields that the other editor changed", async () => {
  await save(post());
  const { id } = await stored();
  const form = await read(`${PANEL}/blog?edit=${id}`);
  const opened = decode(/name="opened" value="([^"]*)"/.exec(form)![1]!);
  const theirs = post({ intent: "update", id, version: "1", author: "Somebody", category: "Local SEO" });
  await save(theirs);
  const [{ updated_at } = { updated_at: new Date(0) }] = await query<{ updated_at: Date }>(
    "select updated_at from blog_posts",
  );
  const when = `(${shortTime(updated_at, "America/New_York")})`;

  const mine = post({ intent: "update", id, version: "1", title: "Mine", slug: "rank-tracking", opened });
  const late = await save(mine);
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining(`They changed Author, Category ${when}.`),
  ]);
  const untold = await save({ ...mine, opened: "" });
  expect(untold.text).toContain(`Their version differs from yours in Title, Author, Category ${when}.`);

  await save(post({ intent: "update", id, version: "2" }));
  expect((await save(mine)).text).toContain("No fields differ (");
});

test("the toast names what was removed from the HTML", async () => {
  const { text } = await save(post({ content: "<p onclick='x()'>Every day.</p><script>x()</script>" }));
  expect(text).toContain("Removed from the content: onclick on <p>, <script>.");
});

test("the link picker finds the site's public pages, case studies and posts", async () => {
  await save(post());
  await save(post({ title: "Rank Draft", switches: "published" }));
  await query("insert into industries (name) values ('Retail')");
  await query(
    "insert into case_studies (title, slug, client, industry, industry_id) select 'Rank Up', 'rank-up', 'Ada', name, id from industries",
  );
  const targets = async (search: string) =>
    JSON.parse(await read(`${PANEL}/link-targets?search=${search}`)) as { href: string }[];
  expect((await targets("rank")).map(({ href }) => href)).toEqual(
    expect.arrayContaining(["/case-studies/rank-up", "/blog/rank-tracking"]),
  );
  expect((await targets("rank")).map(({ href }) => href)).not.toContain("/blog/rank-draft");
  expect((await targets("contact")).map(({ href }) => href)).toContain("/contact");
  expect(await targets("no%20such%20words")).toEqual([]);
});
