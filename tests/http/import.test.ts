import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { namesOfDrafts } from "../support/draft-names.ts";
import { OLD_SITE, type Post, wxr } from "../support/exports.ts";
import { openOldSites } from "../support/old-sites.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { addSession } from "../support/session.ts";
import { processesOf } from "../support/site.ts";
import { openPanelSite } from "../support/test-site.ts";

const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#a50" } })
  .png()
  .toBuffer();
const old = await openOldSites(png);
afterAll(() => void old.close());

const site = await openPanelSite({ AUDIT: "on", AUDIT_TEST_NET: old.net });
const { clear, query, read, request, session, url } = site;

beforeEach(() =>
  clear("change_sets", "imports", "blog_posts", "landing_pages", "redirects", "slug_history", "media"),
);

async function upload(files: Record<string, string>, headers: Record<string, string> = {}, siteUrl = "") {
  const form = new FormData();
  form.set("site_url", siteUrl);
  for (const [name, content] of Object.entries(files)) form.append("file", new File([content], name));
  const response = await fetch(`${url}${PANEL}/import/upload`, {
    ...{ method: "POST", body: form, redirect: "manual" },
    headers: { ...session, Origin: url, ...headers },
  });
  const to = response.headers.get("location") ?? "";
  return {
    status: response.status,
    to,
    id: /id=([\da-f-]{36})/.exec(to)?.[1] ?? "",
    text: await response.text(),
  };
}

const stateOf = async (id: string) =>
  (await query<{ state: string }>("select state from import_runs where import_id = $1", [id]))[0]?.state;
const until = (id: string, state: RegExp) => expect.poll(() => stateOf(id), PATIENCE).toMatch(state);

const CHOICES = {
  ...{ "type:post": "blog-posts", "type:page": "", industry_id: "", images: "library" },
  redirects: "/category/news/* /blog\n/feed/* /rss.xml\n/nowhere",
};
const act = (form: Record<string, string>) => site.save("import", form);

/**
 * Uploads posts and imports them.
 * @returns the import's id
 */
async function runImport(posts: Post[], choices: Record<string, string> = {}, siteUrl = "") {
  const { id } = await upload(siteUrl ? {} : { "wp.xml": wxr(...posts) }, {}, siteUrl);
  await until(id, /ready|failed/);
  expect(await stateOf(id)).toBe("ready");
  const { status, text } = await act({ intent: "store", id, ...CHOICES, ...choices });
  expect([status, text]).toEqual([200, expect.stringContaining("Import started")]);
  await until(id, /stored|failed/);
  expect(await stateOf(id)).toBe("stored");
  return id;
}
const draftOf = (id: string) => draftName({ kind: "imports", id });
/** Returns the names of the drafts that an import's result leads to. */
const draftsOf = async (id: string) =>
  /changes\?drafts=([\w.-]+)/.exec(await read(`${PANEL}/import?id=${id}`))?.[1] ?? "";
const publish = async (id: string) => site.save("changes", { intent: "publish", drafts: await draftsOf(id) });
const posts = () =>
  query<{ title: string; slug: string; published: boolean; at: string; content: string; version: number }>(
    "select title, slug, published, to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as at, content, version from blog_posts where deleted_at is null order by slug",
  );
async function visit(at: string) {
  const { status, headers } = await fetch(url + at, { redirect: "manual" });
  const to = headers.get("location");
  return to ? `${status} ${to.replace(/^https?:\/\/[^/]+/, "")}` : String(status);
}

const TWO: Post[] = [
  {
    id: 1,
    title: "First",
    content: `<p>See <a href="${OLD_SITE}/2020/05/second/#x">it</a> and <a href="/?p=2">that</a>.</p>`,
  },
  { id: 2, title: "Second", date: "2020-05-06 07:08:09", meta: { _yoast_wpseo_title: "%%title%% | Meta" } },
];

