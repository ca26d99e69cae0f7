// The dashboard, the search over everything and the deleted records as whole requests.
import fs from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { wordsOf } from "../support/page.ts";
import { queryOnce } from "../support/query-once.ts";
import { makeTemporaryFolder, startSite } from "../support/site.ts";

const folder = makeTemporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const database = await createTestDatabase();
await ensureBuild();
const ADMIN_PASSWORD = "correct horse battery staple";
const site = await startSite({
  DATABASE_URL: asDatabaseUrl(database),
  DATA_DIR: folder,
  ADMIN_PASSWORD,
  SEED: "none",
});
afterAll(() => site.stop());

const PANEL = "/admin-control-panel-seoprozone";
const query = <Row extends object>(text: string, values?: unknown[]) =>
  queryOnce<Row>(database, text, values);
const request = (path: string, form?: Record<string, string>) =>
  fetch(site.url + path, {
    method: form ? "POST" : "GET",
    body: form && new URLSearchParams(form),
    headers: { Cookie: cookie },
    redirect: "manual",
  });
let cookie = "";
cookie =
  (await request(PANEL, { password: ADMIN_PASSWORD })).headers.getSetCookie().join().split(";")[0] ?? "";

const read = async (path: string) => wordsOf(await (await request(PANEL + path)).text());
const find = async (text: string) => {
  const response = await request(`${PANEL}/search?search=${encodeURIComponent(text)}`);
  return { status: response.status, groups: (await response.json()) as Group[] };
};
type Group = { label: string; items: { label: string; detail: string; to: string }[] };

beforeEach(async () => {
  for (const table of ["blog_posts", "case_studies", "industries", "website_content", "enquiries"])
    await query(`delete from ${table}`);
});

const addPost = (title: string) =>
  query<{ id: string }>(
    `insert into blog_posts (title, slug, content) values ($1, lower($1), 'Words') returning id`,
    [title],
  );
