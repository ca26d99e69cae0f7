import { beforeEach, expect, test } from "vitest";
import { KIND_NAMES } from "../../app/features/records/kinds.server.ts";
import type { KindName } from "../../app/features/records/record-kind.server.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, read, save, undo, url } = await openPanelSite();

beforeEach(async () => {
  for (const table of ["redirects", "slug_history", "blog_posts", "case_studies", "industries", "media"])
    await query(`delete from ${table}`);
  for (const table of ["website_content", "page_seo", "website_settings"])
    await query(`delete from ${table}`);
  await query("truncate revisions");
});

/** Returns the IDs of a kind's revisions, oldest first. */
const revisionsOf = async (kind: string) =>
  (await query<{ id: string }>("select id from revisions where kind = $1 order by at, id", [kind])).map(
    ({ id }) => id,
  );
const restore = (id: string, field?: string) =>
  save("activity/record?kind=blog-posts&id=x", { intent: "restore", id, ...(field ? { field } : {}) });
async function visit(path: string) {
  const { status, headers } = await fetch(url + path, { redirect: "manual" });
  const to = headers.get("Location");
  return [status, to?.slice(new URL(to, url).origin.length) ?? null];
}

const STUDY =
  "insert into case_studies (title, slug, client, industry, industry_id, challenge, solution, results, testimonial) select 'Study', 'study', 'Client', name, id, '<p>Hard.</p>', '<p>Done.</p>', '{\"b\":1,\"a\":\"+2%\"}', 'Good' from industries";
const SHOPS = "insert into industries (name, description) values ('Shops', 'Of goods')";
/** How to create a record of each kind and change every field in its form. */
const KINDS: Record<KindName, { table: string; begin: string[]; change: string }> = {
  "blog-posts": {
    table: "blog_posts",
    begin: [
      "insert into blog_posts (title, slug, excerpt, content, author, category, featured_image, meta_title, meta_description, meta_keywords) values ('One', 'one', 'Short', '<p>One.</p>', 'Ann', 'News', '/a.png', 'T', 'D', 'K')",
    ],
    change:
      "update blog_posts set title = 'Two', slug = 'two', excerpt = '', content = '<p>Two.</p>', author = 'Bob', category = 'Tips', featured_image = '', meta_title = '', meta_description = 'E', meta_keywords = 'L'",
  },
  "case-studies": {
    table: "case_studies",
    begin: [SHOPS, STUDY],
    change: `update case_studies set title = 'Other', slug = 'other', client = 'C', challenge = '', solution = '<p>x</p>', results = '{"a":3}', testimonial = '', client_name = 'Eve', duration = '1 year', image = 'https://example.com/x.png', meta_title = 'T', meta_description = 'D', meta_keywords = 'K', result = 'R'`,
  },
  "landing-pages": {
    table: "landing_pages",
    begin: [
      `insert into landing_pages (title, slug, sections) values ('Local SEO', 'local', '[{"type":"text","is_hidden":false,"title":"One","body":"<p>One.</p>"}]')`,
    ],
    change: `update landing_pages set title = 'T', slug = 'services/local-seo/t', service = 'local-seo', area = 'A', menu_label = 'M', sections = '[]', sort = 3, in_header = true, in_footer = true, in_sitemap = false, in_related = false`,
  },
  industries: {
    table: "industries",
    begin: [SHOPS],
    change: "update industries set name = 'Stores', description = ''",
  },
  "website-content": {
    table: "website_content",
    begin: [
      "insert into website_content (page_name, section_name, content_key, content_type, content_value) values ('home', 'hero', 'title', 'text', 'First words')",
    ],
    change: "update website_content set content_value = 'Other words'",
  },
  "page-seo": {
    table: "page_seo",
    begin: [
      "insert into page_seo (page_name, meta_title, meta_description, meta_keywords, is_indexable, is_followable, share_image) values ('about', 'Title', 'Said', 'k', false, true, '/a.png')",
    ],
    change:
      "update page_seo set meta_title = '', meta_description = 'Else', meta_keywords = '', is_indexable = true, is_followable = false, share_image = null",
  },
  settings: {
    table: "website_settings",
    begin: [
      "insert into website_settings (setting_key, setting_value) values ('phone_number', '+1 555 0100')",
    ],
    change: "update website_settings set setting_value = '+1 555 0199'",
  },
  media: {
    table: "media",
    begin: [
      "insert into media (id, name, alt, credit, focal_x, focal_y, file_id) values ('abcdefghijkl', 'One', 'It shows', 'Ann', 0.25, 1, gen_random_uuid())",
    ],
    change:
      "update media set name = 'Two', alt = '', is_decorative = true, credit = '', focal_x = 0.5, focal_y = 0.5",
  },
  redirects: {
    table: "redirects",
    begin: ["insert into redirects (from_path, to_path) values ('/old', '/blog')"],
    change: "update redirects set from_path = '/older', to_path = null",
  },
  imports: {
    table: "imports",
    begin: ["insert into imports (label) values ('One')"],
    change: "update imports set label = 'Two'",
  },
};