describe("from the upload to the public site", () => {
  test("a report lists what will be imported before anything is stored", async () => {
    const { id, status } = await upload({
      "wp.xml": wxr(
        ...TWO,
        { id: 3, title: "Secret", status: "private" },
        { id: 4, title: "[x]", content: '[pricing id="1"]' },
      ),
    });
    expect(status).toBe(303);
    await until(id, /ready/);
    const page = await read(`${PANEL}/import?id=${id}`);
    for (const words of [
      "Nothing has been stored yet.",
      "Secret",
      "It&#x27;s private.",
      "pricing (1)",
      "/blog/first",
      `${OLD_SITE}/2019/03/first/`,
    ])
      expect(page).toContain(words);
    expect(await posts()).toEqual([]);
    expect(await query("select from redirects")).toEqual([]);
    await expect.poll(() => fs.readdirSync(path.join(site.dataDir, "imports"))).toEqual([]);
  });

  test("imported posts stay unpublished until one click publishes them with their redirects, except drafts", async () => {
    const id = await runImport([...TWO, { id: 3, title: "Notes", status: "draft" }]);
    expect((await posts()).map(({ slug, published }) => [slug, published])).toEqual([
      ["first", false],
      ["notes", false],
      ["second", false],
    ]);
    expect([await visit("/blog/first"), await visit("/2019/03/first")]).toEqual(["404", "404"]);
    expect(wordsOf(await read(`${PANEL}/changes?drafts=${await draftsOf(id)}`))).toContain(
      "3 items from old.site.test",
    );
    expect((await publish(id)).status).toBe(200);
    expect((await posts()).map(({ slug, published, at }) => [slug, published, at])).toEqual([
      ["first", true, "2019-03-04 05:06:07"],
      ["notes", false, expect.any(String)],
      ["second", true, "2020-05-06 07:08:09"],
    ]);
    expect((await posts())[0]!.content).toContain(
      '<a href="/blog/second#x">it</a> and <a href="/blog/second">that</a>',
    );
    for (const [from, to] of [
      ["/2019/03/first/", "301 /blog/first"],
      ["/2019/03/first/feed/", "301 /blog/first"],
      ["/?p=2", "301 /blog/second"],
      ["/category/news/", "301 /blog"],
      ["/feed/", "301 /rss.xml"],
      ["/blog/second", "200"],
    ] as const)
      expect([from, await visit(from)]).toEqual([from, to]);
    expect(await (await fetch(`${url}/blog/second`)).text()).toContain("<title>Second | Meta");
    const checked = wordsOf(await read(`${PANEL}/import?id=${id}&check=0`));
    expect(checked).toContain("6 redirected (301), 1 not found (404). /nowhere 404");
  });

  test("URLs below one that stays the same, and those from before a slug was changed, are redirected", async () => {
    const link = `${OLD_SITE}/blog/first/`;
    await publish(await runImport([{ id: 1, title: "First", link, oldSlugs: ["early"] }]));
    for (const [from, to] of [
      ["/blog/first", "200"],
      ["/blog/first/", "301 /blog/first"],
      ["/blog/first/amp/", "301 /blog/first"],
      ["/blog/early/", "301 /blog/first"],
    ] as const)
      expect([from, await visit(from)]).toEqual([from, to]);
    await query("update blog_posts set published = false");
    await query("update blog_posts set published = false");
    await expect.poll(() => visit("/blog/first"), PATIENCE).toBe("404");
  });

  test("undoing an import's publish hides everything again", async () => {
    const id = await runImport(TWO);
    const published = await publish(id);
    const undone = await site.undo(published);
    expect(undone.status).toBe(200);
    for (const at of ["/blog/first", "/2019/03/first/", "/?p=2", "/category/news/"])
      expect([at, await visit(at)]).toEqual([at, at.startsWith("/?") ? "200" : "404"]);
    expect((await site.undo(undone, { redo: "on" })).status).toBe(200);
    expect(await visit("/blog/first")).toBe("200");
    expect((await posts())[0]!.at).toBe("2019-03-04 05:06:07");
  });

  test("publishing and its toast count the imported items, not the import", async () => {
    const posts = Array.from({ length: 68 }, (_, i) => ({ id: i + 1, title: `Post ${i}` }));
    const id = await runImport(posts);
    const tab = await read(`${PANEL}/changes?drafts=${await draftsOf(id)}`);
    expect(tab).toMatch(/items\W+68\b/);
    const { text } = await publish(id);
    expect(text).toContain("68 items are live now.");
  });

  test("a published import that was reverted can be drafted again, or removed", async () => {
    const id = await runImport(TWO);
    expect((await site.undo(await publish(id))).status).toBe(200);
    const tab = async (of = id) => wordsOf(await read(`${PANEL}/import?id=${of}`));
    expect(await tab()).toContain("Not published. To publish all of it at once, save it as a draft again.");
    expect((await act({ intent: "draft", id })).status).toBe(200);
    expect(await tab()).toContain("Review and publish");
    const again = await publish(id);
    expect(again.text).toContain("2 items are live now.");
    expect(await visit("/2019/03/first/")).toBe("301 /blog/first");
    expect((await act({ intent: "draft", id })).status).toBe(400);
    expect((await site.undo(again)).status).toBe(200);
    expect((await act({ intent: "remove", id })).status).toBe(200);
    expect([await posts(), await query("select from redirects")]).toEqual([[], []]);
    await runImport(TWO);
    expect(await posts()).toHaveLength(2);
  });

  test("removing a reverted import keeps what was edited here, and names it", async () => {
    const id = await runImport(TWO);
    expect((await site.undo(await publish(id))).status).toBe(200);
    await query("update blog_posts set content = '<p>Mine</p>' where slug = 'second'");
    const { status, text } = await act({ intent: "remove", id });
    expect([status, text]).toEqual([400, expect.stringContaining("Changed since then: Second (edited)")]);
    expect(await posts()).toHaveLength(2);
  });

  test("after its draft was discarded, a second upload leads to the first import", async () => {
    const id = await runImport(TWO);
    expect((await site.save("changes", { intent: "drop", drafts: draftOf(id) })).status).toBe(200);
    expect(await draftsOf(id)).toBe("");
    const second = await runImport(TWO);
    const tab = await read(`${PANEL}/import?id=${second}`);
    expect(wordsOf(tab)).toContain("Everything was already imported, but isn't published yet.");
    expect(tab).toContain(`?id=${id}"`);
    expect((await act({ intent: "draft", id })).status).toBe(200);
    expect((await publish(id)).status).toBe(200);
    const third = await runImport(TWO);
    expect(wordsOf(await read(`${PANEL}/import?id=${third}`))).toContain("Nothing changed.");
  });

  test("an import that adds nothing doesn't say that everything was imported before", async () => {
    const tooLong = { id: 1, title: "Too long", content: `<p>${"word ".repeat(120_000)}</p>` };
    const id = await runImport([tooLong], { redirects: "" });
    const tab = wordsOf(await read(`${PANEL}/import?id=${id}`));
    expect(tab).toContain("No post or page was added or changed.");
    expect(tab).not.toContain("already imported");
    expect(await posts()).toEqual([]);
  });

  test("an unpublished import can be removed and repeated", async () => {
    const id = await runImport(TWO);
    expect((await act({ intent: "remove", id })).status).toBe(200);
    expect([await posts(), await query("select from redirects"), await namesOfDrafts(query)]).toEqual([
      ...[[], [], ""],
    ]);
    await runImport(TWO);
    expect(await posts()).toHaveLength(2);
  });
});

