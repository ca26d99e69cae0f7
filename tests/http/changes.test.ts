import fs from "node:fs";
import { UNSAFE_decodeViaTurboStream } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import { namesOfDrafts } from "../support/draft-names.ts";
import { headlineDraft } from "../support/headline-draft.ts";
import { PANEL } from "../support/owner.ts";
import { headingsOf, wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, read, request, save, stderr, undo, url } = await openPanelSite();

beforeEach(() => clear("change_sets", "preview_links", "blog_posts", "website_content", "redirects"));

async function addPost(title = "Saved title") {
  const [post] = await query<{ id: string; slug: string }>(
    "insert into blog_posts (title, slug, content) values ($1, $2, '<p>Saved words.</p>') returning id, slug",
    [title, `post-${crypto.randomUUID()}`],
  );
  return post!;
}

const savePost = (id: string, slug: string, more: Record<string, string> = {}) =>
  save("blog", {
    intent: "update",
    id,
    version: "1",
    title: "Saved title",
    slug,
    content: "<p>Saved words.</p>",
    ...more,
  });
const keepPost = (id: string, slug: string, more: Record<string, string> = {}) =>
  savePost(id, slug, { draft: "on", ...more });
const keepText = (content_value: string, more: Record<string, string> = {}) =>
  save("content", { ...headlineDraft(content_value), ...more });
/** Returns the names of all pending drafts. */
const all = () => namesOfDrafts(query);
const postName = (id: string) => draftName({ kind: "blog-posts", id });
const CHANGED = "The drafts have changed since you opened this page. Review them, then try again.";
const HEADLINE = draftName({ kind: "website-content", id: "home:hero:title" });
/** Adds empty drafts. */
const addDrafts = (count: number) =>
  query(
    `insert into change_items (change_set_id, kind, record_id, name, fields)
     select id, 'website-content', 'x' || n, '', '{}' from change_sets, generate_series(1, $1) n where collects`,
    [count],
  );
const act = (form: Record<string, string>) => save("changes", form);
const tab = async (path = "changes") => wordsOf(await read(`${PANEL}/${path}`));
const homeHeadline = async () => headingsOf(await (await fetch(url)).text(), 1)[0];

test("a draft shows in the panel and leaves the published version alone", async () => {
  const { id, slug } = await addPost();
  const before = await homeHeadline();
  const kept = await keepPost(id, slug, { title: "Kept title" });
  expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("Draft saved")]);
  await keepText("Kept headline");
  expect(headingsOf(await (await fetch(`${url}/blog/${slug}`)).text(), 1)).toEqual(["Saved title"]);
  expect(await homeHeadline()).toBe(before);
  expect(await tab("dashboard")).toContain("Changes (2)");
  expect(await tab("blog")).toContain("Published with pending changes");
  expect(await tab("content?filter=home")).toContain("Pending changes");
  const form = await read(`${PANEL}/blog?edit=${id}`);
  expect(wordsOf(form)).toContain("There are pending changes: Title.");
  expect(form).toContain('value="Saved title"');
  const draft = await read(`${PANEL}/blog?edit=${id}&draft=1`);
  expect(wordsOf(draft)).toContain("You're looking at the draft. Changed: Title.");
  expect(draft).toContain('value="Kept title"');
  // The form posts the published version's number, so a save isn't a conflict.
  expect(draft).toMatch(/name="version" value="1"|value="1" name="version"/);
});

test("a draft's form links to the published page, if there is one", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { slug: "kept-slug" });
  const open = () => read(`${PANEL}/blog?edit=${id}&draft=1`);
  const links = (form: string) => new Set(form.match(/(href="|src="\/share)\/blog\/[\w-]+/g));
  expect([...links(await open())].sort()).toEqual([`href="/blog/${slug}`, `src="/share/blog/${slug}`]);
  await query("update blog_posts set published = false");
  await keepPost(id, slug, { version: "2", published: "on", switches: "published" });
  const hidden = await open();
  expect(wordsOf(hidden)).toContain("You're looking at the draft.");
  expect([...links(hidden)]).toEqual([]);
});

test("the forms for texts and page SEO can show the draft", async () => {
  await keepText("Kept headline");
  await save("pages?name=about", {
    intent: "seo",
    name: "about",
    version: "0",
    meta_title: "Kept meta title",
    draft: "on",
  });
  expect(await read(`${PANEL}/content?edit=home%3Ahero%3Atitle&draft=1`)).toContain("Kept headline");
  expect(await read(`${PANEL}/content?edit=home%3Ahero%3Atitle`)).not.toContain("Kept headline");
  expect(await read(`${PANEL}/pages?name=about&seo=1&draft=1`)).toContain("Kept meta title");
  expect(await read(`${PANEL}/pages?name=about&seo=1`)).not.toContain("Kept meta title");
});

test("the Changes tab compares drafts with the published values and publishes the selected ones at once", async () => {
  const { id, slug } = await addPost();
  const before = await homeHeadline();
  await keepPost(id, slug, { title: "Kept title", content: "<p>Saved words, and more.</p>" });
  await keepText("Kept headline");
  const drafts = await all();
  const html = await read(`${PANEL}/changes?drafts=${drafts}`);
  expect(html).toContain("<ins>, and more</ins>");
  expect(wordsOf(html)).toContain("Publish now");
  const published = await act({ intent: "publish", drafts });
  expect([published.status, published.text]).toEqual([200, expect.stringContaining("Changes published")]);
  expect(headingsOf(await (await fetch(`${url}/blog/${slug}`)).text(), 1)).toEqual(["Kept title"]);
  expect(await homeHeadline()).toBe("Kept headline");
  expect(await tab()).toContain("No pending changes");
  expect((await act({ intent: "publish", drafts })).text).toContain(CHANGED);
  const undone = await undo(published);
  expect(undone.text).toContain("Undone");
  expect(headingsOf(await (await fetch(`${url}/blog/${slug}`)).text(), 1)).toEqual(["Saved title"]);
  expect(await homeHeadline()).toBe(before);
  expect(
    await query("select event from audit_log where event like 'changes.%' order by happened_at"),
  ).toEqual([{ event: "changes.published" }, { event: "changes.undone" }]);

  const again = await undo(undone, { redo: "on" });
  expect(again.text).toContain("Redone");
  expect(await homeHeadline()).toBe("Kept headline");
  expect((await undo(again)).text).toContain("Undone");
});

test("the Changes tab starts with the drafts selected that its URL names", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  await keepText("Kept headline");
  const shown = async (query = "") => wordsOf(await read(`${PANEL}/changes${query}`));
  expect(await shown()).toContain("Select all");
  for (const query of ["", "?drafts=", "?drafts=x", `?drafts=${"x".repeat(12)}`])
    expect(await shown(query), query).not.toMatch(/\d selected|Publish now/);
  expect(await shown(`?drafts=${HEADLINE}`)).toMatch(/1 selected.*Publish now/);
  expect(await shown(`?drafts=${HEADLINE}.${postName(id)}`)).toMatch(/2 selected.*Publish now/);
});

