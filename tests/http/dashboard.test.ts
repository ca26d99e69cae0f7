import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { home } from "../../app/copy/site/home.ts";
import { asDatabaseUrl } from "../support/database.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, request, without, ...site } = await openPanelSite();
const read = async (path: string) => wordsOf(await site.read(PANEL + path));
const find = async (text: string) => {
  const response = await request(`${PANEL}/search`, { search: text });
  return { status: response.status, groups: (await response.json()) as Group[] };
};
type Group = {
  label: string;
  all?: { label: string; to: string };
  items: { label: string; detail: string; to: string }[];
};

beforeEach(() =>
  clear(
    "blog_posts",
    "case_studies",
    "industries",
    "website_content",
    "enquiries",
    "subscribers",
    "redirects",
  ),
);

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

test("the four counters count content items, posts, published posts and drafts", async () => {
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

test("without enquiries, the dashboard shows no chart and nothing awaiting a reply", async () => {
  const page = await read("/dashboard");
  expect(page).toContain("No enquiries in the last 12 weeks");
  expect(page).toMatch(/Launch .*Awaiting reply .*You've replied to everyone\./);
  expect(page).toMatch(/Received 0 \w+: 0 Won 0 \w+: 0 Value won None \w+: None/);
  expect(page).toContain("Nothing is scheduled for the next 7 days.");
  expect(page).toContain("No drafts.");
  expect(page).toContain("Nothing was deleted in the last 30 days.");
});

test("unanswered enquiries are listed oldest first, with the time left", async () => {
  await addEnquiry("Young", { created_at: new Date(Date.now() - 3_600_000) });
  await addEnquiry("Old", { created_at: new Date(Date.now() - 30 * 3_600_000) });
  await addEnquiry("Spammer", { status: "spam" });
  await addEnquiry("Answered", { status: "contacted", created_at: new Date(Date.now() - 99 * 3_600_000) });
  const page = await read("/dashboard");
  expect(page).toContain("2 new enquiries, 1 overdue. You promise a reply within 24 hours.");
  expect(page).toMatch(/Old .*Overdue: waiting 30 hours.*Young .*Reply within 23 hours/);
  expect(page).not.toMatch(/Spammer|Answered/);
});

test("quick actions open the forms for new records, and an enquiry awaiting a reply opens (SPEC 2)", async () => {
  await addEnquiry("Ada");
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from enquiries");
  const html = await site.read(`${PANEL}/dashboard`);
  for (const [label, to] of [
    ["Case studies", "case-studies?add=1"],
    ["Blog posts", "blog?add=1"],
    ["Website content", "content"],
    ["Ada", `enquiries?open=${id}`],
  ] as const)
    expect(elementsOf(html, "a", `href="${PANEL}/${to}"`).map(wordsOf), label).toContainEqual(
      expect.stringMatching(new RegExp(`^${label}`)),
    );
});

test("an enquiry's summary is its services, otherwise its message", async () => {
  await addEnquiry("Ada", { form_type: "audit", message: "More wedding orders" });
  await addEnquiry("Bob", { form_type: "audit", message: `${"word ".repeat(200)}end` });
  await addEnquiry("Cyd", { services: ["Local SEO"], message: "Call me" });
  await addEnquiry("Dan", { form_type: "audit" });
  const page = await read("/dashboard");
  expect(page).toMatch(/Ada More wedding orders/);
  expect(page).toMatch(/Bob (word ){19}word…/);
  expect(page).toMatch(/Cyd Local SEO/);
  expect(page).toMatch(/Dan Not given/);
});

test("follow-ups that are due keep their room below unanswered enquiries", async () => {
  for (const name of ["One", "Two", "Three", "Four", "Five"]) await addEnquiry(name);
  const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString().slice(0, 10);
  for (const [name, ago] of Object.entries({ Late: 3, Later: 2, Latest: 1 }))
    await addEnquiry(name, { status: "contacted", follow_up_on: day(ago) });
  const page = await read("/dashboard");
  expect(page).toMatch(/5 new enquiries, 0 overdue\. .* 3 follow-ups due\./);
  expect(page).toMatch(
    /One Not given Reply .*Two Not given Reply .*Late Follow up: \d days? late .*Later Follow up: /,
  );
  expect(page).not.toMatch(/Three Not given|Latest Follow/);
});

test("this month's enquiries, customers and their value are beside last month's", async () => {
  await addEnquiry("Ada", {
    status: "won",
    value_cents: 250_000,
    value_per: "month",
    value_is_estimate: true,
  });
  await addEnquiry("Bob");
  await addEnquiry("Cyd", { status: "spam" });
  await query(
    `insert into enquiry_status_changes (enquiry_id, from_status, to_status) select id, 'new', 'won' from enquiries where name = 'Ada'`,
  );
  expect(await read("/dashboard")).toMatch(
    /This month .*Received 2 \w+: 0 Won 1 \w+: 0 Value won about \$2,500 a month \w+: None/,
  );
});

test("what's scheduled within a week is listed, and a schedule that failed is an alarm", async () => {
  const [post] = await addPost("Launch offer");
  const draft = async (publish_at: string, problem = "") => {
    await query("delete from change_sets");
    await query(
      `with set as (insert into change_sets (publish_at, problem) values (now() + $1::interval, $2) returning id)
       insert into change_items (change_set_id, kind, record_id, name, fields)
       select id, 'blog-posts', $3, 'Launch offer', '{}' from set`,
      [publish_at, problem, post!.id],
    );
  };
  await draft("6 days");
  expect(await read("/dashboard")).toMatch(/Scheduled this week .*Launch offer Goes live on /);
  await draft("8 days");
  expect(await read("/dashboard")).toMatch(
    /Nothing is scheduled for the next 7 days\. After that: Launch offer Goes live on /,
  );
  await draft("1 day", "The slug is taken.");
  expect(await read("/dashboard")).toContain("Scheduled changes weren't published. The slug is taken.");
  await query("delete from change_sets");
});

test("the chart of enquiries has a table and leaves out spam", async () => {
  await addEnquiry("Ada");
  await addEnquiry("Bob");
  await addEnquiry("Cyd", { status: "spam" });
  const html = await site.read(`${PANEL}/dashboard`);
  expect(html).toMatch(
    /<svg[^>]*role="img"[^>]*aria-label="Enquiries per week: 0 in the week of .* 2 this week so far\."/,
  );
  const page = wordsOf(html);
  expect(page).toContain("2 enquiries in 12 weeks");
  expect(page).toMatch(/this week so far 2 /);
});

test("drafts and pending emails are on the dashboard with links", async () => {
  const [row] = await addPost("Half");
  await query("update blog_posts set published = false");
  await query(
    `insert into outgoing_mails (id, message_id, subject, text_body, html_body)
     values (gen_random_uuid(), '<1@seo.example>', 'Hello', '', '')`,
  );
  const html = await site.read(`${PANEL}/dashboard`);
  expect(html).toContain(`href="${PANEL}/blog?edit=${row!.id}"`);
  expect(wordsOf(html)).toContain("1 pending.");
  await query("delete from outgoing_mails");
});

test("the search finds records, pages and texts", async () => {
  const [post] = await addPost("Quokka care");
  await query(
    `with industry as (insert into industries (name) values ('Quokka keepers') returning id)
     insert into case_studies (title, slug, client, industry, industry_id)
     select 'More quokkas', 'more', 'Zoo', 'Quokka keepers', id from industry`,
  );
  await query(
    "insert into media (id, name, alt, file_id) select id, name, alt, gen_random_uuid() from (values ('quokkaaaaaaa', 'quokka.jpg', ''), ('quokkabbbbbb', 'zoo.jpg', 'Two quokkas')) as images (id, name, alt)",
  );
  await addEnquiry("Quokka Fan");
  await addEnquiry("Somebody", { email: "quokka@mail.example" });
  await query("insert into subscribers (email, token) values ('Quokka@zoo.example', 'q')");
  await query("insert into redirects (from_path, to_path) values ('/quokkas', '/about'), ('/old', null)");
  const { groups } = await find("quokka");
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ["Blog posts", 1],
    ["Case studies", 1],
    ["Industries", 1],
    ["Images", 2],
    ["Enquiries", 2],
    ["Subscribers", 1],
    ["Redirects", 1],
  ]);
  for (const { items } of groups) expect((await request(items[0]!.to)).status).toBe(200);
  const [, subscriber, redirect] = groups.slice(-3).map(({ items }) => items[0]!);
  expect(subscriber).toMatchObject({ label: "Quokka@zoo.example", detail: "Pending" });
  expect(redirect).toMatchObject({ label: "/quokkas", detail: "/about" });
  expect((await find("/old")).groups[0]?.items[0]).toMatchObject({
    label: "/old",
    detail: "Permanently removed (410)",
  });
  expect(groups[0]?.items[0]).toEqual({
    label: "Quokka care",
    detail: "Published",
    to: `${PANEL}/blog?edit=${post!.id}`,
  });
  expect((await find("/services/local-seo")).groups.map(({ label }) => label)).toContain("Pages");
  const texts = (await find("home hero title")).groups.find(({ label }) => label === "Content");
  expect(texts?.items[0]).toMatchObject({
    label: "Home, top of the page: headline",
    detail: home.hero.title,
  });
  expect((await request(texts!.items[0]!.to)).status).toBe(200);
  const list = (await find("home hero points")).groups.find(({ label }) => label === "Content");
  expect(list?.items[0]?.detail).toMatch(/^Clear prices and written guarantees · /);
  expect((await find("100%_no")).groups).toEqual([]);
  expect((await find(" ")).groups).toEqual([]);
});

test("a text is found by its label and by words in any order", async () => {
  const textsFor = async (words: string) =>
    (await find(words)).groups.find(({ label }) => label === "Content")?.items.map(({ label }) => label) ??
    [];
  expect((await textsFor("headline"))[0]).toBe("Home, top of the page: headline");
  expect((await textsFor("hero"))[0]).toBe("Home, top of the page: eyebrow text");
  expect(await textsFor("headline pricing technical")).toContain("Technical SEO, pricing: headline");
});

test("the search lists pages before redirects, and links to all results", async () => {
  await query("insert into redirects (from_path, to_path) values ('/blog/local-pages', null)");
  const { groups } = await find("local");
  expect(groups[0]?.label).toBe("Pages");
  expect(groups.at(-1)?.label).toBe("Redirects");
  const texts = groups.find(({ label }) => label === "Content")!;
  expect(texts.items).toHaveLength(5);
  expect(texts.all).toEqual({ label: "Show all content", to: `${PANEL}/content?search=local` });
  expect(groups.at(-1)?.all).toBeUndefined();
  const all = await find("headline pricing");
  expect(await read(all.groups[0]!.all!.to.slice(PANEL.length))).toContain(" pricing: headline ");
});

test("a search that can't read the database returns a 500 without internal details", async () => {
  await without("enquiries", async () => {
    expect(await find("quokka")).toEqual({ status: 500, groups: null });
  });
});

test("deleted records are listed with the days left, and can be restored", async () => {
  const [post] = await addPost("Gone");
  await query("update blog_posts set deleted_at = now() - interval '10 days 1 hour'");
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, deleted_at)
     values ('home', 'hero', 'title', 'Old words', now())`,
  );
  // A reset text doesn't count as a deleted record.
  expect(await read("/dashboard")).toContain("Deleted 1 can still be restored.");
  const page = await read("/deleted");
  expect(page).toContain(
    "Blog posts (1) Case studies (0) Pages you added (0) Industries (0) Images (0) Reply templates (0) Website content (1)",
  );
  expect(page).toMatch(/Gone gone .*20 days left/);
  expect(await read("/deleted?kind=website-content")).toMatch(
    /home \/ hero \/ title Old words .*30 days left/,
  );
  expect(await read("/deleted?kind=industries")).toContain("No items of this type were deleted");
  expect(await read("/deleted?kind=nonsense&page=-1")).toContain("Gone");

  const restore = (kind: string, id: string) => site.save("deleted", { intent: "restore", kind, id });
  expect((await restore("blog-posts", post!.id)).text).toContain("Blog post restored");
  expect((await request("/blog/gone")).status).toBe(200);

  const [content] = await query<{ id: string }>("select id from website_content");
  await query(
    "insert into website_content (page_name, section_name, content_key, content_value) values ('home', 'hero', 'title', 'New words')",
  );
  const refused = await restore("website-content", content!.id);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Failed to restore content")]);
  expect(refused.text).toContain("Other content is now stored under this key.");
  expect((await restore("nonsense", post!.id)).status).toBe(400);
});

test("the lists of deleted records and subscribers follow the search and sort parameters in the URL", async () => {
  for (const title of ["Bees", "Ants"]) await addPost(title);
  await query(
    "update blog_posts set deleted_at = case title when 'Ants' then now() else now() - interval '1 day' end",
  );
  expect(await read("/deleted?kind=blog-posts")).toMatch(/Ants ants .*Bees bees /);
  expect(await read("/deleted?kind=blog-posts&sort=soonest")).toMatch(/Bees bees .*Ants ants /);
  expect(await read("/deleted?kind=blog-posts&search=ant")).not.toContain("Bees bees");
  expect(await read("/deleted?kind=blog-posts&search=wasps")).toContain("No matches");

  await query(`insert into subscribers (email, token, created_at)
    values ('bea@mail.example', 'b', now()), ('ada@mail.example', 'a', now() - interval '1 day')`);
  expect(await read("/enquiries/subscribers")).toMatch(/newest first .*bea@.* ada@/);
  expect(await read("/enquiries/subscribers?sort=email")).toMatch(/email a to z .*ada@.* bea@/);
  expect(await read("/enquiries/subscribers?sort=nonsense")).toMatch(/bea@.* ada@/);
});

test("a record that was purged or restored in the meantime can't be restored", async () => {
  const [post] = await addPost("Purged");
  const restore = () => site.save("deleted", { intent: "restore", kind: "blog-posts", id: post!.id });
  for (const change of ["update blog_posts set deleted_at = null", "delete from blog_posts"]) {
    await query(change);
    const refused = await restore();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Failed to restore")]);
    expect(refused.text).toContain("already been restored or permanently deleted");
  }
});

describe("the last good backup", () => {
  beforeEach(() => query("delete from backups"));
  const HOUR_MS = 3_600_000;
  const addBackup = (hoursAgo: number, state: string, more: Record<string, unknown> = {}) => {
    const made_at = new Date(Date.now() - hoursAgo * HOUR_MS);
    const row = { kind: "nightly", bytes: 1_234_567, made_at, state, ...more };
    const names = Object.keys(row);
    return query(
      `insert into backups (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(row),
    );
  };
  const readBackups = async () => {
    const html = await site.read(`${PANEL}/dashboard`);
    const [alarm = ""] = elementsOf(html, "p", "warn--alarm");
    return { alarm: wordsOf(alarm), page: wordsOf(html) };
  };

  test("the last backup's time, size and test restore are shown", async () => {
    await addBackup(200, "failed", { trouble: "disk" });
    await addBackup(5, "restored");
    const { alarm, page } = await readBackups();
    expect(alarm).toBe("");
    expect(page).toMatch(
      /Backups Last good backup: \w+ \d+, \d+:\d\d [AP]M, 1\.2 MB\. A test restore recovered everything\./,
    );
    await addBackup(1, "read");
    expect((await readBackups()).page).toContain("A test restore isn't possible on this server.");
  });

  test("with BACKUP_DIR=off, another machine's backups are shown", async () => {
    await addBackup(5, "restored");
    const database = { DATABASE_URL: asDatabaseUrl(site.database), SEED: "none" };
    const other = await startSite({ ...database, DATA_DIR: folderOfTest(), BACKUP_DIR: "off" });
    onTestFinished(() => other.stop().then(() => {}));
    const dashboard = async () =>
      wordsOf(await (await fetch(`${other.url}${PANEL}/dashboard`, { headers: site.session })).text());
    expect(await dashboard()).toContain("Last good backup:");
    await query("update backups set made_at = made_at - interval '3 days'");
    expect(await dashboard()).toContain("Turned off on the server (BACKUP_DIR=off).");
  });

  test("an alarm appears after 36 hours without a good backup", async () => {
    await addBackup(35, "none", { kind: "begun", bytes: 0 });
    const fresh = await readBackups();
    expect(fresh.page).toContain("The first backup runs tonight");
    expect(fresh.alarm).toBe("");
    await query("update backups set made_at = made_at - interval '2 hours'");
    expect((await readBackups()).alarm).toMatch(
      /^Your site has had no good backup for more than 36 hours\. .* No backups yet\.$/,
    );
    await addBackup(35, "restored");
    expect((await readBackups()).alarm).toBe("");
    await query("update backups set made_at = made_at - interval '2 hours'");
    expect((await readBackups()).alarm).toMatch(
      /^Your site has had no good .* Last good backup: .* 1\.2 MB\.$/,
    );
  });

  test("a failed backup is shown with its cause and the fix", async () => {
    await addBackup(25, "restored");
    await addBackup(1, "failed", { trouble: "disk", detail: "The disk with /srv has 100 MB free." });
    expect((await readBackups()).alarm).toMatch(
      /^The last backup failed: the disk is too full\. Ask your developer to free up space.* Last good backup: .* The server says: The disk with \/srv has 100 MB free\.$/,
    );
    await addBackup(0.5, "unfit", { detail: "Table industries has other rows." });
    expect((await readBackups()).alarm).toMatch(/^The last backup can't be restored\. .*other rows\.$/);
  });
});

test("if jobs stop, an alarm says when they last ran", async () => {
  expect(await read("/dashboard")).not.toContain("scheduled tasks have stopped");
  // Simulates a stopped worker. The running worker may overwrite the time, so repeat the update.
  await vi.waitFor(async () => {
    await query("update worker_pulse set at = now() - interval '10 minutes'");
    expect(await read("/dashboard")).toMatch(
      /Email and scheduled tasks have stopped\. Nothing has run since .+\. Enquiries are still saved/,
    );
  }, PATIENCE);
});

test("if the dashboard can't be read, a toast says so and the panel still works", async () => {
  const { status, html } = await without("backups", async () => {
    const response = await request(`${PANEL}/dashboard`);
    return { status: response.status, html: await response.text() };
  });
  expect(status).toBe(200);
  expect(wordsOf(html)).toContain("The dashboard couldn't be loaded.");
  expect(html).toContain("Failed to fetch the dashboard");
  expect(wordsOf(html)).toContain("Logout");
});