test("an import's preview shows what publishing would change", async () => {
  const id = await runImport([{ id: 1, title: "First" }]);
  const drafts = draftOf(id);
  expect(await read(`${PANEL}/preview?drafts=${drafts}`)).toContain("Text of First.");
  const shared = await site.save("changes", { intent: "share", drafts });
  const [link = ""] = /\/preview\/[\w-]+/.exec(shared.text) ?? [];
  expect(await (await fetch(`${url}${link}/blog/first`)).text()).toContain("Text of First.");
  expect(await visit("/blog/first")).toBe("404");
});

describe("from the old site's URL", () => {
  const PAGES = { "type:page": "landing-pages" };

  test("a WordPress site's posts come from its API; SEO fields that the API lacks come from its pages", async () => {
    const id = await runImport([], { ...PAGES, images: "link" }, "wp.test");
    const all = await query(
      "select title, slug, meta_title, meta_description, author, category, featured_image, is_followable from blog_posts order by length(slug), slug limit 2",
    );
    const shared = { author: "Ann Baker", category: "News & views", featured_image: "https://wp.test/b.png" };
    expect(all).toEqual([
      {
        ...{ title: "Post – 1", slug: "post-1", meta_title: "Yoast 1", meta_description: "Said" },
        ...{ is_followable: false, ...shared },
      },
      {
        ...{
          title: "Post – 2",
          slug: "post-2",
          meta_title: "post-2 – Live",
          meta_description: "About post-2.",
        },
        ...{ is_followable: true, ...shared },
      },
    ]);
    expect(await query("select count(*)::int from blog_posts")).toEqual([{ count: 119 }]);
    expect((await publish(id)).status).toBe(200);
    expect(await (await fetch(`${url}/our-method`)).text()).toContain("Text");
    expect([await visit("/2019/03/post-7/"), await visit("/our-method")]).toEqual([
      "301 /blog/post-7",
      "200",
    ]);
    const checked = wordsOf(await read(`${PANEL}/import?id=${id}&check=100`));
    expect(checked).toContain("/lost/ 404");
  });

  test("the report compares sample posts with their live pages", async () => {
    const { id } = await upload({}, {}, "http://wp.test/");
    await until(id, /ready|failed/);
    const report = await read(`${PANEL}/import?id=${id}`);
    for (const words of [
      "post-1 – Live",
      "Old site",
      "/tag/* /blog",
      "/lost/",
      "It&#x27;s protected by a password.",
    ])
      expect(report).toContain(words);
    expect(report).not.toContain("/tag/rye");
  });

  test("a site that isn't WordPress is imported from its sitemap", async () => {
    await runImport([], { ...PAGES, "type:blog": "blog-posts" }, "plain.test");
    expect(await posts()).toMatchObject([
      { title: "Rye", slug: "rye", content: "<p>All about <b>rye</b>.</p>" },
    ]);
    // The site already has an About page.
    expect(await query("select from landing_pages")).toEqual([]);
  });

  test.each(["nowhere.test", "inside.test"])("if %s can't be reached, the import says so", async (host) => {
    const { id } = await upload({}, {}, host);
    await until(id, /ready|failed/);
    expect(await read(`${PANEL}/import?id=${id}`)).toContain(`We couldn&#x27;t reach https://${host}`);
  });
});