test("only the drafts that a request names are published or discarded, and all or none of them", async () => {
  const { id, slug } = await addPost();
  const other = await addPost("Other");
  const before = await homeHeadline();
  await keepPost(id, slug, { title: "Kept title" });
  await keepPost(other.id, other.slug, { title: "Other kept" });
  await keepText("Kept headline");
  const two = `${postName(id)}.${postName(other.id)}`;
  expect((await act({ intent: "drop", drafts: postName(other.id) })).text).toContain("Changes discarded");
  for (const intent of ["publish", "drop", "share", "unschedule"]) {
    const refused = await act({ intent, drafts: two });
    expect([intent, refused.status]).toEqual([intent, 400]);
    expect(refused.text).toContain(CHANGED);
    expect(refused.text).toContain("isOutdated");
  }
  expect(await all()).toBe(`${postName(id)}.${HEADLINE}`);
  expect(await query("select from preview_links")).toEqual([]);
  // A name that's given twice counts once.
  const published = await act({ intent: "publish", drafts: `${postName(id)}.${postName(id)}` });
  expect(published.text).toContain("1 item is live now.");
  expect(await query("select title from blog_posts order by 1")).toEqual([
    { title: "Kept title" },
    { title: "Other" },
  ]);
  expect([await homeHeadline(), await all()]).toEqual([before, HEADLINE]);
});

test("at most 200 drafts can be published or scheduled at a time", async () => {
  await keepText("Kept headline");
  await addDrafts(201);
  const drafts = await namesOfDrafts(query, "record_id like 'x%'");
  for (const intent of ["publish", "schedule", "unschedule"]) {
    const refused = await act({ intent, drafts, at: "2099-07-01T09:00" });
    expect([intent, refused.status]).toEqual([intent, 400]);
    expect(refused.text).toContain("Select at most 200 drafts at a time.");
  }
  expect(await query("select from change_sets where publish_at is not null")).toEqual([]);
  expect((await act({ intent: "drop", drafts })).status).toBe(200);
  expect(await all()).toBe(HEADLINE);
});

/** Returns the stamp that resolves the tab's only conflict. */
async function readStamp(): Promise<string> {
  const { body } = await request(`${PANEL}/changes.data`);
  const { value } = await UNSAFE_decodeViaTurboStream(
    body!,
    globalThis as unknown as Window & typeof globalThis,
  );
  const stamps: string[] = [];
  JSON.stringify(value, (key, one) => {
    if (key === "stamp") stamps.push(one);
    return one;
  });
  expect(stamps).toHaveLength(1);
  return stamps[0]!;
}

test("a conflicting field blocks publishing until one value is chosen", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  await keepText("Kept headline");
  expect((await savePost(id, slug, { title: "Other title" })).text).toContain(
    "Blog post updated successfully",
  );
  const words = await tab();
  expect(words).toContain("A newer version of one field was published after you started your draft");
  expect(words).toContain("Your draft");
  const drafts = await all();
  const refused = await act({ intent: "publish", drafts });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Nothing was published")]);
  expect(await query("select 1 from website_content")).toEqual([]);
  const live = await readStamp();
  const settle = (drafts: string) => act({ intent: "resolve", drafts, field: "title", keeps: "draft", live });
  // A conflict is of one draft.
  expect((await settle(drafts)).status).toBe(400);
  expect((await settle(postName(id))).status).toBe(200);
  expect((await act({ intent: "publish", drafts })).status).toBe(200);
  expect(await query("select title from blog_posts")).toEqual([{ title: "Kept title" }]);
});

