import { beforeEach, describe, expect, test } from "vitest";
import { namesOfDrafts } from "../support/draft-names.ts";
import { PANEL } from "../support/owner.ts";
import { headingsOf, wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, request, read, without, download, ...site } = await openPanelSite();
const save = (form: Record<string, string>) => site.save("redirects", form);
const importFile = (file: Blob, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append("intent", "import");
  form.append("file", file);
  return site.save("redirects", form);
};
const add = (from_path: string, to_path: string, answer = "301") =>
  save({ intent: "add", from_path, to_path, answer });
const stored = async () =>
  (await query<{ id: string; version: string; hits: number }>("select * from redirects"))[0]!;
const visit = async (path: string) => {
  const { status, headers } = await fetch(site.url + path, { redirect: "manual" });
  return [status, headers.get("Location")?.replace(/^https?:\/\/[^/]+/, "")];
};

beforeEach(() => clear("redirects", "slug_history", "missing_paths", "change_sets"));

test("changes to a redirect take effect immediately", async () => {
  const added = await add("/Old-Page/", "/contact");
  expect([added.status, added.text]).toEqual([200, expect.stringContaining("Redirect added successfully")]);
  expect(await visit("/old-page")).toEqual([301, "/contact"]);

  const { id } = await stored();
  const update = { intent: "update", id, version: "1", from_path: "/old-page", to_path: "", answer: "410" };
  expect((await save(update)).text).toContain("Redirect updated successfully");
  expect(await visit("/old-page")).toEqual([410, undefined]);

  await expect.poll(async () => (await stored()).hits, PATIENCE).toBe(2);
  await query("update redirects set hits = 3, to_path = '/contact'");
  const deleted = await save({ intent: "delete", id });
  expect(deleted.text).toContain("Redirect deleted successfully");
  expect(await visit("/old-page")).toEqual([404, undefined]);
  expect((await site.undo(deleted)).text).toContain("Undone");
  expect(await stored()).toMatchObject({ hits: 3 });
  expect(await visit("/old-page")).toEqual([301, "/contact"]);
});

test("automatic redirects for moved and deleted pages are listed and can be overridden", async () => {
  const post = (slug: string) => ({ title: "A", slug, content: "x" });
  await site.save("blog", { intent: "add", ...post("moving") });
  const { id } = (await query<{ id: string }>("select id from blog_posts"))[0]!;
  await site.save("blog", { intent: "update", id, version: "1", ...post("moved") });
  const list = () => read(`${PANEL}/redirects`);
  expect(await list()).toMatch(/moving<.*Renamed<.*Create redirect from <!-- -->\/blog\/moving/s);
  expect((await download(`${PANEL}/redirects.csv`)).text).toContain(
    '"/blog/moving","/blog/moved","rename","0"',
  );
  expect((await importFile(new Blob(["From,To\n/blog/moving,/blog/moved"]))).text).toContain("unchanged");
  expect(await query("select 1 from redirects")).toEqual([]);

  await add("/blog/moving", "/contact");
  expect(await visit("/blog/moving")).toEqual([301, "/contact"]);
  expect(await list()).not.toContain("Renamed");
  await save({ intent: "delete", id: (await stored()).id });
  expect(await visit("/blog/moving")).toEqual([301, "/blog/moved"]);

  await site.save("blog", { intent: "delete", id });
  expect(await list()).toMatch(/moved<.*Permanently removed \(410\).*Deleted</s);
  await query("delete from blog_posts");
});

test("a renamed industry's old URL is listed with the new one", async () => {
  await site.save("industries", { intent: "add", name: "Local Shops" });
  const { id } = (await query<{ id: string }>("select id from industries"))[0]!;
  await site.save("case-studies", { intent: "add", title: "S", client: "Ada", industry_id: id, slug: "s" });
  await site.save("industries", { intent: "update", id, version: "1", name: "Shops & Co" });
  expect(await read(`${PANEL}/redirects`)).toContain("/case-studies?industry=shops-%26-co");
  await query("delete from case_studies");
  await query("delete from industries");
});

test("Undo says why it can't restore a redirect that would create a loop", async () => {
  await add("/a", "/b");
  const deleted = await save({ intent: "delete", id: (await stored()).id });
  await add("/b", "/a");
  const undone = await site.undo(deleted);
  expect(undone.status).toBe(400);
  expect(undone.text).toContain("/b redirects back to /a: this would create a redirect loop.");
});