describe("what two sites or folders have in common", () => {
  const file = (title: string, text = "Text") => `---\ntitle: ${title}\n---\n${text}`;
  async function store(files: Record<string, string>) {
    const { id } = await upload(files);
    await until(id, /ready|failed/);
    expect((await act({ intent: "store", id, ...CHOICES })).status).toBe(200);
    await until(id, /stored|failed/);
  }

  test("later uploads with the same file name, ids or titles overwrite nothing", async () => {
    const noSite = (title: string) =>
      wxr({ id: 1, title, link: "" })
        .replaceAll(OLD_SITE, "")
        .replace(/<link><\/link>/g, "");
    for (const title of ["One", "Two"]) {
      await store({ "index.md": file(title) });
      await store({ "wp.xml": noSite(title) });
      await store({ "a.csv": `title,content\nShared,${title}` });
    }
    expect((await posts()).map(({ title, slug }) => `${title} ${slug}`)).toEqual([
      ...["One one", "One one-2", "Shared shared", "Shared shared-2", "Two two", "Two two-2"],
    ]);
  });

  test("child pages keep their redirect, and the report says that they have no parent here", async () => {
    const child = { id: 1, title: "Crew", type: "page", link: `${OLD_SITE}/about/crew/` };
    const { id } = await upload({ "wp.xml": wxr(child) });
    await until(id, /ready/);
    const report = wordsOf(await read(`${PANEL}/import?id=${id}`));
    expect(report).toContain("It was below another page, and is at the top level here. (1) Crew");
    await publish(await runImport([child], { "type:page": "landing-pages" }));
    expect([await visit("/about/crew/"), await visit("/crew")]).toEqual(["301 /crew", "200"]);
  });
});

