import { beforeEach, expect, test, vi } from "vitest";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, read, session, ...site } = await openPanelSite();
const save = (form: Record<string, string>) => site.save("blog", { ...typed(), intent: "add", ...form });

const RECORD = "0197a6f0-0000-4000-8000-000000000001";
const DRAFT = "0197a6f0-0000-4000-8000-0000000000aa";
const typed = (more: Record<string, string> = {}) => ({
  intent: "autosave",
  autosave: DRAFT,
  kind: "blog-post",
  title: "Half a thought",
  content: "<p>Not for anybody yet",
  switches: "published",
  ...more,
});
const post = (form: Record<string, string>, headers?: HeadersInit) =>
  fetch(`${site.url}${PANEL}/autosaves`, { method: "POST", body: new URLSearchParams(form), headers });
const keep = (more?: Record<string, string>, headers: HeadersInit = session) => post(typed(more), headers);
const forget = () => post({ intent: "forget", autosave: DRAFT }, session);
const stored = () => query("select id, kind, record_id, version, fields from autosaves");

beforeEach(() => clear("autosaves", "blog_posts"));

test("a form is autosaved even if it's invalid", async () => {
  const response = await keep({ id: RECORD, version: "3", slug: "" });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ kept: expect.stringMatching(/^\d{1,2}:\d\d [AP]M$/) });
  expect(await stored()).toEqual([
    {
      id: DRAFT,
      kind: "blog-post",
      record_id: RECORD,
      version: 3,
      fields: { title: "Half a thought", content: "<p>Not for anybody yet", slug: "" },
    },
  ]);
  expect((await forget()).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test("an autosave can be 2 MB, like any save in the panel (CONTRACT)", async () => {
  expect((await keep({ content: "x".repeat(1_900_000) })).status).toBe(200);
  expect((await keep({ content: "x".repeat(2_100_000) })).status).toBe(413);
});

test.each<Record<string, string>>([
  { intent: "publish" },
  { kind: "subscriber" },
  { autosave: "mine" },
  { intent: "forget", autosave: "" },
  { intent: "refuse", autosave: "mine" },
])("an autosave with %j gets a 400 and stores nothing", async (wrong) => {
  expect((await keep(wrong)).status).toBe(400);
  expect(await stored()).toEqual([]);
});

test("a successful save deletes the form's autosave, and a rejected save keeps it", async () => {
  await keep();
  expect((await save({ title: "" })).status).toBe(400);
  expect(await stored()).toHaveLength(1);
  expect((await save({})).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test("the panel offers to restore unsaved changes, and visitors don't see them", async () => {
  await save({ content: "<p>Public.</p>", published: "on" });
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from blog_posts");
  expect(await read(`${PANEL}/blog`)).not.toContain("Unsaved changes");
  expect(await read(`${PANEL}/blog?edit=${id}`)).not.toContain("You have unsaved changes");

  await keep({ id, version: "1", content: "<p>Secret.</p>" });
  expect(await read(`${PANEL}/blog`)).toContain("Unsaved changes");
  expect(await read(`${PANEL}/blog`)).not.toContain("You have an unsaved new");
  const form = await read(`${PANEL}/blog?edit=${id}`);
  expect(form).toContain("You have unsaved changes");
  expect(form).toMatch(/<textarea[^>]*name="content"[^>]*>&lt;p&gt;Public\./);

  await keep({ autosave: RECORD, content: "<p>Secret.</p>" });
  expect(await read(`${PANEL}/blog`)).toContain("You have an unsaved new");
  expect(await read(`${PANEL}/blog?add=1`)).toContain("You have unsaved changes");
  for (const path of ["/blog/half-a-thought", "/blog", "/rss.xml", "/sitemap.xml"])
    expect(await (await fetch(site.url + path)).text(), path).not.toContain("Secret.");
});

test("tabs opened before an update autosave and save drafts under the earlier names, and publish nothing", async () => {
  const { autosave: draft, ...fields } = typed({ intent: "keep", content: "<p>Words.</p>", published: "on" });
  const headers = session;
  const early = { method: "POST", body: new URLSearchParams({ ...fields, draft }), headers };
  expect((await fetch(`${site.url}${PANEL}/drafts`, early)).status).toBe(200);
  expect(await stored()).toMatchObject([{ id: DRAFT }]);
  expect((await site.save("blog", { ...fields, intent: "add", draft, keep: "on" })).status).toBe(200);
  expect(await query("select published from blog_posts")).toEqual([{ published: false }]);
  expect(await stored()).toEqual([]);
});

/**
 * Adds a published post with a draft.
 * @returns what the draft's form posts
 */
async function draftPost() {
  await query("delete from change_sets");
  await save({ content: "<p>Public.</p>", published: "on" });
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from blog_posts");
  const form = { id, version: "1", draft: "on", content: "<p>Public.</p>", published: "on" };
  await site.save("blog", { ...typed(), ...form, intent: "update", autosave: "", excerpt: "Drafted" });
  const [{ version } = { version: 0 }] = await query<{ version: number }>("select version from change_items");
  return { ...form, intent: "draft", slug: "half-a-thought", draft_version: String(version) };
}
const drafted = async () =>
  (
    await query<{ title?: string; excerpt?: string }>(
      "select fields->'title'->'value'->>'value' as title, fields->'excerpt'->'value'->>'value' as excerpt from change_items",
    )
  )[0];

test("changes to a draft are autosaved into the draft and not published", async () => {
  const form = await draftPost();
  const response = await keep({ ...form, title: "Typed", excerpt: "Typed too" });
  const { draft } = await response.json();
  expect(draft).toBe(Number(form.draft_version) + 1);
  expect(await drafted()).toEqual({ title: "Typed", excerpt: "Typed too" });
  expect(await stored()).toEqual([]);
  expect(await query("select title, excerpt from blog_posts")).toEqual([
    { title: "Half a thought", excerpt: "" },
  ]);
  // Save draft works after the form's own autosaves, even if a response was lost. In another window, it's rejected.
  const saved = { ...typed(), ...form, intent: "update", title: "Saved" };
  const others = await site.save("blog", { ...saved, autosave: RECORD });
  expect([others.status, others.text]).toEqual([400, expect.stringContaining("in another window")]);
  expect((await site.save("blog", saved)).status).toBe(200);
  expect(await drafted()).toMatchObject({ title: "Saved" });
});

test.each([
  ["the form isn't complete", { title: "" }, ""],
  ["the draft was changed in another window", {}, "update change_items set version = version + 1"],
  ["the record has been saved since", {}, "update blog_posts set title = 'Other'"],
  ["the draft was discarded", {}, "delete from change_items"],
  ["the draft is scheduled", {}, "update change_sets set publish_at = now() + interval '1 day'"],
  ["the draft would become empty", { excerpt: "" }, ""],
])("what's typed is autosaved separately from the draft if %s", async (_, typed, sql) => {
  const form = await draftPost();
  if (sql) await query(sql);
  const before = await drafted();
  const response = await keep({ ...form, excerpt: "Typed", ...typed });
  expect(await response.json()).toEqual({ kept: expect.any(String) });
  expect(await drafted()).toEqual(before);
  expect(await stored()).toHaveLength(1);
});

test("unsaved changes to a draft can't be restored into the published version", async () => {
  const { intent: _, ...of } = await draftPost();
  const form = (more = "") => read(`${PANEL}/blog?edit=${of.id}${more}`).then(wordsOf);
  await keep({ ...of, title: "Of the draft" });
  expect(await form("&draft=1")).toMatch(/You have unsaved changes from .*“Of the draft”.*Restore/);
  expect(await form()).toMatch(/You have unsaved changes to the draft from .*“Of the draft”.*Restore/);

  await keep({ autosave: RECORD, id: of.id, version: "1", title: "Of what is live" });
  expect(await form()).toMatch(/You have unsaved changes from .*“Of what is live”.*Restore/);
  expect(await form("&draft=1")).toMatch(/unsaved changes to the published version from .*“Of what is live”/);
});

test("the list mentions an unsaved new post, and the form offers to restore it", async () => {
  await keep();
  expect(await read(`${PANEL}/blog`)).toMatch(/You have an unsaved new blog post: “Half a thought”, \w+ \d+/);
  expect(await read(`${PANEL}/blog?add=1`)).toMatch(/You have unsaved changes from .*“Half a thought”/);

  expect((await post({ intent: "refuse", autosave: DRAFT }, session)).status).toBe(200);
  expect(await read(`${PANEL}/blog?add=1`)).not.toContain("You have unsaved changes");
  expect(await read(`${PANEL}/blog`)).toContain("“Half a thought”");
  const form = await read(`${PANEL}/blog?add=${DRAFT}`);
  expect(form).not.toContain("You have unsaved changes");
  expect(form).toMatch(/<textarea[^>]*name="content"[^>]*>&lt;p&gt;Not for anybody yet/);
  expect(form).toMatch(/<input[^>]*name="autosave"[^>]*value="0197a6f0-0000-4000-8000-0000000000aa"/);
  await keep();
  expect(await read(`${PANEL}/blog?add=1`)).toContain("You have unsaved changes");
});

test("saves invalidate cached pages, but autosaves don't", async () => {
  const page = async () => (await fetch(`${site.url}/contact`)).text();
  const stamp = async () => /name="stamp" value="([^"]*)"/.exec(await page())?.[1];
  await vi.waitUntil(async () => {
    const [one, other] = [await stamp(), await stamp()];
    return one === other;
  }, PATIENCE);
  const before = await stamp();
  await keep();
  await forget();
  expect(await stamp()).toBe(before);
  await save({});
  expect(await stamp()).not.toBe(before);
});