const addEnquiry = (name: string, more: Record<string, unknown> = {}) => {
  const row = { form_type: "contact", name, email: `${name.toLowerCase()}@mail.example`, ...more };
  const names = Object.keys(row);
  return query(
    `insert into enquiries (id, ${names.join()}) values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
};

test("'four counters (website content items, total blog posts, published posts, draft posts)'", async () => {
  await addPost("One");
  await addPost("Two");
  await query("update blog_posts set published = false where title = 'Two'");
  await addPost("Gone");
  await query("update blog_posts set deleted_at = now() where title = 'Gone'");
  await query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('home', 'hero', 'title', 'Hi')",
  );
  expect(await read("/dashboard")).toMatch(
    /Website content items 1.*Total blog posts 2.*Published posts 1.*Draft posts 1/,
  );
});

test("'honest empty state': without enquiries there is no chart, and nobody waits", async () => {
  const page = await read("/dashboard");
  expect(page).toContain("No enquiries in these 12 weeks");
  expect(page).toContain("Nobody is waiting for an answer.");
  expect(page).toContain("Nothing is half written.");
  expect(page).toContain("Nothing was deleted in the last 30 days.");
});

test("'new enquiries and their age': who waits longest comes first, against the promise of 24 hours; spam does not wait", async () => {
  await addEnquiry("Young", { created_at: new Date(Date.now() - 3_600_000) });
  await addEnquiry("Old", { created_at: new Date(Date.now() - 30 * 3_600_000) });
  await addEnquiry("Spammer", { status: "spam" });
  const page = await read("/dashboard");
  expect(page).toContain("2 new enquiries, 1 overdue. You promise an answer within 24 hours.");
  expect(page).toMatch(/Old .*Overdue: waits for 30 hours.*Young .*In time: 23 hours left/);
  expect(page).not.toContain("Spammer");
});

test("'enquiries per week and by page and source as charts', with the figures as a table; spam left out", async () => {
  await addEnquiry("Ada", { page: "/contact", referrer_host: "www.google.com" });
  await addEnquiry("Bob", { page: "/", utm: { utm_source: "newsletter" } });
  await addEnquiry("Cyd", { page: "/contact", status: "spam" });
  const html = await (await request(`${PANEL}/dashboard`)).text();
  expect(html).toMatch(
    /<svg[^>]*role="img"[^>]*aria-label="Enquiries per week: 0 in the week of .* 2 this week, so far\."/,
  );
  const page = wordsOf(html);
  expect(page).toContain("2 enquiries in 12 weeks");
  expect(page).toMatch(/this week, so far 2 /);
  expect(page).toMatch(/newsletter 1 .*www\.google\.com 1 /);
  expect(page).toMatch(/Home page 1 .*\/contact 1 /);
});

test("'drafts' and 'mail that waits' are on the dashboard, each with the way to it", async () => {
  const [row] = await addPost("Half");
  await query("update blog_posts set published = false");
  await query(
    `insert into outgoing_mails (id, message_id, subject, text_body, html_body)
     values (gen_random_uuid(), '<1@seo.example>', 'Hello', '', '')`,
  );
  const html = await (await request(`${PANEL}/dashboard`)).text();
  expect(html).toContain(`href="${PANEL}/blog?edit=${row!.id}"`);
  expect(wordsOf(html)).toContain("1 still to be sent.");
  await query("delete from outgoing_mails");
});

test("'a search over all records': posts, case studies, industries, enquiries by name and e-mail, pages, texts", async () => {
  const [post] = await addPost("Quokka care");
  await query(
    `with industry as (insert into industries (name) values ('Quokka keepers') returning id)
     insert into case_studies (title, slug, client, industry, industry_id)
     select 'More quokkas', 'more', 'Zoo', 'Quokka keepers', id from industry`,
  );
  await addEnquiry("Quokka Fan");
  await addEnquiry("Somebody", { email: "quokka@mail.example" });
  const { groups } = await find("quokka");
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ["Blog posts", 1],
    ["Case studies", 1],
    ["Industries", 1],
    ["Enquiries", 2],
  ]);
  expect(groups[0]?.items[0]).toEqual({
    label: "Quokka care",
    detail: "Published",
    to: `${PANEL}/blog?edit=${post!.id}`,
  });
  expect((await find("/services/local-seo")).groups.map(({ label }) => label)).toContain("Pages");
  const texts = (await find("home hero title")).groups.find(({ label }) => label === "Texts");
  expect(texts?.items[0]).toMatchObject({ label: "home / hero / title" });
  expect((await request(texts!.items[0]!.to)).status).toBe(200);
  expect((await find("100%_no")).groups).toEqual([]);
  expect((await find(" ")).groups).toEqual([]);
});

test("a search that cannot read is a 500 without anything of the inside", async () => {
  await query("alter table enquiries rename to enquiries_away");
  try {
    expect(await find("quokka")).toEqual({ status: 500, groups: null });
  } finally {
    await query("alter table enquiries_away rename to enquiries");
  }
});

test("'deleted records stay recoverable for 30 days': each kind is listed with what is left, and brought back", async () => {
  const [post] = await addPost("Gone");
  await query("update blog_posts set deleted_at = now() - interval '10 days 1 hour'");
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, deleted_at)
     values ('home', 'hero', 'title', 'Old words', now())`,
  );
  const page = await read("/deleted");
  expect(page).toContain("Blog posts (1) Case studies (0) Industries (0) Website content (1)");
  expect(page).toMatch(/Gone gone .*19 days left/);
  expect(await read("/deleted?kind=website-content")).toMatch(
    /home \/ hero \/ title Old words .*29 days left/,
  );
  expect(await read("/deleted?kind=industries")).toContain("Nothing of this kind was deleted");
  expect(await read("/deleted?kind=nonsense&page=-1")).toContain("Gone");

  const restore = (kind: string, id: string) =>
    request(`${PANEL}/deleted.data`, { intent: "restore", kind, id }).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
  expect((await restore("blog-posts", post!.id)).text).toContain("Blog post restored");
  expect((await request("/blog/gone")).status).toBe(200);

  const [content] = await query<{ id: string }>("select id from website_content");
  await query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('home', 'hero', 'title', 'New words')",
  );
  const refused = await restore("website-content", content!.id);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Failed to restore content")]);
  expect(refused.text).toContain("Another text has been written at its address meanwhile.");
  expect((await restore("nonsense", post!.id)).status).toBe(400);
});

test("a slug that was taken meanwhile is said, and nothing is brought back", async () => {
  const [post] = await addPost("Twice");
  await query("update blog_posts set deleted_at = now()");
  await addPost("Twice");
  const response = await request(`${PANEL}/deleted.data`, {
    intent: "restore",
    kind: "blog-posts",
    id: post!.id,
  });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Another post has taken its slug meanwhile.");
});

test("what was deleted and cannot be read is said in a toast over a working panel", async () => {
  await query("alter table website_content rename to website_content_away");
  try {
    expect(await (await request(`${PANEL}/deleted`)).text()).toContain("Failed to fetch deleted records");
  } finally {
    await query("alter table website_content_away rename to website_content");
  }
});