describe("the report", () => {
  test("counts posts without a category or author, lists all types, and names the untitled", async () => {
    const { id } = await upload({
      "wp.xml": wxr(
        { id: 1, title: "A", category: "", author: "" },
        { id: 2, title: "", slug: "", status: "draft" },
        { id: 3, title: "Soup", type: "recipe" },
        ...[4, 5].map((id) => ({ id, title: "Same", status: "private" })),
      ),
    });
    await until(id, /ready/);
    const report = wordsOf(await read(`${PANEL}/import?id=${id}`));
    for (const words of [
      "Posts without a category (they get the default one unless you enter one below) 1",
      "Posts without an author (they get this site's name) 1",
      "recipe (1)",
      "Items of the type “recipe” are imported only if you choose as what. (1) Soup",
      "It's private. (2) Same",
      "Untitled post 2",
    ])
      expect(report).toContain(words);
  });
});

describe("repeated and interrupted imports", () => {
  test("importing the same file again writes only what changed on the old site", async () => {
    await runImport(TWO);
    const before = [await posts(), await query("select count(*) from revisions where kind <> 'imports'")];
    await runImport(TWO);
    expect([await posts(), await query("select count(*) from revisions where kind <> 'imports'")]).toEqual(
      before,
    );
    await query("update blog_posts set content = '<p>Mine</p>' where slug = 'second'");
    const changed = TWO.map((post) => ({ ...post, content: "<p>New words</p>" }));
    const id = await runImport(changed);
    expect((await posts()).map(({ content }) => content)).toEqual(["<p>New words</p>", "<p>Mine</p>"]);
    expect(await read(`${PANEL}/import?id=${id}`)).toContain("It was edited here since the last import.");
    const states =
      "select state from import_items where import_id = $1 and kind = 'record' order by position";
    expect(await query(states, [await runImport(changed)])).toEqual([
      { state: "unchanged" },
      { state: "left" },
    ]);
  });

  test("a published post that changed on the old site becomes a draft", async () => {
    await publish(await runImport(TWO));
    const id = await runImport([{ ...TWO[0]!, content: "<p>New words</p>" }, TWO[1]!]);
    expect((await posts())[0]!.content).not.toContain("New words");
    expect((await publish(id)).status).toBe(200);
    expect((await posts())[0]!.content).toBe("<p>New words</p>");
  });

  describe("an import's own drafts", () => {
    const restore = ({ text }: { text: string }) =>
      site.save("changes", { intent: "restore", id: /restore\W+id\W+([\da-f-]{36})/.exec(text)?.[1] ?? "" });
    type Row = Record<"id" | "slug" | "title" | "content" | "version", string>;
    const rows = () =>
      query<Row>("select id, slug, title, content, version::text from blog_posts order by slug");
    const saveDraft = async (post: Row, excerpt: string) =>
      expect((await site.save("blog", { ...post, intent: "update", excerpt, draft: "on" })).text).toContain(
        "Draft saved",
      );

    /** Imports a change to one published post, after the other got a draft here. */
    async function importChange() {
      await publish(await runImport(TWO));
      const [first, second] = await rows();
      await saveDraft(second!, "Mine");
      const id = await runImport([
        { ...TWO[0]!, content: "<p>New words</p>" },
        { id: 9, title: "Ninth" },
      ]);
      return { id, post: draftName({ kind: "blog-posts", id: first!.id }) };
    }

    /** Discards the draft of an import, publishes the one that it came with, and restores the discarded one. */
    async function publishBetween({ id, post }: { id: string; post: string }) {
      const dropped = await site.save("changes", { intent: "drop", drafts: draftOf(id) });
      expect((await site.save("changes", { intent: "publish", drafts: post })).status).toBe(200);
      expect((await restore(dropped)).status).toBe(200);
    }

    test("are where its result leads, also after one was discarded and restored", async () => {
      const { id, post } = await importChange();
      const own = [draftOf(id), post].sort();
      expect((await draftsOf(id)).split(".").sort()).toEqual(own);
      const dropped = await site.save("changes", { intent: "drop", drafts: draftOf(id) });
      expect(await draftsOf(id)).toBe("");
      expect((await restore(dropped)).status).toBe(200);
      expect((await draftsOf(id)).split(".").sort()).toEqual(own);
    });

    test("are where its result leads, also if the others were published before one was restored", async () => {
      const { id, post } = await importChange();
      await publishBetween({ id, post });
      expect(await draftsOf(id)).toBe(draftOf(id));
    });

    test("are what removing it discards, but not later drafts of the same posts", async () => {
      const { id, post } = await importChange();
      await publishBetween({ id, post });
      await saveDraft((await rows())[0]!, "Later");
      expect((await act({ intent: "remove", id })).status).toBe(200);
      expect((await namesOfDrafts(query)).split(".")).toContain(post);
      expect((await namesOfDrafts(query)).split(".")).not.toContain(draftOf(id));
    });
  });

  test("removing an import discards the drafts it created", async () => {
    await publish(await runImport(TWO));
    const id = await runImport([
      { ...TWO[0]!, content: "<p>New words</p>" },
      { id: 9, title: "Ninth" },
    ]);
    expect(await query("select from change_items where waits")).toHaveLength(2);
    expect((await act({ intent: "remove", id })).status).toBe(200);
    expect(await query("select from change_items where waits")).toEqual([]);
    expect((await posts()).map(({ slug }) => slug)).toEqual(["first", "second"]);
  });

  test("an import whose process was killed continues without duplicates", async () => {
    const id = await runImport(TWO);
    await query("update import_runs set state = 'storing', heard_at = null where import_id = $1", [id]);
    await query(
      'update import_items set state = \'new\', data = data || \'{"html": "<p>Third</p>", "images": [], "excerpt": ""}\' where source_key like \'%:2\'',
    );
    await query("delete from blog_posts where slug = 'second'");
    await query("select graphile_worker.add_job('import_content')");
    await until(id, /stored|failed/);
    expect(await stateOf(id)).toBe("stored");
    expect((await posts()).map(({ slug }) => slug)).toEqual(["first", "second"]);
    expect(await query("select from redirects where from_path = '/2019/03/first/*'")).toHaveLength(1);
  });

  test("if the jobs process is killed, its import reader ends, and the import can start over", async () => {
    const many = Array.from({ length: 600 }, (_, i) => ({ id: i + 1, title: `Post ${i}` }));
    const { id } = await upload({ "wp.xml": wxr(...many) });
    const [jobs = 0] = processesOf(site, "jobs");
    const readers = () => processesOf({ process: { pid: jobs } }, "import");
    await expect.poll(() => readers().length, { ...PATIENCE, interval: 5 }).toBe(1);
    const [reader = 0] = readers();
    process.kill(jobs, "SIGKILL");
    await expect.poll(() => fs.existsSync(`/proc/${reader}`), PATIENCE).toBe(false);
    await expect.poll(() => processesOf(site, "jobs").length, PATIENCE).toBe(1);
    await query("update import_runs set heard_at = null where import_id = $1", [id]);
    await query("select graphile_worker.add_job('import_content')");
    await until(id, /ready|failed/);
    const items = "select count(*)::int as count, count(distinct position)::int as places from import_items";
    expect(await query(items)).toEqual([{ count: 600, places: 600 }]);
  });

  test("only the machine that has an import's files reads them, and it deletes those of canceled imports", async () => {
    const folderOf = (id: string) => path.join(site.dataDir, "imports", id);
    const put = (id: string) => {
      fs.mkdirSync(folderOf(id), { recursive: true });
      fs.writeFileSync(path.join(folderOf(id), "0"), wxr(...TWO));
    };
    const add = async (state: string) => {
      const [{ id } = { id: "" }] = await query<{ id: string }>(
        "insert into imports (label) values ('wp.xml') returning id",
      );
      const files = JSON.stringify([{ file: "0", name: "wp.xml", bytes: 1 }]);
      await query("insert into import_runs (import_id, state, files) values ($1, $2, $3)", [
        id,
        state,
        files,
      ]);
      return id;
    };
    const [elsewhere, canceled] = [await add("reading"), await add("canceled")];
    put(canceled);
    const { id } = await upload({ "wp.xml": wxr(...TWO) });
    await until(id, /ready|failed/);
    expect(await stateOf(elsewhere)).toBe("reading");
    await expect.poll(() => fs.existsSync(folderOf(canceled)), PATIENCE).toBe(false);
    put(elsewhere);
    await until(elsewhere, /ready|failed/);
    expect(await stateOf(elsewhere)).toBe("ready");
  });

  test("an item with a taken slug gets a number or is skipped", async () => {
    await query("insert into blog_posts (title, slug, content) values ('Mine', 'first', '<p>x</p>')");
    await runImport(TWO);
    expect((await posts()).map(({ slug }) => slug)).toEqual(["first", "first-2", "second"]);
    await query("delete from blog_posts where slug <> 'first'");
    await query("delete from imports");
    await runImport(TWO, { conflicts: "skip" });
    expect((await posts()).map(({ slug }) => slug)).toEqual(["first", "second"]);
  });
});

