import { beforeEach, expect, test } from "vitest";
import { KIND_NAMES } from "../../app/features/records/kinds.server.ts";
import type { KindName } from "../../app/features/records/record-kind.server.ts";
import { logIn } from "../support/log-in.ts";
import { PANEL } from "../support/owner.ts";
import { headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, read, save, undo, url } = await openPanelSite();

beforeEach(async () => {
  await clear("redirects", "slug_history", "blog_posts", "case_studies", "industries", "media");
  await clear("website_content", "page_seo", "website_settings");
  await query("truncate revisions");
});

const pathOf = (kind: string, id: string) =>
  `${PANEL}/activity/record?kind=${kind}&id=${encodeURIComponent(id)}`;
/** Returns the IDs of a kind's revisions, oldest first. */
const revisionsOf = async (kind: string) =>
  (await query<{ id: string }>("select id from revisions where kind = $1 order by at, id", [kind])).map(
    ({ id }) => id,
  );
const restore = (id: string, field?: string) =>
  save("activity/record?kind=blog-posts&id=x", { intent: "restore", id, ...(field ? { field } : {}) });

async function addPost(more = "") {
  const [post] = await query<{ id: string }>(
    `insert into blog_posts (title, slug, content, excerpt ${more && ", published"}) values ('First title', 'first', '<p>One thing.</p><p>Stays.</p>', 'Short' ${more}) returning id`,
  );
  return post!.id;
}

test("a record's history shows each changed field with added and removed words", async () => {
  const id = await addPost();
  await query(
    "update blog_posts set title = 'Second title', content = '<p>Another thing.</p><p>Stays.</p>' where id = $1",
    [id],
  );
  const page = await read(pathOf("blog-posts", id));
  expect(page).toContain("<del>First</del><ins>Second</ins> title");
  expect(page).toContain("<del>One</del><ins>Another</ins> thing.");
  const words = wordsOf(page);
  expect(words).toContain("History: Second title");
  expect(words).toContain("Current version");
  expect(words).not.toContain("Short title");
});

test("saves without changes, renamed industries and redirect hits add no version to a record's history", async () => {
  const [industry] = await query<{ id: string }>(
    "insert into industries (name) values ('Shops') returning id",
  );
  await query(
    "insert into case_studies (title, slug, client, industry, industry_id, challenge, solution, results) values ('Study', 'study', 'Client', 'Shops', $1, '', '', '{}')",
    [industry!.id],
  );
  const before = (await revisionsOf("case-studies")).length;
  await query("update case_studies set title = title");
  await query("update case_studies set industry = 'Stores'");
  expect(await revisionsOf("case-studies")).toHaveLength(before);
  await query("insert into redirects (from_path, to_path) values ('/history-old', '/blog')");
  await query("update redirects set hits = hits + 1 where from_path = '/history-old'");
  expect(await revisionsOf("redirects")).toHaveLength(1);
  await query("delete from redirects where from_path = '/history-old'");
});

test("restoring one field leaves the others unchanged", async () => {
  await addPost();
  await query("update blog_posts set title = 'Second title'");
  await query("update blog_posts set excerpt = 'Longer'");
  const [, second] = await revisionsOf("blog-posts");
  expect((await restore(second!, "title")).status).toBe(200);
  expect(await query("select details from audit_log where event = 'version.restored'")).toEqual([
    { details: { name: "Second title" } },
  ]);
  expect(await query("select title, excerpt from blog_posts")).toEqual([
    { title: "First title", excerpt: "Longer" },
  ]);
});

test("a text's history outlives the text and can restore its values", async () => {
  const key = { page_name: "home", section_name: "hero", content_key: "title" };
  const write = (value: string) =>
    query(
      "insert into website_content (page_name, section_name, content_key, content_type, content_value) values ('home', 'hero', 'title', 'text', $1) on conflict (page_name, section_name, content_key) where deleted_at is null do update set content_value = excluded.content_value",
      [value],
    );
  await write("A headline of ours");
  await query("delete from website_content");
  await write("Another headline");
  const [first, gone] = await revisionsOf("website-content");
  const id = Object.values(key).join(":");
  const words = wordsOf(await read(pathOf("website-content", id)));
  expect(words).toContain("A headline of ours");
  await restore(first!);
  expect(await query("select content_value from website_content where deleted_at is null")).toEqual([
    { content_value: "A headline of ours" },
  ]);
  expect(wordsOf(await read("/"))).toContain("A headline of ours");
  await restore(gone!);
  expect(await query("select 1 from website_content where deleted_at is null")).toEqual([]);
  // The latest version is the built-in text.
  expect(wordsOf(await read(pathOf("website-content", id)))).not.toContain("No fields changed");
  expect(wordsOf(await read("/"))).not.toContain("A headline of ours");
});

test("settings can be restored, including to their defaults", async () => {
  await query(
    "insert into website_settings (setting_key, setting_value) values ('phone_number', '+1 555 0100')",
  );
  await query("update website_settings set setting_value = '+1 555 0199'");
  await query("delete from website_settings");
  const [old, , none] = await revisionsOf("settings");
  expect((await restore(old!)).status).toBe(200);
  expect(await query("select setting_value from website_settings")).toEqual([
    { setting_value: "+1 555 0100" },
  ]);
  expect((await restore(none!)).status).toBe(200);
  expect(await query("select 1 from website_settings")).toEqual([]);
});

