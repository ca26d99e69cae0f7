import { beforeEach, expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { decode, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, request, read, ...site } = await openPanelSite();

beforeEach(() =>
  clear("blog_posts", "case_studies", "industries", "website_content", "page_seo", "website_settings"),
);

const addPost = (title: string, content: string) =>
  query("insert into blog_posts (title, slug, content) values ($1, $2, $3)", [
    title,
    title.toLowerCase(),
    content,
  ]);

const page = (find: string, more = "") =>
  read(`${PANEL}/content/replace?find=${encodeURIComponent(find)}${more}`);
const findHits = (html: string) =>
  [...html.matchAll(/<input[^>]* name="hit"[^>]* value="([^"]*)"/g)].map(([, value]) => decode(value!));
const hitsFor = async (find: string, more = "") => findHits(await page(find, more));

async function replace(find: string, by: string, hits: string[], more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ find, replace: by, ...more })) form.set(name, value);
  for (const hit of hits) form.append("hit", hit);
  return site.save("content/replace", form);
}

test("a post's built-in author can't be replaced, because that name stands for the site", async () => {
  await addPost("Byline", "<p>Words.</p>");
  expect(await read("/blog/byline")).toContain("SEO Pro Zone");
  expect(wordsOf(await page("SEO Pro Zone"))).not.toContain("Author");
  await replace("Words", "Other words", await hitsFor("Words."));
  expect(await query("select author from blog_posts where slug = 'byline'")).toEqual([
    { author: "SEO Pro Zone" },
  ]);
});