test.for(KIND_NAMES)(
  "%s: restoring an earlier version restores every field and can be undone",
  async (kind) => {
    const { table, begin, change } = KINDS[kind];
    const row = async () =>
      (
        await query<{ row: object }>(
          `select to_jsonb(t) - '{version,updated_at}'::text[] as row from ${table} t`,
        )
      )[0]!.row;
    for (const statement of begin) await query(statement);
    const first = await row();
    await query(change);
    const second = await row();
    const [begun = "", changed = ""] = await revisionsOf(kind);
    const restored = await restore(begun);
    expect([restored.status, restored.text]).toEqual([
      200,
      expect.stringContaining("Earlier version restored"),
    ]);
    expect(await row()).toEqual(first);
    const undone = await undo(restored);
    expect([undone.status, await row()]).toEqual([200, second]);
    const redone = await undo(undone, { redo: "on" });
    expect([redone.status, await row()]).toEqual([200, first]);
    expect((await undo(redone)).status).toBe(200);
    expect(await row()).toEqual(second);
    // The history also restores single fields.
    for (const [name, value] of Object.entries(first)) {
      if (name === "results" || JSON.stringify(value) === JSON.stringify(second[name as never])) continue;
      const { status, text } = await restore(changed, kind === "settings" ? "phone_number" : name);
      expect([name, status, /Failed/.test(text)]).toEqual([name, 200, false]);
      expect(await row()).toMatchObject({ [name]: value });
    }
  },
);

const PAGES = [
  { kind: "blog-posts", section: "blog", table: "blog_posts", old: "one" },
  { kind: "case-studies", section: "case-studies", table: "case_studies", old: "study" },
] as const;

test.for(PAGES)(
  "$kind: restoring a slug also updates redirects and links, and can be undone",
  async ({ kind, section, table, old }) => {
    for (const statement of KINDS[kind].begin) await query(statement);
    const [from, to] = [`/${section}/${old}`, `/${section}/second`];
    await query(
      `insert into blog_posts (title, slug, content) values ('Links', 'links', '<p><a href="${from}">There</a></p>')`,
    );
    await query(`update ${table} set slug = 'second' where slug = $1`, [old]);
    expect([await visit(from), await visit(to)]).toEqual([
      [301, to],
      [200, null],
    ]);
    // The owner's own redirect has taken the page's URL.
    await query("insert into redirects (from_path, to_path) values ($1, '/about')", [from]);
    const linked = async () =>
      /href="([^"]*)"[^>]*>There</.exec(await (await fetch(`${url}/blog/links`)).text())?.[1];
    const [begun = ""] = (
      await query<{ id: string }>(
        "select id from revisions where kind = $1 and row ->> 'slug' in ($2, 'second') order by at, id",
        [kind, old],
      )
    ).map(({ id }) => id);
    const restored = await restore(begun);
    expect(restored.status).toBe(200);
    expect([await visit(from), await visit(to)]).toEqual([
      [200, null],
      [301, from],
    ]);
    await expect.poll(linked).toBe(from);
    // Undo also restores the redirect that was removed for the page.
    expect((await undo(restored)).status).toBe(200);
    expect([await visit(from), await visit(to)]).toEqual([
      [301, "/about"],
      [200, null],
    ]);
    await expect.poll(linked).toBe("/about");
  },
);

test.for(PAGES)(
  "$kind: a restore neither publishes nor unpublishes a record",
  async ({ kind, section, table, old }) => {
    for (const statement of KINDS[kind].begin) await query(statement);
    await query(`update ${table} set published = false`);
    await query(`update ${table} set title = 'Changed' where slug = $1`, [old]);
    const [begun = "", hidden = ""] = await revisionsOf(kind);
    expect((await restore(begun)).status).toBe(200);
    expect(await query(`select title, published from ${table}`)).toEqual([
      { title: expect.not.stringContaining("Changed"), published: false },
    ]);
    expect((await restore(hidden, "published")).status).toBe(400);
    expect(await visit(`/${section}/${old}`)).toEqual([404, null]);
    await query(`update ${table} set published = true`);
    expect((await restore(hidden)).status).toBe(200);
    expect(await visit(`/${section}/${old}`)).toEqual([200, null]);
  },
);

test("restoring an earlier version of a redirect doesn't activate the redirect", async () => {
  const { begin, change } = KINDS.redirects;
  for (const statement of [...begin, change, "update redirects set is_on = false"]) await query(statement);
  const [begun = "", , off = ""] = await revisionsOf("redirects");
  expect((await restore(begun)).status).toBe(200);
  expect(await query("select from_path, is_on from redirects")).toEqual([
    { from_path: "/old", is_on: false },
  ]);
  expect(await visit("/old")).toEqual([404, null]);
  expect((await restore(off, "is_on")).status).toBe(200);
  expect(await visit("/old")).toEqual([301, "/blog"]);
});

test("restoring an industry's name updates its case studies and list URLs", async () => {
  for (const statement of [SHOPS, STUDY]) await query(statement);
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from industries");
  await save("industries", { intent: "update", id, version: "1", name: "Stores" });
  expect(await visit("/case-studies?industry=Shops")).toEqual([301, "/case-studies?industry=stores"]);
  const [begun = ""] = await revisionsOf("industries");
  expect((await restore(begun)).status).toBe(200);
  expect(await visit("/case-studies?industry=Stores")).toEqual([301, "/case-studies?industry=shops"]);
  expect(await visit("/case-studies?industry=shops")).toEqual([200, null]);
  const study = await read("/case-studies/study");
  expect(study).toContain("Shops");
  expect(study).not.toContain("Stores");
});