test("one save of a settings card is one version in the history", async () => {
  const saveCard = (fields: Record<string, string>) => save("settings", { intent: "save", ...fields });
  const stored = async () => {
    const rows = await query<{ key: string; value: string }>(
      "select setting_key as key, setting_value as value from website_settings order by 1",
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };
  // Older versions of the site wrote rows without an operation.
  await query("insert into website_settings (setting_key, setting_value) values ('site_title', 'Elm')");
  await saveCard({
    site_title: "Maple",
    phone_number: "+1 555 0100",
    brand_color: "#1a7f5a",
  });
  await saveCard({ phone_number: "+1 555 0199" });
  const history = pathOf("settings", "general");
  const page = await read(history);
  expect(headingsOf(page, 2)).toEqual([
    expect.stringMatching(/^Changed/),
    expect.stringMatching(/^Changed/),
    expect.stringMatching(/^Changed/),
  ]);
  expect(wordsOf(page)).toContain("Settings, Business and analytics");
  expect(wordsOf(await read(`${PANEL}/activity`))).toMatch(
    /Settings, Business and analytics.*Phone number.*Settings, Brand/,
  );

  const [elm, maple, , , newest] = await query<{ id: string; key: string }>(
    "select id, record_key as key from revisions where kind = 'settings' order by at, id",
  ).then((rows) => rows.map(({ id }) => id));
  expect(wordsOf(await read(`${history}&from=${elm}&to=${newest}`))).toMatch(/Site title.*Phone number/);
  await restore(newest!, "phone_number");
  expect(await stored()).toMatchObject({ site_title: "Maple", phone_number: "+1 555 0100" });
  await restore(maple!, "site_title");
  expect(await stored()).toMatchObject({ site_title: "Elm", phone_number: "+1 555 0100" });
  await restore(newest!);
  expect(await stored()).toMatchObject({ site_title: "Maple", phone_number: "+1 555 0199" });
  // The restored version has only a title. Other cards don't change.
  await restore(elm!);
  expect(await stored()).toEqual({ site_title: "Elm", brand_color: "#1a7f5a" });
});

test("the history explains why a version can't be restored", async () => {
  await addPost();
  await query("update blog_posts set slug = 'second', title = 'Second'");
  const [first] = await revisionsOf("blog-posts");
  await query("insert into blog_posts (title, slug, content) values ('Other', 'first', '<p>x</p>')");
  const taken = await restore(first!);
  expect([taken.status, taken.text]).toEqual([
    400,
    expect.stringContaining("Failed to restore the earlier version"),
  ]);
  await query("update blog_posts set deleted_at = now() where slug = 'second'");
  expect((await restore(first!)).text).toContain("It's deleted.");
  expect((await restore("00000000-0000-4000-8000-000000000000")).text).toContain("no longer in the history");
  expect((await save("activity/record?kind=blog-posts&id=x", { intent: "restore", id: "1" })).status).toBe(
    400,
  );
});

test("the Activity tab lists changes newest first and can filter them by kind and day", async () => {
  const id = await addPost();
  await query("insert into industries (name) values ('Shops')");
  await query("update blog_posts set deleted_at = now()");
  const all = await read(`${PANEL}/activity`);
  const words = wordsOf(all);
  expect(words.indexOf("Blog posts Deleted")).toBeGreaterThan(0);
  expect(words.indexOf("Blog posts Deleted")).toBeLessThan(words.indexOf("Industries Added"));
  expect(words.indexOf("Industries Added")).toBeLessThan(words.indexOf("Blog posts Added"));
  expect(all).toContain(`kind=blog-posts&amp;id=${id}`);
  expect(wordsOf(await read(`${PANEL}/activity?kind=industries`))).not.toContain("First title");
  expect(wordsOf(await read(`${PANEL}/activity?day=2020-02-03`))).toContain("No matches");
  expect(wordsOf(await read(`${PANEL}/activity?day=never&before=1&kind=x`))).toContain("First title");
});

test("built-in texts and settings are listed as changed or reset, not as added", async () => {
  await query(`insert into website_content (page_name, section_name, content_key, content_value)
    values ('home', 'hero', 'title', 'Ours'), ('home', 'hero', 'own_text', 'New')`);
  await query("update website_content set deleted_at = now() where content_key = 'title'");
  await query("insert into website_settings (setting_key, setting_value) values ('brand_color', '#0055AA')");
  await query("insert into page_seo (page_name, meta_title) values ('about', 'Us')");
  const words = wordsOf(await read(`${PANEL}/activity`));
  for (const said of ["Changed: Value", "Reset to default", "Added"])
    expect(words.split(`Website content ${said}`)).toHaveLength(2);
  expect(words).toContain("Settings Changed: Main color");
  expect(words).toContain("Page SEO Changed: Meta title");
});

test("any two versions of the same record can be compared, in either order", async () => {
  const id = await addPost();
  await query("update blog_posts set title = 'Second title' where id = $1", [id]);
  await query("update blog_posts set title = 'Third title', excerpt = 'Long' where id = $1", [id]);
  const [first = "", second = "", third = ""] = await revisionsOf("blog-posts");
  const compare = async (from: string, to: string) => {
    const page = await read(`${pathOf("blog-posts", id)}&from=${from}&to=${to}`);
    return /<section [^>]*aria-label="Compare versions".*?<\/section>/s.exec(page)?.[0] ?? "";
  };
  for (const [from, to] of [
    [first, third],
    [third, first],
  ] as const) {
    const compared = await compare(from, to);
    expect(compared).toContain("<del>First</del><ins>Third</ins> title");
    expect(compared).toMatch(/<del>Short<\/del>.*<ins>Long<\/ins>/);
    expect(compared).not.toContain("Second</");
  }
  expect(await compare(first, second)).not.toContain("<ins>Long</ins>");
  expect(await compare(first, second)).toContain("<ins>Second</ins>");
  expect(wordsOf(await compare(second, second))).toContain("are identical");
  expect(await compare(second, second)).toMatch(/\(now\): Title, Excerpt/);

  await query("insert into industries (name) values ('Shops')");
  const [other = ""] = await revisionsOf("industries");
  expect(wordsOf(await compare(first, other))).toContain("no longer in the history");
});

test("the Activity tab names redirects by path and target", async () => {
  const [kept] = await query<{ id: string }>(
    "insert into redirects (from_path, to_path) values ('/kept', '/blog') returning id",
  );
  await query("insert into redirects (from_path) values ('/removed')");
  await query("update redirects set to_path = '/about' where id = $1", [kept!.id]);
  await query("delete from redirects where from_path = '/removed'");
  const page = await read(`${PANEL}/activity?kind=redirects`);
  const words = wordsOf(page);
  for (const said of [
    "/kept → /blog Redirects Added",
    "/kept → /about Redirects Changed: New URL",
    "/removed → permanently removed Redirects Permanently removed",
  ])
    expect(words).toContain(said);
  expect(page).toContain(`kind=redirects&amp;id=${kept!.id}`);
  expect(wordsOf(await read(`${PANEL}/activity`))).toContain("/kept → /about");
  await query("delete from redirects");
});

test("each change is stored with its session, if it has one", async () => {
  const sessions = async () =>
    (await query<{ session: string | null }>("select session from revisions order by at, id")).map(
      ({ session }) => session,
    );
  const owner = await logIn(url);
  const [{ session } = { session: "" }] = await query<{ session: string }>(
    "select session from audit_log where event = 'login.right' order by happened_at desc limit 1",
  );
  await owner.save("industries", { intent: "add", name: "Shops" });
  await owner.save("settings", { intent: "save", site_title: "Zone" });
  await query("update industries set name = 'Stores'");
  await save("industries", { intent: "add", name: "Banks" });
  const [first, second, byHand, other] = await sessions();
  expect([first, second, byHand]).toEqual([session, session, null]);
  expect(other).toMatch(/^[0-9a-f]{8}$/);
  expect(other).not.toBe(session);

  const [latest = ""] = (await revisionsOf("industries")).slice(0, 1);
  await owner.save("activity/record?kind=industries&id=x", { intent: "restore", id: latest });
  expect((await sessions()).at(-1)).toBe(session);
  const sent = await fetch(`${url}${PANEL}/media/upload?name=a.gif`, {
    ...{ method: "PUT", headers: owner.session },
    body: Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64"),
  });
  expect(sent.status).toBe(201);
  expect(await query("select distinct session from revisions where kind = 'media'")).toEqual([{ session }]);

  await query("update audit_log set browser = 'Firefox on Linux' where session = $1", [session]);
  const words = wordsOf(await owner.read(`${PANEL}/activity?kind=settings`));
  expect(words).toContain("Firefox on Linux this browser");
  expect(wordsOf(await read(`${PANEL}/activity?kind=settings`))).not.toContain("this browser");
  await query("delete from audit_log where session = $1", [other]);
  const [industry] = await query<{ id: string }>("select id from industries where name = 'Banks'");
  expect(wordsOf(await read(pathOf("industries", industry!.id)))).toContain("A past session, this browser");
});

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
      `insert into landing_pages (title, slug, sections) values ('Local SEO', 'local', '[{"type":"text","is_hidden":false,"title":"One","body":"<p>One.</p>","quote":"","quote_by":""}]')`,
    ],
    change: `update landing_pages set title = 'T', slug = 'services/local-seo/t', service = 'local-seo', area = 'A', menu_label = 'M', sections = '[]', sort = 3, in_header = true, in_footer = true, in_sitemap = false, in_related = false, without_menus = true`,
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
  "reply-templates": {
    table: "reply_templates",
    begin: ["insert into reply_templates (name, body) values ('Thanks', 'Hi {first name}')"],
    change: "update reply_templates set name = 'Price', body = 'Dear {name}'",
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