test("the list marks redirects whose target is hidden or deleted", async () => {
  const list = () => read(`${PANEL}/redirects`);
  await add("/category/*", "/blog/*");
  expect(await list()).not.toMatch(/visitors get/);
  await query("insert into blog_posts (title, slug, content, published) values ('D', 'draft', 'x', false)");
  await add("/old", "/blog/draft");
  expect(await list()).toContain("The target isn't a public page yet, so visitors get a 404 for now.");
  await query("update blog_posts set published = true");
  expect(await list()).not.toMatch(/visitors get/);
  const { id } = (await query<{ id: string }>("select id from blog_posts"))[0]!;
  await site.save("blog", { intent: "delete", id });
  expect(await list()).toContain("The target was deleted, so visitors get a 410.");
  await query("delete from blog_posts");
});

test.each([
  ["/about", "/contact", "There's a page at /about now."],
  ["/robots.txt", "/contact", "There's a page at /robots.txt now."],
  [PANEL, "/contact", "There's a page at"],
  ["/a", "/a", "A redirect can't point to itself."],
  ["", "/contact", "Please fill in the old URL"],
  ["/a", "", "Enter the URL to redirect to."],
])("a redirect from %s to %s is rejected at its field", async (from, to, words) => {
  const { status, text } = await add(from, to);
  expect([status, text]).toEqual([400, expect.stringContaining(words)]);
  expect(await query("select 1 from redirects")).toEqual([]);
});

test("an outdated edit gets a 409", async () => {
  await add("/a", "/contact");
  const { id } = await stored();
  const update = { intent: "update", id, version: "1", from_path: "/a", to_path: "/about", answer: "301" };
  expect((await save(update)).status).toBe(200);
  const late = await save({ ...update, to_path: "/team" });
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringMatching(
      /Someone else saved this redirect .* Their version differs from yours in New URL \(\w+ \d+, [\d:]+ [AP]M\)\./,
    ),
  ]);
});