test("a preview shows the drafts that its URL names, opens the first one's page and stores nothing", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  await keepText("Kept headline");
  const shown = async (...drafts: string[]) => {
    const answer = await request(`${PANEL}/preview?drafts=${drafts.join(".")}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = await shown(postName(id), HEADLINE);
  expect([post.status, headingsOf(post.text, 1)]).toEqual([200, ["Kept title"]]);
  const home = await shown(HEADLINE, postName(id));
  expect(headingsOf(home.text, 1)).toEqual(["Kept headline"]);
  await keepText("Kept label", { content_key: "primary_label" });
  const label = draftName({ kind: "website-content", id: "home:hero:primary_label" });
  expect((await shown(HEADLINE)).text).not.toContain("Kept label");
  expect((await shown(HEADLINE, label)).text).toContain("Kept label");
  expect(home.headers.get("Cache-Control")).toBe("no-store");
  expect(await query("select 1 from website_content")).toEqual([]);
  await act({ intent: "drop", drafts: postName(id) });
  const over = await shown(HEADLINE, postName(id));
  expect([over.status, wordsOf(over.text)]).toEqual([
    400,
    expect.stringContaining("Some of these changes have already been published or discarded."),
  ]);
  expect((await shown("x")).status).toBe(404);
  // A preview from the Changes tab has no form to return to.
  for (const { text } of [post, over]) expect(wordsOf(text)).not.toContain("return to the form");
  expect(wordsOf(post.text)).toContain("Preview with unpublished changes: only you can see this page");
});

test("a form's Publish button publishes only its own draft", async () => {
  const { id, slug } = await addPost();
  await keepText("Kept headline");
  const published = await keepPost(id, slug, { title: "Published title", draft: "publish" });
  expect(published.text).toContain("Changes published");
  expect(published.text).toContain(`/blog/${slug}`);
  expect(headingsOf(await (await fetch(`${url}/blog/${slug}`)).text(), 1)).toEqual(["Published title"]);
  expect(await homeHeadline()).not.toBe("Kept headline");
  expect(await tab()).toContain("Kept headline");
  expect(await query("select event from audit_log order by happened_at desc limit 1")).toEqual([
    { event: "changes.published" },
  ]);
  await undo(published);
  expect(await query("select title from blog_posts")).toEqual([{ title: "Saved title" }]);
  const version = "3";
  const refused = await keepPost(id, slug, { version, title: "", draft: "publish" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Please fill in")]);
  const nothing = await keepPost(id, slug, { version, draft: "publish" });
  expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining("Nothing differs")]);
});

test("a new post can be written, scheduled and shared from its form", async () => {
  await keepText("Kept headline");
  const text = { title: "New post", slug: "new-post", content: "<p>New.</p>", switches: "published" };
  // Scheduling publishes a post even if its switch is off.
  const added = await save("blog", { ...text, intent: "add", draft: "schedule" });
  const [{ id, published } = { id: "", published: true }] = await query<{ id: string; published: boolean }>(
    "select id, published from blog_posts",
  );
  expect([added.status, added.text, published]).toEqual([200, expect.stringContaining(id), false]);
  const of = { drafts: postName(id) };
  const past = await act({ ...of, intent: "schedule", at: "2020-01-01T09:00" });
  expect([past.status, past.text]).toEqual([400, expect.stringContaining("in the past")]);
  const scheduled = await act({ ...of, intent: "schedule", at: "2099-01-01T09:00" });
  expect(scheduled.text).toContain("Goes live on Jan 1, 2099");
  expect(
    await query(
      "select array_agg(name) as names from change_items join change_sets s on s.id = change_set_id where publish_at is not null",
    ),
  ).toEqual([{ names: ["New post"] }]);
  expect(await tab(`blog?edit=${id}`)).toContain("Goes live on Jan 1, 2099");
  expect(await tab("blog")).toContain("Scheduled for Jan 1, 2099");
  expect(await tab()).toMatch(/Not scheduled .*Goes live on Jan 1, 2099, 9:00 AM \([\w ]+ time\) .*New post/);

  const shared = await act({ ...of, intent: "share" });
  const [link = ""] = /\/preview\/[\w-]+\/blog\/new-post/.exec(shared.text) ?? [];
  expect(headingsOf(await (await fetch(url + link)).text(), 1)).toEqual(["New post"]);
  const [, token = ""] = link.split("/preview/");
  expect(headingsOf(await (await fetch(`${url}/preview/${token.split("/")[0]}/`)).text(), 1)).not.toEqual([
    "Kept headline",
  ]);
});

test("saving a scheduled draft says when it goes live", async () => {
  const [one, two] = [await addPost("One"), await addPost("Two")];
  const first = await keepPost(one.id, one.slug, { excerpt: "Kept" });
  expect(first.text).toContain("Not visible to visitors until you publish it. 1 pending change.");
  await act({ intent: "schedule", drafts: await all(), at: "2099-12-24T09:00" });
  const goesLive = /Goes live on Dec 24, 2099, 9:00.AM\. \d pending changes?\./;
  expect((await keepPost(one.id, one.slug, { author: "Ann" })).text).toMatch(goesLive);
  // New drafts aren't scheduled.
  expect((await keepPost(two.id, two.slug, { excerpt: "Kept" })).text).toContain("Not visible to visitors");
  const added = { intent: "add", title: "Three", slug: "three", content: "<p>x</p>", published: "on" };
  expect((await save("blog", { ...added, draft: "on" })).text).not.toContain("2099");
  const groups = headingsOf(await read(`${PANEL}/changes`), 2).slice(0, 5);
  expect(groups).toEqual([
    "Not scheduled",
    expect.stringMatching(/^Three .*New$/),
    expect.stringMatching(/^Two /),
    expect.stringMatching(/^Goes live on Dec 24, 2099, 9:00 AM \([\w ]+ time\)$/),
    expect.stringMatching(/^One /),
  ]);
});

test("publishing a scheduled draft early from its form says when it will be reverted", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { excerpt: "Kept" });
  await act({ intent: "schedule", drafts: await all(), at: "2099-12-24T09:00", until: "2099-12-31T09:00" });
  const [{ version } = { version: 0 }] = await query<{ version: number }>("select version from change_items");
  const form = new FormData();
  const fields = { intent: "update", id, slug, version: "1", title: "Saved title", excerpt: "Kept" };
  for (const [name, value] of Object.entries({ ...fields, content: "<p>Saved words.</p>", draft: "on" }))
    form.append(name, value);
  form.append("draft_version", String(version));
  form.append("draft", "publish");
  expect((await save("blog", form)).text).toMatch(/1 item is live now\. Reverts on Dec 31, 2099, 9:00.AM\./);
});

test("scheduled drafts keep their revert if they're all published early, but not if only some are", async () => {
  const [one, two] = [await addPost("One"), await addPost("Two")];
  for (const { id, slug } of [one, two]) await keepPost(id, slug, { excerpt: "Kept" });
  const drafts = await all();
  const times = { intent: "schedule", drafts, at: "2099-12-24T09:00", until: "2099-12-31T09:00" };
  await act(times);
  const some = await act({ intent: "publish", drafts: postName(one.id) });
  expect(some.text).toContain("1 item is live now.");
  expect(some.text).not.toContain("Reverts on");
  expect(await all()).toBe(postName(two.id));
  expect(await tab()).toContain("Goes live on Dec 24, 2099, 9:00 AM and reverts on Dec 31, 2099, 9:00 AM");
  await undo(some);
  await keepPost(one.id, one.slug, { version: "3", excerpt: "Kept" });
  await act(times);
  expect((await act({ intent: "publish", drafts })).text).toMatch(
    /2 items are live now\. Reverts on Dec 31, 2099, 9:00.AM\./,
  );
});

test("drafts can be removed from a schedule, and others stay scheduled", async () => {
  const [one, two] = [await addPost("One"), await addPost("Two")];
  for (const { id, slug } of [one, two]) await keepPost(id, slug, { excerpt: "Kept" });
  await act({ intent: "schedule", drafts: await all(), at: "2099-12-24T09:00" });
  expect((await act({ intent: "unschedule", drafts: postName(one.id) })).text).toContain("Unscheduled");
  const shown = (id: string) => tab(`blog?edit=${id}`);
  expect(await shown(one.id)).not.toContain("Goes live on");
  expect(await shown(two.id)).toContain("Goes live on Dec 24, 2099");
});

test("a scheduled draft that's shared still goes live with the others", async () => {
  const [one, two] = [await addPost("One"), await addPost("Two")];
  for (const { id, slug } of [one, two]) await keepPost(id, slug, { excerpt: "Kept" });
  const times = { at: "2099-12-24T09:00", until: "2099-12-31T09:00" };
  await act({ intent: "schedule", drafts: await all(), ...times });
  const shared = await act({ intent: "share", drafts: postName(one.id) });
  expect(shared.text).toContain("/preview/");
  const scheduled = await query<{ ids: string[] }>(
    `select array_agg(record_id) as ids from change_items join change_sets s on s.id = change_set_id
     where publish_at = '2099-12-24T14:00Z' and take_back_at = '2099-12-31T14:00Z' group by s.id`,
  );
  expect(scheduled.map(({ ids }) => ids.sort())).toEqual([[one.id, two.id].sort()]);
});

test("Undo restores discarded changes", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  const { text } = await act({ intent: "drop", drafts: postName(id) });
  expect(await tab()).toContain("No pending changes");
  const kept = await query<{ id: string }>("select id from kept_for_undo order by kept_at desc limit 1");
  expect(text).toContain(kept[0]!.id);
  await act({ intent: "restore", id: kept[0]!.id });
  expect(await tab()).toContain("Kept title");
});

test("no draft is saved if the form is rejected", async () => {
  const { id, slug } = await addPost();
  expect((await keepPost(id, slug, { title: "" })).text).toContain("Please fill in title and content");
  expect((await keepPost(id, slug, { title: "x", version: "7" })).status).toBe(409);
  await keepPost(id, slug, { title: "Kept title" });
  await keepPost(id, slug, { excerpt: "Kept too" });
  const stale = await keepPost(id, slug, { title: "Third", draft_version: "1" });
  expect([stale.status, stale.text]).toEqual([400, expect.stringContaining("in another window")]);
  for (const drafts of ["", "x", `${postName(id)}.`, `${postName(id)} ${postName(id)}`])
    expect([drafts, (await act({ intent: "publish", drafts })).status]).toEqual([drafts, 400]);
  expect((await act({ intent: "publish" })).status).toBe(400);
  expect((await act({ intent: "nothing" })).status).toBe(400);
});

test("changed pages are checked with their pending changes", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, {
    title: "Kept title",
    slug: "kept-slug",
    content: '<p>See <a href="/nowhere-at-all">this</a> and <a href="/blog/kept-slug">itself</a>.</p>',
  });
  await keepText("Kept headline");
  const checks = async (drafts: string) => (await request(`${PANEL}/changes/checks?drafts=${drafts}`)).json();
  const { pages } = (await checks(await all())) as {
    pages: {
      path: string;
      changes: { label: string; after: string }[];
      checks: { id: string; state: string; about?: string[] }[];
    }[];
  };
  const changesOf = (path: string) =>
    Object.fromEntries(
      pages.find((page) => page.path === path)!.changes.map(({ label, after }) => [label, after]),
    );
  expect(pages.map(({ path }) => path).sort()).toEqual(["/", "/blog/kept-slug"]);
  expect(changesOf("/")).toEqual({ "H1 heading": "Kept headline" });
  const post = changesOf("/blog/kept-slug");
  expect([post["H1 heading"], post["Canonical URL"]]).toEqual([
    "Kept title",
    expect.stringMatching(/\/\/[^/]+\/blog\/kept-slug$/),
  ]);
  const links = pages.find(({ path }) => path !== "/")!.checks.find(({ id }) => id === "links");
  expect(links).toMatchObject({ state: "broken", about: ["/nowhere-at-all"] });
  expect(await query("select slug from blog_posts")).toEqual([{ slug }]);
  expect(await checks(HEADLINE)).toMatchObject({ pages: [{ path: "/" }], more: 0 });
  const refused = { pages: [], redirects: [], more: 0, refused: CHANGED };
  expect(await checks(`${HEADLINE}.${"x".repeat(12)}`)).toEqual(refused);
  expect((await request(`${PANEL}/changes/checks?drafts=x`)).status).toBe(404);
});

test("ten changed pages are checked at a time, until all are", async () => {
  const posts: Awaited<ReturnType<typeof addPost>>[] = [];
  for (let i = 0; i < 12; i++) posts.push(await addPost(`Post ${i}`));
  const [{ slug: old } = { slug: "" }] = posts;
  const links = (to: string) => `<p><a href="/blog/${to}">There</a></p>`;
  for (const [i, { id, slug }] of posts.entries())
    await keepPost(id, slug, {
      title: `Post ${i}`,
      ...(i === 0 ? { slug: "moved" } : { content: links(i % 2 ? "moved" : old) }),
    });
  await query("insert into redirects (from_path, to_path) values ('/was', '/about')");
  const [redirect] = await query<{ id: string; version: number }>("select id, version from redirects");
  const moved = { intent: "update", id: redirect!.id, version: String(redirect!.version), draft: "on" };
  await save("redirects", { ...moved, from_path: "/was", to_path: "/team", answer: "301" });
  const drafts = await all();
  const checksFrom = async (from: number) =>
    (await (await request(`${PANEL}/changes/checks?drafts=${drafts}&from=${from}`)).json()) as {
      more: number;
      redirects: { from: string }[];
      pages: { path: string; checks: { id: string; state: string; about?: string[] }[] }[];
    };
  const { pages, more, redirects } = await checksFrom(0);
  expect([pages.length, redirects, more]).toEqual([10, [], 3]);
  const rest = await checksFrom(10);
  expect([rest.pages.length, rest.redirects.map(({ from }) => from), rest.more]).toEqual([2, ["/was"], 0]);
  expect(new Set([...pages, ...rest.pages].map(({ path }) => path)).size).toBe(12);
  expect(await checksFrom(13)).toEqual({ pages: [], redirects: [], more: 0 });
  const stateAt = (i: number) =>
    pages.find(({ path }) => path === `/blog/${posts[i]!.slug}`)?.checks.find(({ id }) => id === "links");
  const odd = posts.flatMap((_, i) => (i % 2 ? (stateAt(i)?.state ?? []) : []));
  const even = posts.flatMap((_, i) => (i && i % 2 === 0 ? (stateAt(i) ?? []) : []));
  expect(new Set(odd)).toEqual(new Set(["good"]));
  expect(even.length).toBeGreaterThan(0);
  for (const links of even) expect(links).toMatchObject({ about: [`/blog/${old}`] });
  expect(await query("select 1 from blog_posts where slug = 'moved'")).toEqual([]);
});

test("a publish time is set in the site's time zone and can be removed", async () => {
  await keepText("Kept headline");
  const drafts = HEADLINE;
  const scheduled = await act({ intent: "schedule", drafts, at: "2099-07-01T09:00" });
  expect([scheduled.status, scheduled.text]).toEqual([200, expect.stringContaining("Jul 1, 2099, 9:00 AM")]);
  const isSet = "publish_at = '2099-07-01T13:00Z'";
  expect(await query(`select 1 from change_sets where ${isSet}`)).toHaveLength(1);
  expect(await tab()).toContain("Goes live on Jul 1, 2099, 9:00 AM");
  expect(await tab("dashboard")).toContain("Goes live on Jul 1, 2099, 9:00 AM.");
  expect((await act({ intent: "schedule", drafts, at: "2020-07-01T09:00" })).text).toContain(
    "This time is in the past.",
  );
  expect((await act({ intent: "schedule", drafts, at: "tomorrow" })).status).toBe(400);
  await query(`update change_sets set publish_at = null, problem = 'The reason.' where ${isSet}`);
  expect(await tab()).toContain("It wasn't published as scheduled. The reason.");
  expect(await tab("dashboard")).toContain("Scheduled changes weren't published. The reason.");
  await act({ intent: "unschedule", drafts });
  expect(await tab("dashboard")).not.toContain("Scheduled changes");
});

test("a scheduled revert is in the calendar and can be canceled", async () => {
  await keepText("Kept headline");
  const drafts = HEADLINE;
  const times = { intent: "schedule", drafts, at: "2099-07-01T09:00", until: "2099-07-06T18:00" };
  expect((await act({ ...times, until: "2099-07-01T08:00" })).text).toContain("before it goes live");
  expect((await act(times)).text).toContain("Reverts on Jul 6, 2099, 6:00 PM.");
  const coming = /Coming up.*Wednesday, July 1, 2099 9:00 AM Publish: .*Monday, July 6, 2099 6:00 PM Revert:/;
  expect(await tab()).toMatch(coming);
  expect((await act({ intent: "publish", drafts })).text).toContain("Reverts on Jul 6, 2099, 6:00 PM.");
  const [{ id: set } = { id: "" }] = await query<{ id: string }>(
    "select id from change_sets where state = 'published'",
  );
  expect(await tab()).toMatch(/Coming up.*Monday, July 6, 2099 6:00 PM Revert: .* Keep it live/);
  expect(await tab("dashboard")).toContain("Reverts on Jul 6, 2099, 6:00 PM.");
  expect((await act({ intent: "keep-live", set })).text).toContain("Changes will stay live");
  expect(await tab()).not.toContain("Coming up");

  await query("update change_sets set problem = 'The reason.' where id = $1", [set]);
  expect(await tab()).toContain("The reason. Dismiss");
  expect(await tab("dashboard")).toContain("Some scheduled changes weren't reverted. The reason.");
  await act({ intent: "dismiss", set });
  expect(await tab("dashboard")).not.toContain("The reason.");
});

test("the history says which session scheduled a publish", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  await act({ intent: "publish", drafts: postName(id) });
  const history = () => tab(`activity/record?kind=blog-posts&id=${id}`);
  expect(await history()).toMatch(/Changed, by publishing drafts \w+ \d+, [\d:]+ [AP]M/);
  await query("update revisions set reason = replace(reason, 'publish:', 'scheduled:') || ' Spring sale'");
  expect(await history()).toMatch(/Changed, with “Spring sale” as scheduled .* scheduled by /);
  expect(await tab("activity")).toMatch(
    /Blog posts Changed, with “Spring sale” as scheduled: Title scheduled by /,
  );
});

test("drafts with different times are listed under them and published separately", async () => {
  const [one, two] = [await addPost("One"), await addPost("Two")];
  const before = await homeHeadline();
  await keepPost(one.id, one.slug, { title: "One kept" });
  await keepPost(two.id, two.slug, { title: "Two kept" });
  await keepText("Kept headline");
  expect(await tab()).not.toMatch(/Not scheduled|Goes live/);
  await act({ intent: "schedule", drafts: postName(one.id), at: "2099-07-02T09:00" });
  await act({ intent: "schedule", drafts: HEADLINE, at: "2099-07-01T09:00" });
  const groups =
    /Not scheduled .* Two .*Goes live on Jul 1, 2099, .* Unschedule .*Goes live on Jul 2, 2099, /;
  expect(await tab()).toMatch(groups);
  expect(await tab("dashboard")).toContain("Changes (3)");
  expect(await tab("dashboard")).toContain("Goes live on Jul 1, 2099, 9:00 AM.");
  expect(await tab()).toMatch(/July 1, 2099 9:00 AM Publish: .*July 2, 2099 9:00 AM Publish: One/);
  await act({ intent: "publish", drafts: postName(one.id) });
  expect(await query("select title from blog_posts order by 1")).toEqual([
    { title: "One kept" },
    { title: "Two" },
  ]);
  expect(await homeHeadline()).toBe(before);
  expect(await tab()).toMatch(/Not scheduled .*Goes live on Jul 1, 2099, .*Recently published.* One/);
  expect(await tab()).not.toContain("Jul 2, 2099");
});

test("drafts that an earlier version scheduled under a title keep it in the calendar and the history", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  const drafts = postName(id);
  await act({ intent: "schedule", drafts, at: "2099-07-01T09:00" });
  await query("update change_sets set title = 'Spring <b>sale</b>' where publish_at is not null");
  expect(await tab("dashboard")).toContain("“Spring <b>sale</b>” Goes live on Jul 1, 2099, 9:00 AM.");
  expect(await tab()).toContain("9:00 AM Publish: “Spring <b>sale</b>”");
  await act({ intent: "publish", drafts });
  expect(await query("select title from blog_posts")).toEqual([{ title: "Kept title" }]);
  expect(await tab()).toMatch(/No pending changes.*Recently published.*Spring <b>sale<\/b>/);
  expect(await tab(`activity/record?kind=blog-posts&id=${id}`)).toContain(
    "Changed, with “Spring <b>sale</b>”",
  );
});

describe("a new record", () => {
  const newPost = (more: Record<string, string> = {}) =>
    save("blog", {
      intent: "add",
      title: "New post",
      content: "<p>New words.</p>",
      excerpt: "In short.",
      published: "on",
      switches: "published",
      draft: "on",
      ...more,
    });
  const storedPosts = () =>
    query<{ id: string; excerpt: string; published: boolean }>("select * from blog_posts");
  const isPublic = async () => {
    const paths = ["/blog", "/rss.xml", "/sitemap.xml"];
    const pages = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
    const { status } = await fetch(`${url}/blog/new-post`);
    return [status === 200, ...pages.map((page) => page.includes("/blog/new-post"))];
  };

  test("a new record opens with its draft, is published with it and is reverted with Undo", async () => {
    const autosave = crypto.randomUUID();
    await request(`${PANEL}/autosaves`, {
      ...{ intent: "autosave", autosave, kind: "blog-post" },
      ...{ title: "New post", content: "<p>New wor</p>" },
    });
    expect(await query("select 1 from autosaves")).toHaveLength(1);
    const kept = await newPost({ autosave, content: "<p>New words.</p><script>x()</script>" });
    expect(kept.status).toBe(200);
    for (const said of ["Draft saved", "<script>", "Not visible to visitors until then", "Show changes"])
      expect(kept.text).toContain(said);
    expect(await query("select 1 from autosaves")).toEqual([]);
    const [post] = await storedPosts();
    expect(post).toMatchObject({
      ...{ slug: "new-post", content: "<p>New words.</p>", excerpt: "In short." },
      ...{ published: false, was_published: false, author: "SEO Pro Zone" },
    });
    expect(await isPublic()).toEqual([false, false, false, false]);
    const list = await tab("blog");
    expect([list.includes("Draft"), list.includes("Changes (1)")]).toEqual([true, true]);

    const opened = await read(`${PANEL}/blog?edit=${post!.id}`);
    expect(wordsOf(opened)).toContain("Not published yet. You're looking at the draft.");
    expect(opened).toContain('name="draft_version"');
    const saved = wordsOf(await read(`${PANEL}/blog?edit=${post!.id}&draft=0`));
    expect(saved).toContain("You're looking at the saved version.");
    expect(await tab()).toContain("New");

    const drafts = postName(post!.id);
    const { text: shared } = await act({ intent: "share", drafts });
    const link = /\/preview\/[\w-]{22}/.exec(shared)![0];
    expect(shared).toContain(`${link}/blog/new-post`);
    const shown = (path: string) => read(path);
    expect(await shown(`${PANEL}/preview?drafts=${drafts}`)).toContain("New words.");
    expect(await shown(`${link}/blog/new-post`)).toContain("New words.");
    expect(await shown(`${link}/blog`)).toContain(`${link}/blog/new-post`);
    const checks = await (await request(`${PANEL}/changes/checks?drafts=${drafts}`)).json();
    expect(checks).toMatchObject({ pages: [{ path: "/blog/new-post", isNew: true }] });
    expect(await isPublic()).toEqual([false, false, false, false]);

    const published = await act({ intent: "publish", drafts });
    expect(published.text).toContain("Changes published");
    expect(await isPublic()).toEqual([true, true, true, true]);
    expect((await undo(published)).text).toContain("Undone");
    expect(await isPublic()).toEqual([false, false, false, false]);
    expect(await storedPosts()).toHaveLength(1);
  });

  test("discarding a new record's draft leaves the record in its list", async () => {
    await newPost();
    await keepText("Kept headline");
    const [{ id } = { id: "" }] = await storedPosts();
    const dropped = await act({ intent: "drop", drafts: postName(id) });
    expect(dropped.text).toContain("“New post” stays in its list as a draft");
    expect(await storedPosts()).toMatchObject([{ excerpt: "In short.", published: false }]);
    expect(await tab("blog")).toContain("Changes (1)");
    const text = await act({ intent: "drop", drafts: HEADLINE });
    expect(text.text).not.toContain("stays in its list");
  });

  test("a record whose Published switch is off is saved unpublished, without pending changes", async () => {
    const kept = await newPost({ published: "off" });
    expect(kept.text).toContain("Because Published is off, visitors can't see it");
    expect(kept.text).not.toContain("Show changes");
    expect(await storedPosts()).toMatchObject([{ excerpt: "In short.", published: false }]);
    expect(await query("select 1 from change_items")).toEqual([]);
  });

  test("a new record that can't be drafted isn't saved at all", async () => {
    expect((await newPost({ content: " " })).text).toContain("Please fill in title and content");
    await keepText("Kept headline");
    await addDrafts(499);
    const full = await newPost();
    expect([full.status, full.text]).toEqual([
      400,
      expect.stringContaining("There are already 500 pending changes"),
    ]);
    expect(await storedPosts()).toEqual([]);
    await query("delete from change_items where record_id like 'x%'");
    await newPost();
    const taken = await newPost();
    expect(taken.text).toContain("The slug “new-post” is taken by another post.");
    expect(await storedPosts()).toHaveLength(1);
    // Industries can't be added as drafts.
    expect((await save("industries", { intent: "add", name: "Kept", draft: "on" })).status).toBe(400);
    expect(await query("select 1 from industries where name = 'Kept'")).toEqual([]);
  });

  test("a drafted case study appears in a preview's home page, list and filter", async () => {
    await save("industries", { intent: "add", name: "New industry" });
    const [{ id } = { id: "" }] = await query<{ id: string }>("select id from industries");
    const kept = await save("case-studies", {
      ...{ intent: "add", title: "New study", client: "Ada", industry_id: id },
      ...{ published: "on", switches: "published", draft: "on" },
    });
    expect([kept.status, kept.text]).toEqual([200, expect.stringContaining("Draft saved")]);
    const drafts = await all();
    const link = /\/preview\/[\w-]{22}/.exec((await act({ intent: "share", drafts })).text)![0];
    for (const page of ["/", "/case-studies", "/case-studies?industry=new-industry"]) {
      expect(await read(link + page), page).toContain(`${link}/case-studies/new-study`);
      expect(await read(page), page).not.toContain("/case-studies/new-study");
    }
    // While the draft is pending, its industry can't be deleted.
    await save("industries", { intent: "delete", id });
    expect((await act({ intent: "publish", drafts })).text).toContain("Changes published");
    expect((await fetch(`${url}/case-studies/new-study`)).status).toBe(200);
    await query("delete from case_studies");
    await query("delete from industries");
  });
});

describe("a preview link", () => {
  /** Requests a page without a session. */
  const visit = (path: string, init: RequestInit = {}) =>
    fetch(path.startsWith("http") ? path : url + path, { redirect: "manual", ...init });
  const pageAt = async (path: string) => {
    const answer = await visit(path);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const share = async () => {
    const { text } = await act({ intent: "share", drafts: await all() });
    return /\/preview\/[\w-]{22}[^"\\]*/.exec(text)?.[0] ?? "";
  };

  beforeEach(async () => void (await query("delete from rate_limits")));

  test("a preview link shows every page with the pending changes", async () => {
    const { id, slug } = await addPost();
    await keepPost(id, slug, { title: "Kept title" });
    await keepText("Kept headline");
    const link = await share();
    const prefix = link.slice(0, "/preview/".length + 22);
    expect(link).toBe(`${prefix}/blog/${slug}`);
    const post = await pageAt(link);
    expect([post.status, headingsOf(post.text, 1)]).toEqual([200, ["Kept title"]]);
    expect(wordsOf(post.text)).toContain("Preview of unpublished changes.");
    const home = await pageAt(`${prefix}/`);
    expect(headingsOf(home.text, 1)).toEqual(["Kept headline"]);
    expect(home.text).toContain(`href="${prefix}/contact"`);
    // Only links to files and other sites leave the preview.
    const left = [...home.text.matchAll(/<a\s[^>]*href="(\/[^"]*)"/g)].map(([, to]) => to!);
    expect(left.filter((to) => !to.startsWith(prefix) && !/\.\w+$/.test(to))).toEqual([]);
    for (const { headers } of [post, home]) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
      expect(headers.get("Referrer-Policy")).toBe("same-origin");
      expect(headers.get("Content-Security-Policy")).toContain("connect-src 'none'; form-action 'none'");
      expect([headers.get("Speculation-Rules"), headers.get("Set-Cookie")]).toEqual([null, null]);
    }
    const sent = await visit(`${prefix}/contact`, {
      method: "POST",
      body: new URLSearchParams({ name: "x" }),
    });
    expect(sent.status).toBe(405);
    const listed = await tab();
    expect(listed).toContain("2 pages, last");
    expect(await query("select 1 from preview_links where token_hash = $1", [prefix.slice(9)])).toEqual([]);
    expect(await read(`${PANEL}/changes`)).not.toContain(prefix);
  });

  test("a preview link works until it's revoked or expires, or its changes are discarded or published", async () => {
    const keepOne = async () => {
      await keepText("Kept headline");
      const link = await share();
      expect((await pageAt(link)).status).toBe(200);
      return link;
    };
    const ended = await keepOne();
    const [{ id } = { id: "" }] = await query<{ id: string }>("select id from preview_links");
    await act({ intent: "end", id });
    expect((await pageAt(ended)).status).toBe(404);
    expect(
      await query(
        "select event from audit_log where event like 'preview.%' order by happened_at desc limit 2",
      ),
    ).toEqual([{ event: "preview.ended" }, { event: "preview.shared" }]);
    const expired = await keepOne();
    await query("update preview_links set expires_at = now() - interval '1 second'");
    expect((await pageAt(expired)).status).toBe(404);
    const dropped = await keepOne();
    await act({ intent: "drop", drafts: HEADLINE });
    await keepText("Another headline");
    const after = await pageAt(dropped);
    expect([after.status, after.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
    expect(after.text).not.toContain("Another headline");
    const published = await share();
    await act({ intent: "publish", drafts: HEADLINE });
    expect((await pageAt(published)).status).toBe(404);
  });

  test("a preview link opens only the site's public pages", async () => {
    await keepText("Kept headline");
    const prefix = (await share()).slice(0, "/preview/".length + 22);
    for (const path of [
      `${prefix}${PANEL}/dashboard`,
      `${prefix}${PANEL.toUpperCase()}/changes`,
      `${prefix}${prefix}/`,
      // Path traversal and slashes, in various encodings.
      `${prefix}/%61dmin-control-panel-seoprozone/dashboard`,
      `${prefix}/%252e%252e${PANEL}`,
      `${prefix}/..%2f..%2fadmin-control-panel-seoprozone/dashboard`,
      `${prefix}/..%5cadmin-control-panel-seoprozone`,
      `${prefix}/${PANEL}`,
      `${prefix}/x/%252e%252e${prefix}/`,
      `${prefix}/%252e%252e/newsletter/confirm/${"x".repeat(22)}`,
      `${prefix}/api/send-contact-email`,
      `${prefix}/robots.txt`,
      `${prefix}/nowhere-at-all`,
      `/preview/${"x".repeat(22)}/`,
      `/preview/${"x".repeat(1500)}/`,
      "/preview/%F0%9F%98%80/",
    ]) {
      const { status, headers, text } = await pageAt(path);
      expect([path.slice(0, 60), status]).toEqual([path.slice(0, 60), 404]);
      expect(headers.get("X-Robots-Tag")).toContain("noindex");
      expect(text).not.toContain("Control panel</");
    }
    expect((await pageAt(`${prefix}/%2e%2e/contact`)).text).not.toContain("Control panel</");
    expect(stderr()).not.toContain(prefix.slice("/preview/".length));
  });

  test("one IP address can open preview links 30 times a minute before it gets a 429", async () => {
    const answers = await Promise.all(Array.from({ length: 34 }, () => visit(`/preview/${"y".repeat(22)}/`)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(30).fill(404), ...Array(4).fill(429)]);
    expect(answers.find(({ status }) => status === 429)?.headers.get("Retry-After")).toMatch(/^\d+$/);
  });

  test("under load, a preview leaks nothing into public responses", async () => {
    const { id, slug } = await addPost();
    await keepPost(id, slug, { title: "Kept title" });
    await keepText("Kept headline");
    const link = await share();
    const prefix = link.slice(0, "/preview/".length + 22);
    const before = await homeHeadline();
    const previews = Array.from({ length: 12 }, async (_, i) => {
      const { status, text } = await pageAt(i % 2 ? link : `${prefix}/`);
      expect([status, headingsOf(text, 1)[0]]).toEqual([200, i % 2 ? "Kept title" : "Kept headline"]);
    });
    const saves = Array.from({ length: 12 }, (_, i) =>
      query("update blog_posts set excerpt = $2 where id = $1", [id, `Saved ${i}`]),
    );
    const visits = Array.from({ length: 40 }, async (_, i) => {
      const text = await (await visit(i % 2 ? `/blog/${slug}` : "/")).text();
      expect(headingsOf(text, 1)[0]).toBe(i % 2 ? "Saved title" : before);
      expect(text).not.toContain("/preview/");
    });
    await Promise.all([...previews, ...saves, ...visits]);
    for (const path of ["/", `/blog/${slug}`, "/blog", "/sitemap.xml", "/rss.xml"])
      expect(await (await visit(path)).text()).not.toMatch(/Kept title|Kept headline/);
  });
});

describe("settings", () => {
  const stored = () => query("select setting_key, setting_value from website_settings order by 1");
  const set = (values: Record<string, string>) =>
    Promise.all(
      Object.entries(values).map(([key, value]) =>
        query("insert into website_settings (setting_key, setting_value) values ($1, $2)", [key, value]),
      ),
    );
  /** Returns what the Business card posts: its version, stamps and empty fields. */
  const business = async (more: Record<string, string>, isDraft = false) => {
    const page = await read(`${PANEL}/settings${isDraft ? "?draft=1" : ""}`);
    const form = page.slice(page.indexOf('value="general"') - 300).split("</form>")[0]!;
    const posted = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const opened = posted.map(([, name, value]) => [name, value!.replaceAll("&quot;", '"')]);
    return { ...{ site_title: "", phone_number: "" }, ...Object.fromEntries(opened), ...more } as typeof more;
  };
  const keep = async (more: Record<string, string>, isDraft = false) =>
    save("settings", await business({ draft: "on", ...more }, isDraft));
  const drafts = async () => {
    const rows = await query<{ record_id: string; fields: Record<string, { value: { value: string } }> }>(
      "select record_id, fields from change_items where kind = 'settings' order by 1",
    );
    return rows.flatMap(({ record_id, fields }) =>
      Object.entries(fields).map(([name, { value }]) => `${record_id} ${name}: ${value.value}`),
    );
  };
  const publish = async () => act({ intent: "publish", drafts: await all() });
  beforeEach(() => query("delete from website_settings"));

  test("a card's draft contains the settings that differ, and can be published, undone and redone", async () => {
    await set({ phone_number: "+1 555 0100", contact_email: "old@maple.example" });
    const { status, text } = await keep({
      ...{ phone_number: "+1 555 0199", site_title: " Kept Name ", contact_email: "new@maple.example" },
    });
    expect([status, text]).toEqual([200, expect.stringContaining("Draft saved")]);
    expect((await drafts()).sort()).toEqual([
      "general contact_email: new@maple.example",
      "general phone_number: +1 555 0199",
      "general site_title: Kept Name",
    ]);
    expect(await stored()).toHaveLength(2);
    expect(await read("/")).not.toContain("Kept Name");
    const shown = await request(`${PANEL}/preview?drafts=${await all()}`);
    expect(wordsOf(await shown.text())).toContain("+1 555 0199");
    expect(await read(`${PANEL}/changes`)).toContain(`${PANEL}/settings?draft=1#general`);
    expect((await publish()).status).toBe(200);
    const after = {
      contact_email: "new@maple.example",
      phone_number: "+1 555 0199",
      site_title: "Kept Name",
    };
    const rowsOf = (values: object) =>
      Object.entries(values).map(([setting_key, setting_value]) => ({ setting_key, setting_value }));
    expect(await stored()).toEqual(rowsOf(after));
    expect(wordsOf(await read("/"))).toContain("+1 555 0199");
    const logged = () =>
      query("select details from audit_log where event = 'settings.changed' and session is not null");
    const changed = [{ key: "contact_email", before: 17, after: 17 }];
    expect(await logged()).toEqual([{ details: { changes: changed } }]);
    const lastSet = async () => {
      const [last] = await query<{ id: string }>(
        "select id from change_sets where state = 'published' order by published_at desc limit 1",
      );
      return last!.id;
    };
    expect((await save("undo", { operation: await lastSet() })).status).toBe(200);
    expect(await logged()).toHaveLength(2);
    const before = { contact_email: "old@maple.example", phone_number: "+1 555 0100" };
    expect(await stored()).toEqual(rowsOf(before));
    // Redo must work although the reverting set has one record (the card) and the history has a row for each setting.
    expect((await save("undo", { operation: await lastSet(), redo: "on" })).status).toBe(200);
    expect(await stored()).toEqual(rowsOf(after));
  });

  test("a card shows the published values or the draft", async () => {
    await set({ phone_number: "+1 555 0100", site_title: "Saved Name" });
    await keep({ phone_number: "+1 555 0199" });
    const live = await read(`${PANEL}/settings`);
    expect(live).toContain('value="+1 555 0100"');
    expect(wordsOf(live)).toContain("There are pending changes: Phone number.");
    const draft = await read(`${PANEL}/settings?draft=1`);
    expect(draft).toContain('value="+1 555 0199"');
    expect(wordsOf(draft)).toContain("Changed: Phone number.");
    const shown = await business({ phone_number: "+1 555 0177" }, true);
    await save("settings", shown);
    expect(await drafts()).toEqual(["general phone_number: +1 555 0177"]);
    // The card in another window has an older version of the draft.
    const late = await save("settings", {
      ...shown,
      autosave: crypto.randomUUID(),
      phone_number: "+1 555 0166",
    });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining("in another window")]);
    const removal = await business({ intent: "remove", key: "site_title" }, true);
    expect((await save("settings", removal)).status).toBe(200);
    expect(await drafts()).toEqual(["general phone_number: +1 555 0177", "general site_title: "]);
    expect(await stored()).toHaveLength(2);
    // A value equal to the published one is removed from the draft.
    await keep({ phone_number: "+1 555 0100" }, true);
    expect(await drafts()).toEqual(["general site_title: "]);
  });

  test("a settings preview leaves out settings that the draft removes", async () => {
    await set({ phone_number: "+1 555 0100", site_title: "Saved Name" });
    const preview = async (fields: Record<string, string>) => {
      const form = { kind: "settings", record: "general", intent: "save", ...fields };
      const { id } = (await (await request(`${PANEL}/preview`, form)).json()) as { id: string };
      return wordsOf(await (await request(`${PANEL}/preview?id=${id}`)).text());
    };
    const live = await preview({ site_title: "", phone_number: "+1 555 0199" });
    expect([live.includes("+1 555 0199"), live.includes("Saved Name")]).toEqual([true, true]);
    await save("settings", await business({ draft: "on", intent: "remove", key: "site_title" }));
    const draft = await preview({ draft: "on", site_title: "", phone_number: "+1 555 0177" });
    expect([draft.includes("+1 555 0177"), draft.includes("Saved Name")]).toEqual([true, false]);
    expect(await preview({ site_title: "", contact_email: "never" })).toContain("must be an address such as");
    expect(await stored()).toHaveLength(2);
  });

  test("an invalid or outdated card is rejected, and no draft is saved", async () => {
    await set({ phone_number: "+1 555 0100" });
    const opened = await business({ phone_number: "+1 555 0199" });
    await query("update website_settings set setting_value = '+1 555 0111'");
    for (const more of [{}, { draft: "on" }] as Record<string, string>[]) {
      const old = await save("settings", { ...opened, ...more });
      expect([old.status, old.text]).toEqual([409, expect.stringContaining("They changed Phone number (")]);
    }
    expect((await keep({ contact_email: "never" })).status).toBe(400);
    expect(await drafts()).toEqual([]);
  });

  test("only a setting saved after its draft causes a conflict", async () => {
    await set({ phone_number: "+1 555 0100" });
    await keep({ phone_number: "+1 555 0199", site_title: "Kept Name" });
    await query("update website_settings set setting_value = '+1 555 0111'");
    const refused = await publish();
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Phone number")]);
    expect(await stored()).toEqual([{ setting_key: "phone_number", setting_value: "+1 555 0111" }]);
  });

  test("an older version's drafts of single settings become one draft per card", async () => {
    await set({ phone_number: "+1 555 0100" });
    const sets = [crypto.randomUUID(), crypto.randomUUID()];
    await query(
      "insert into change_sets (id, publish_at) select unnest($1::uuid[]), unnest(array[null, now() + interval '1 day'])",
      [sets],
    );
    const draft = (set: string | undefined, key: string, before: string, value: string) =>
      query(
        "insert into change_items (change_set_id, kind, record_id, name, fields) values ($1, 'settings', $2, $2, $3)",
        [...[set, key, { value: { base: { value: before }, value: { value } } }]],
      );
    await draft(sets[0], "phone_number", "+1 555 0100", "+1 555 0199");
    await draft(sets[0], "site_title", "", "Kept Name");
    await draft(sets[0], "youtube_url", "", "https://youtube.com/kept");
    await draft(sets[1], "linkedin_url", "", "https://linkedin.com/kept");
    await query(
      fs.readFileSync("db/migrations/0042_settings_cards.sql", "utf8").split("statement-breakpoint").at(-1)!,
    );
    expect((await drafts()).sort()).toEqual([
      "general phone_number: +1 555 0199",
      "general site_title: Kept Name",
      "linkedin_url value: https://linkedin.com/kept",
      "social youtube_url: https://youtube.com/kept",
    ]);
    const published: Awaited<ReturnType<typeof act>>[] = [];
    for (const set of sets) {
      const drafts = await namesOfDrafts(query, `change_set_id = '${set}'`);
      published.push(await act({ intent: "publish", drafts }));
    }
    expect(published.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toHaveLength(4);
    for (const one of published) expect((await undo(one)).status).toBe(200);
    expect(await stored()).toEqual([{ setting_key: "phone_number", setting_value: "+1 555 0100" }]);
  });
});

test("if too many checks run at once, further requests get a 503", async () => {
  const { id, slug } = await addPost();
  await keepPost(id, slug, { title: "Kept title" });
  const path = `${PANEL}/changes/checks?drafts=${await all()}`;
  const answers = await Promise.all(Array.from({ length: 24 }, () => request(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
});

test("NUL characters are removed from submitted forms, because PostgreSQL can't store them", async () => {
  const { id, slug } = await addPost();
  const form = { kind: "blog-posts", record: id, title: "A\0 title", slug, content: "<p>\0</p>" };
  expect((await save("preview", form)).status).toBe(200);
  expect((await keepPost(id, slug, { title: "Spr\0ing" })).status).toBe(200);
  expect(await tab()).toContain("Spring");
  expect((await act({ intent: "drop", drafts: `${postName(id)}\0` })).status).toBe(200);
  expect(await query("select 1 from change_items")).toEqual([]);
  expect((await save("redirects", { intent: "clear", path: "/a\0" })).status).toBe(200);
});