test("each image is imported once, and those that can't be fetched are reported", async () => {
  const img = (at: string, alt: string) => `<img src="${at}" alt="${alt}">`;
  const at = "http://images.test";
  const id = await runImport([
    {
      id: 1,
      title: "First",
      content: img(`${at}/b.png`, "Bread") + img(`${at}/page.png`, "P") + img(`${at}/inside.png`, "I"),
    },
    { id: 2, title: "Second", content: img(`${at}/b.png`, "Bread") + img("http://inside.test/b.png", "X") },
  ]);
  expect(await query("select name, alt from media")).toEqual([{ name: "b", alt: "Bread" }]);
  const [first, second] = await posts();
  expect(first!.content).toMatch(/src="\/media\/[a-z2-7]{12}" alt="Bread"/);
  expect(first!.content).toContain('src="https://images.test/page.png"');
  expect(second!.content).toMatch(/^<p><img src="\/media\/[a-z2-7]{12}" alt="Bread" \/><\/p>$/);
  expect(first!.content).not.toContain("inside.png");
  const failed = await query<{ url: string; reason: string }>(
    "select old_url as url, reason from import_items where import_id = $1 and kind = 'image' and state = 'failed' order by 1",
    [id],
  );
  expect(failed.map((one) => /removed|stays/.exec(one.reason)?.[0])).toEqual(["removed", "stays", "removed"]);
  expect(failed.map((one) => one.url)).toEqual([
    "http://images.test/inside.png",
    "http://images.test/page.png",
    "http://inside.test/b.png",
  ]);
  for (const { reason } of failed) expect(reason).toMatch(/doesn't exist|image/i);
});

test.each(["library", "link"])(
  "an image that visitors couldn't see is removed and named, if images are chosen as %s",
  async (images) => {
    const content = `<p>Text</p><figure><a href="/x"><img src="https://127.0.0.1:8443/a.png" alt="A"></a></figure><figure><img src="http://[::1]/b.png" alt="B"><figcaption>Caption</figcaption></figure>`;
    const id = await runImport([{ id: 1, title: "First", content }], { images });
    expect((await posts())[0]!.content.replace(/\s+/g, "")).toBe(
      "<p>Text</p><figure><figcaption>Caption</figcaption></figure>",
    );
    const tab = wordsOf(await read(`${PANEL}/import?id=${id}`));
    for (const name of ["https://127.0.0.1:8443/a.png", "http://[::1]/b.png"])
      expect(tab).toMatch(new RegExp(`${name.replace(/[[\]]/g, "\\$&")} [^.]*\\. It was removed\\.`));
  },
);

test("an image whose name ends in a size is found, and links to images open the copies", async () => {
  const name = "http://images.test/wp-content/uploads/b-1200x628.png";
  await runImport([
    {
      ...{ id: 1, title: "First" },
      content: `<a href="${name}"><img src="${name}" alt="Bread"></a>`,
    },
    { id: 9, title: "b", type: "attachment", status: "inherit", file: name },
  ]);
  expect((await posts())[0]!.content).toMatch(/href="(\/media\/[a-z2-7]{12})"><img src="\1" alt="Bread"/);
});

test("the report says how to retry failed images, and importing again retries them", async () => {
  const late = [{ id: 1, title: "First", content: '<img src="http://images.test/late.png" alt="Late">' }];
  const id = await runImport(late);
  expect((await posts())[0]!.content).toContain("images.test/late.png");
  expect(wordsOf(await read(`${PANEL}/import?id=${id}`))).toContain("To try the images again");
  const again = await runImport(late);
  expect((await posts()).map(({ content }) => content)).toEqual([
    expect.stringMatching(/src="\/media\/[a-z2-7]{12}" alt="Late"/),
  ]);
  expect(wordsOf(await read(`${PANEL}/import?id=${again}`))).not.toContain("To try the images again");
});

describe("rejected imports", () => {
  test("unauthorized, incomplete and oversized uploads are rejected", async () => {
    expect((await upload({ "a.xml": "x" }, { Cookie: "" })).status).toBe(401);
    const [editor] = await query<{ id: string }>(
      "insert into people (role, name, email, password_hash) values ('editor', 'E', 'e@example.com', '') returning id",
    );
    const theirs = { Cookie: `${SESSION_COOKIE}=${await addSession(query, editor!.id)}` };
    expect((await upload({ "a.xml": "x" }, theirs)).status).toBe(404);
    expect((await upload({ "a.xml": "x" }, { Origin: "https://evil.test" })).status).toBe(403);
    expect((await upload({ "a.xml": "x" }, { "Sec-Fetch-Site": "same-origin" })).status).toBe(403);
    expect((await upload({})).to).toContain("refused=noFile");
    const cutOff = { "Content-Type": "multipart/form-data; boundary=another" };
    expect((await upload({ "a.xml": "x" }, cutOff)).to).toContain("refused=brokenOff");
    const noBoundary = { "Content-Type": "multipart/form-data" };
    expect((await upload({ "a.xml": "x" }, noBoundary)).to).toContain("refused=noFile");
    expect(await read(`${PANEL}/import?refused=noFile`)).toContain("Choose a file or enter");
    const large = http.request(`${url}${PANEL}/import/upload`, {
      method: "POST",
      headers: {
        ...session,
        Origin: url,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": 500e6,
      },
    });
    large.flushHeaders();
    const [response] = (await Promise.race([
      new Promise((resolve) => large.once("response", (...args) => resolve(args))),
    ])) as [http.IncomingMessage];
    expect(response.statusCode).toBe(413);
    large.destroy();
  });

  test("importing an unreadable file fails with an explanation and leaves nothing on disk", async () => {
    const { id } = await upload({ "wp.xml": "<rss><channel><item>" });
    await until(id, /failed/);
    expect(await read(`${PANEL}/import?id=${id}`)).toContain("cut off at line 1");
    await expect.poll(() => fs.readdirSync(path.join(site.dataDir, "imports"))).toEqual([]);
  });

  test("a canceled import can't be started", async () => {
    const { id } = await upload({ "wp.xml": wxr(...TWO) });
    await until(id, /ready/);
    expect((await act({ intent: "cancel", id })).status).toBe(200);
    const { status, text } = await act({ intent: "store", id, ...CHOICES });
    expect([status, text]).toEqual([400, expect.stringContaining("already been started or canceled")]);
    expect((await request(`${PANEL}/import?id=${crypto.randomUUID()}`)).status).toBe(404);
  });
});