describe("drafts", () => {
  const list = async () => wordsOf(await read(`${PANEL}/redirects`));
  const publish = async (drafts: string) => {
    const published = await site.save("changes", { intent: "publish", drafts });
    expect(published.text).toContain("Changes published");
    return published;
  };
  const linkTo = async (drafts: string) =>
    /\/preview\/[\w-]+/.exec((await site.save("changes", { intent: "share", drafts })).text)![0];

  test("a draft leaves the published redirect alone until the draft is published", async () => {
    await add("/campaign", "/contact");
    const { id } = await stored();
    const edit = { intent: "update", id, version: "1", from_path: "/campaign", answer: "301", draft: "on" };
    // A full URL from a browser is stored without the site's own host.
    const { headers: led } = await fetch(`${site.url}/campaign`, { redirect: "manual" });
    const kept = await save({ ...edit, to_path: new URL("/About/", led.get("Location")!).href });
    expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("Draft saved")]);
    expect(await query("select fields from change_items")).toEqual([
      { fields: { to_path: { base: { value: "/contact" }, value: { value: "/about" } } } },
    ]);
    expect(await visit("/campaign")).toEqual([301, "/contact"]);
    expect(await list()).toContain("Pending changes");
    // The dialog isn't in the server's HTML, so check the form's data.
    expect(await read(`${PANEL}/redirects?edit=${id}`)).not.toContain('"/about');
    expect(await read(`${PANEL}/redirects?edit=${id}&draft=1`)).toContain('"/about');
    expect(wordsOf(await read(`${PANEL}/changes`))).toContain("/campaign");

    const drafts = await namesOfDrafts(query);
    const preview = await (await request(`${PANEL}/preview?drafts=${drafts}`)).text();
    const about = await (await fetch(`${site.url}/about`)).text();
    expect(headingsOf(preview, 1)).toEqual(headingsOf(about, 1));
    const link = await linkTo(drafts);
    const { status, headers } = await fetch(`${site.url}${link}/campaign?x=1`, { redirect: "manual" });
    expect([status, headers.get("Location")]).toEqual([
      301,
      expect.stringMatching(/^\/preview\/[\w-]+\/about\?x=1$/),
    ]);
    expect(await visit("/campaign")).toEqual([301, "/contact"]);

    const done = await publish(drafts);
    expect(await visit("/campaign")).toEqual([301, "/about"]);
    expect(await list()).not.toContain("Pending changes");
    await site.undo(done);
    expect(await visit("/campaign")).toEqual([301, "/contact"]);
    // The past site shows the redirect as it was.
    const [, published] = await query<{ id: string }>(
      "select id from revisions where record_key = $1 order by at",
      [id],
    );
    const past = await request(`${PANEL}/as-of/${published!.id}?record`);
    const then = past.headers.get("Location");
    expect([past.status, then]).toEqual([301, `${PANEL}/as-of/${published!.id}/about`]);
    expect(headingsOf(await (await request(then!)).text(), 1)).toEqual(headingsOf(about, 1));
  });

  test("a redirect's preview says if the redirect goes to another site", async () => {
    await add("/campaign", "/contact");
    const { id } = await stored();
    await save({
      intent: "update",
      id,
      version: "1",
      from_path: "/campaign",
      to_path: "https://else.example/x",
      draft: "on",
    });
    const preview = await request(`${PANEL}/preview?drafts=${await namesOfDrafts(query)}`);
    expect(wordsOf(await preview.text())).toContain(
      "redirects to https://else.example/x, which is on another site.",
    );
  });

  test("a new redirect saved as a draft is inactive until its draft is published", async () => {
    const form = {
      intent: "add",
      from_path: "/New/",
      to_path: "/contact",
      answer: "301",
      is_on: "true",
      draft: "on",
    };
    const kept = await save(form);
    expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("your changes")]);
    expect(await stored()).toMatchObject({ from_path: "/new", to_path: "/contact", is_on: false });
    expect(await visit("/new")).toEqual([404, undefined]);
    expect(await list()).toMatch(/\/new.*Off.*Pending changes/);
    const drafts = await namesOfDrafts(query);
    const checks = async () =>
      (await (await request(`${PANEL}/changes/checks?drafts=${drafts}`)).json()) as object;
    expect(await checks()).toMatchObject({
      pages: [],
      redirects: [{ from: "/new", says: "Redirects visitors to /contact.", isRight: true }],
    });
    await query("update redirects set to_path = '/nowhere'");
    expect(await checks()).toMatchObject({
      redirects: [{ says: "Redirects to /nowhere, where there's no page.", isRight: false }],
    });
    await query("update redirects set to_path = '/contact'");
    const link = await linkTo(drafts);
    expect((await fetch(`${site.url}${link}/new`, { redirect: "manual" })).headers.get("Location")).toBe(
      `${link}/contact`,
    );
    const done = await publish(drafts);
    expect(await visit("/new")).toEqual([301, "/contact"]);
    await site.undo(done);
    expect(await visit("/new")).toEqual([404, undefined]);
    for (const [from_path, words] of [
      ["/about", "There's a page at /about now."],
      ["/new", "There's already a redirect from /new, but it's off."],
      ["/contact2", "A redirect can't point to itself."],
    ] as const) {
      const refused = await save({ ...form, from_path, to_path: "/contact2" });
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
    }
    expect(await query("select 1 from redirects")).toHaveLength(1);
    expect(await query("select 1 from change_items where waits")).toEqual([]);
  });

  test("an inactive redirect stays inactive when it's edited, and the CSV export leaves it out", async () => {
    await save({ intent: "add", from_path: "/off", to_path: "/contact", is_on: "false" });
    const { id } = await stored();
    expect(await visit("/off")).toEqual([404, undefined]);
    const update = {
      intent: "update",
      id,
      version: "1",
      from_path: "/off",
      to_path: "/about",
      answer: "301",
    };
    await save(update);
    expect(await stored()).toMatchObject({ to_path: "/about", is_on: false });
    expect((await download(`${PANEL}/redirects.csv`)).text).not.toContain("/off");
    expect((await importFile(new Blob(["From,To\n/off,/contact"]))).text).toContain("Edit it to turn it on.");
    expect(await stored()).toMatchObject({ to_path: "/about", is_on: false });
    await save({ ...update, version: "2", is_on: "true" });
    expect(await visit("/off")).toEqual([301, "/about"]);
  });
});