test("a price can be replaced everywhere in one step", async () => {
  await addPost("Prices", '<p>Ours is <a href="/x-799">$799</a>, not $7,999.</p>');
  await query(
    "insert into website_settings (setting_key, setting_value) values ('site_description', 'From $799')",
  );
  const words = wordsOf(await page("$799", "&whole=on"));
  expect(words).toMatch(/\d+ matches in \d+ places\. Uncheck any you don't want to replace\./);
  expect(words).toContain("Local SEO, pricing: price");
  expect(words).toContain("Prices: Content");
  expect(words).toContain("Settings, Business and analytics: Site description");
  const hits = await hitsFor("$799", "&whole=on");
  expect(hits.length).toBeGreaterThan(6);

  const done = await replace("$799", "$899", hits, { whole: "on" });
  expect([done.status, done.text]).toEqual([200, expect.stringContaining(`${hits.length} matches in `)]);
  expect(await hitsFor("$799", "&whole=on")).toEqual([]);
  const local = await read("/services/local-seo");
  expect(local).toContain("$899");
  expect(local).not.toContain("$799");
  expect(await read("/services/ecommerce-seo")).toContain("$1,299");
  expect(await read("/blog/prices")).toContain('<a href="/x-799">$899</a>, not $7,999.');

  expect((await site.undo(done)).text).toContain("Undone");
  expect(await hitsFor("$799", "&whole=on")).toHaveLength(hits.length);
  // Undo restores the built-in texts and leaves no custom copies.
  expect(await query("select 1 from website_content where deleted_at is null")).toEqual([]);
  expect(await read("/services/local-seo")).toContain("$799");
});

test("sample records with replaced words are still samples", async () => {
  await query(
    "insert into blog_posts (title, slug, content, is_sample) values ('A', 'a', '<p>Quokka</p>', true)",
  );
  await query("insert into industries (name, is_sample) values ('Quokka care', true)");
  await query(
    `insert into case_studies (title, slug, client, industry, industry_id, result, challenge, solution, is_sample)
    select 'B', 'b', 'Quokka Inc.', name, id, 'More', '<p>C</p>', '<p>S</p>', true from industries`,
  );
  const samples = () =>
    query(`select (select count(*)::int from blog_posts where is_sample) as posts,
      (select count(*)::int from industries where is_sample) as industries,
      (select count(*)::int from case_studies where is_sample) as studies`);
  const done = await replace("quokka", "wombat", await hitsFor("quokka"));
  expect(done.text).toContain("3 matches in 3 places");
  expect(await hitsFor("quokka")).toEqual([]);
  expect(await samples()).toEqual([{ posts: 1, industries: 1, studies: 1 }]);
  await site.undo(done);
  expect(await hitsFor("quokka")).toHaveLength(3);
  expect(await samples()).toEqual([{ posts: 1, industries: 1, studies: 1 }]);
});

test("only selected matches change", async () => {
  await addPost("One", "<p>Quokka and quokka</p>");
  const hits = await hitsFor("quokka");
  expect(hits).toHaveLength(2);
  await replace("quokka", "wombat", hits.slice(1));
  expect(await read("/blog/one")).toContain("<p>Quokka and wombat</p>");
  expect(await hitsFor("quokka", "&exact=on")).toEqual([]);
});

test("if a match has changed since the search, nothing is replaced", async () => {
  await addPost("First", "<p>Quokka</p>");
  await addPost("Second", "<p>Quokka</p>");
  const hits = await hitsFor("quokka");
  await query("update blog_posts set content = '<p>Quokka now</p>' where title = 'Second'");
  const { status, text } = await replace("quokka", "wombat", hits);
  expect([status, text]).toEqual([400, expect.stringContaining("Changed since your search: Second.")]);
  expect(await read("/blog/first")).toContain("Quokka");

  const done = await replace("quokka", "wombat", await hitsFor("quokka"));
  await query("update blog_posts set content = '<p>Mine</p>' where title = 'First'");
  expect((await site.undo(done)).text).toContain("Changed since then: First");
  expect(await read("/blog/second")).toContain("wombat now");
});

test("one invalid value rolls back the whole replacement", async () => {
  await addPost("Mail", "<p>ada@mail.example</p>");
  await query(
    "insert into website_settings (setting_key, setting_value) values ('contact_email', 'ada@mail.example')",
  );
  const { status, text } = await replace("ada@mail.example", "nobody", await hitsFor("ada@mail.example"));
  expect([status, text]).toEqual([400, expect.stringContaining("Settings, Business and analytics: ")]);
  expect(await read("/blog/mail")).toContain("ada@mail.example");
});

test("titles, names and results are replaced, but not slugs", async () => {
  await query(
    `with industry as (insert into industries (name) values ('Quokka Care') returning id)
     insert into case_studies (title, slug, client, industry, industry_id, results)
     select 'Quokka grows', 'quokka-grows', 'Quokka Inc', 'Quokka Care', id, '{"quokkas": "2 quokka", "n": 3}' from industry`,
  );
  const done = await replace("quokka", "Wombat", await hitsFor("quokka"));
  expect([done.status, done.text]).toEqual([200, expect.stringContaining("Replaced")]);
  const [row] = await query("select title, slug, client, industry, results from case_studies");
  expect(row).toEqual({
    title: "Wombat grows",
    slug: "quokka-grows",
    client: "Wombat Inc",
    industry: "Wombat Care",
    results: { quokkas: "2 Wombat", n: 3 },
  });
  expect((await request("/case-studies/quokka-grows")).status).toBe(200);
});

test("an invalid replacement gets a 400, and markup is inserted as text", async () => {
  for (const form of [{}, { find: "a", hit: "x" }, { find: "a", hit: "post|a|b|c|x" }])
    expect((await site.save("content/replace", form as Record<string, string>)).status).toBe(400);
  await addPost("Script", "<p>Quokka</p>");
  await replace("quokka", "<script>alert(1)</script>", await hitsFor("quokka"));
  expect(await read("/blog/script")).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(wordsOf(await page("no such words at all"))).toContain("No matches");
});

test("with a thousand records, only the first matches are shown", async () => {
  await query(
    `insert into blog_posts (title, slug, content)
     select 'Quokka ' || n, 'quokka-' || n, '<p>Of quokkas</p>' from generate_series(1, 1000) n`,
  );
  const html = await page("quokka");
  expect(findHits(html)).toHaveLength(200);
  expect(wordsOf(html)).toContain("Showing the first 200.");
});

test("words are found in text even if many records contain them only in tags", async () => {
  await query(
    `insert into blog_posts (title, slug, content)
     select 'Post ' || n, 'post-' || n, '<blockquote><p>Bold</p></blockquote>' from generate_series(1, 450) n`,
  );
  await addPost("Zebra", "<p>A blockquote in words.</p>");
  const html = await page("blockquote");
  expect(wordsOf(html)).toContain("Zebra: ");
  expect(findHits(html)).toHaveLength(1);
});

test("after a price or phone number changes, a link finds other places with the old one", async () => {
  const change = (more: Record<string, string>) =>
    site.save("content", {
      intent: "update",
      id: "",
      version: "0",
      page_name: "services/local-seo",
      section_name: "pricing",
      content_key: "display",
      content_type: "text",
      content_value: "$899/month",
      ...more,
    });
  const { text } = await change({});
  expect(text).toMatch(/“\$799” also appears in \d+ other places\./);
  expect(text).toContain(`${PANEL}/content/replace?find=%24799&replace=%24899&exact=on&whole=on`);
  const alone = await change({ content_key: "note", content_value: "Ask us." });
  expect(alone.text).not.toContain("also appears");

  await addPost("About", "<p>Ring (212) 555-7777 now.</p>");
  await site.save("settings", { intent: "save", phone_number: "(212) 555-7777" });
  const phone = await site.save("settings", { intent: "save", phone_number: "(212) 555-8888" });
  expect(phone.text).toContain("also appears in 1 other place.");
});

test("the search stops after thousands of matches and says so", async () => {
  for (const title of ["One", "Two", "Three", "Four"]) await addPost(title, `<p>${"xyz ".repeat(2_000)}</p>`);
  const html = await page("xyz");
  expect(findHits(html)).toHaveLength(6_000);
  expect(wordsOf(html)).toContain("Showing the first 3. Replace these or add more words to see the rest");
});