test("the CSV export can be imported again", async () => {
  await add("/a", "/contact?x=1,2");
  await add("/b", "", "410");
  const { headers, bytes: csv } = await download(`${PANEL}/redirects.csv`);
  expect(headers.get("Content-Disposition")).toContain("redirects.csv");
  expect([...csv.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  await query("delete from redirects");
  const { status, text } = await importFile(new Blob([csv]));
  expect([status, text]).toEqual([200, expect.stringContaining("Imported 2 of 2 lines.")]);
  expect(await query("select from_path, to_path from redirects order by 1")).toEqual([
    { from_path: "/a", to_path: "/contact?x=1,2" },
    { from_path: "/b", to_path: null },
  ]);
  expect((await importFile(new Blob([]))).text).toContain("Choose a CSV file.");
  expect((await download(`${PANEL}/redirects.csv?search=/b`)).text).not.toContain("/contact");
});

test("an import's preview shows the effect of each line and imports nothing", async () => {
  await add("/a", "/contact");
  const file = new Blob(["From,To\n/a,/about\n/b/*,/blog/*\n/?p=7,/about\n/about,/contact"]);
  const previewed = await importFile(file, { preview: "1" });
  expect(wordsOf(previewed.text)).toContain("Preview ready");
  for (const outcome of ["changed", "added", "refused"]) expect(previewed.text).toContain(`"${outcome}"`);
  expect(await query("select from_path, to_path from redirects")).toEqual([
    { from_path: "/a", to_path: "/contact" },
  ]);

  const imported = await importFile(file);
  expect(imported.text).toContain("Imported 3 of 4 lines.");
  expect(await visit("/?p=7")).toEqual([301, "/about"]);
  expect((await site.undo(imported)).text).toContain("Undone");
  expect(await visit("/?p=7")).toEqual([200, undefined]);
});

test("'Test a URL' shows what visitors get", async () => {
  await add("/category/*", "/services/*");
  const tested = async (url: string) =>
    wordsOf(await read(`${PANEL}/redirects?test=${encodeURIComponent(url)}`));
  expect(await tested("/category/local-seo")).toContain(
    "Redirects to /services/local-seo (301). The redirect from /category/* matches.",
  );
  expect(await tested("/category/nothing")).toContain(
    "Redirects to /services/nothing (301). The redirect from /category/* matches. There's no page at /services/nothing.",
  );
  expect(await tested("about")).toContain("There's a page here (200).");
  expect(await tested(`/about?utm_source=news&gclid=${"x".repeat(300)}`)).toContain(
    "There's a page here (200).",
  );
  expect(await tested("/not-there")).toContain("Nothing here: visitors get a 404.");
  expect(await tested("https://elsewhere.example/x")).toContain("This URL is on another site.");
});

test("the 404 log suggests the page that a visitor most likely wanted", async () => {
  await fetch(`${site.url}/seo/local-seo.html`);
  await expect
    .poll(() => query("select 1 from missing_paths where path like '%local-seo%'"), PATIENCE)
    .toHaveLength(1);
  expect(wordsOf(await read(`${PANEL}/redirects?view=missing`))).toContain(
    "Redirect to /services/local-seo?",
  );
});

/** Leaves out requests that other tests cause in the meantime. */
const LOST = "from missing_paths where path like '%lost%'";

test("the 404 log counts requests for missing pages and can be cleared", async () => {
  await add("/old", "/contact");
  const headers = { Referer: "https://news.example/story" };
  for (const path of [
    "/lost-page",
    "/lost-page",
    "/Lost-Page/",
    "/blog/lost",
    "/old",
    "/old?x=1",
    "/clips/lost.svg",
  ])
    await fetch(site.url + path, { redirect: "manual", headers });
  await expect
    .poll(() => query(`select path, hits, referrers ${LOST} order by path`))
    .toEqual([
      { path: "/blog/lost", hits: 1, referrers: { "news.example": 1 } },
      { path: "/clips/lost.svg", hits: 1, referrers: { "news.example": 1 } },
      { path: "/lost-page", hits: 3, referrers: { "news.example": 3 } },
    ]);
  expect(await stored()).toMatchObject({ hits: 2 });

  const page = await read(`${PANEL}/redirects?view=missing`);
  expect(page).toContain("Create redirect from <!-- -->/lost-page");
  expect(page).toContain("news.example (3)");
  await save({ intent: "clear", path: "/blog/lost" });
  expect(await query(`select 1 ${LOST}`)).toHaveLength(2);
  await save({ intent: "clear-all" });
  expect(await query(`select 1 ${LOST}`)).toEqual([]);
});
