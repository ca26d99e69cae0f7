// What a form of the panel keeps while it is unsaved, as whole requests.
import fs from "node:fs";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
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
let cookie = "";
const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie, ...headers },
    redirect: "manual",
  });
cookie = (await send(PANEL, { password: ADMIN_PASSWORD })).headers.getSetCookie().join().split(";")[0] ?? "";

const RECORD = "0197a6f0-0000-4000-8000-000000000001";
const DRAFT = "0197a6f0-0000-4000-8000-0000000000aa";
const typed = (more: Record<string, string> = {}) => ({
  intent: "keep",
  draft: DRAFT,
  kind: "blog-post",
  title: "Half a thought",
  content: "<p>Not for anybody yet",
  switches: "published",
  ...more,
});
const keep = (more?: Record<string, string>, headers?: Record<string, string>) =>
  send(`${PANEL}/drafts`, typed(more), headers);
const stored = () => query("select id, kind, record_id, version, fields from drafts");

beforeEach(async () => {
  await query("delete from drafts");
  await query("delete from blog_posts");
});

test("a form is kept as it stands, valid or not, and answered with the time in the site's time zone", async () => {
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
  expect((await send(`${PANEL}/drafts`, { intent: "forget", draft: DRAFT })).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test("CONTRACT: as much is kept as the panel's saves may post, 2 MB", async () => {
  expect((await keep({ content: "x".repeat(1_900_000) })).status).toBe(200);
  expect((await keep({ content: "x".repeat(2_100_000) })).status).toBe(413);
});

test.each<Record<string, string>>([
  { intent: "publish" },
  { kind: "settings" },
  { draft: "mine" },
  { intent: "forget", draft: "" },
])("%j is 400, and nothing is kept", async (wrong) => {
  expect((await keep(wrong)).status).toBe(400);
  expect(await stored()).toEqual([]);
});

test("who is logged out is told so, a page of another website is refused; nothing is kept", async () => {
  expect((await keep({}, { Cookie: "" })).status).toBe(401);
  expect((await keep({}, { Origin: "https://evil.example" })).status).toBe(403);
  expect(await stored()).toEqual([]);
});

test("the save that names it forgets it; a save that is refused does not", async () => {
  await keep();
  const save = async (form: Record<string, string>) =>
    (await send(`${PANEL}/blog.data`, { ...typed(), intent: "add", ...form })).status;
  expect(await save({ title: "" })).toBe(400);
  expect(await stored()).toHaveLength(1);
  expect(await save({})).toBe(200);
  expect(await stored()).toEqual([]);
});

test("the list marks what has unsaved changes and tells of a new record, the form offers them; no visitor reads a word", async () => {
  await send(`${PANEL}/blog.data`, {
    ...typed({ content: "<p>Public.</p>" }),
    intent: "add",
    published: "on",
  });
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from blog_posts");
  const read = async (path: string, headers = { Cookie: cookie }) =>
    (await fetch(site.url + path, { headers })).text();
  expect(await read(`${PANEL}/blog`)).not.toContain("Unsaved changes");
  expect(await read(`${PANEL}/blog?edit=${id}`)).not.toContain("There are unsaved changes");

  await keep({ id, version: "1", content: "<p>Secret.</p>" });
  expect(await read(`${PANEL}/blog`)).toContain("Unsaved changes");
  expect(await read(`${PANEL}/blog`)).not.toContain("was begun and not saved");
  const form = await read(`${PANEL}/blog?edit=${id}`);
  expect(form).toContain("There are unsaved changes");
  // "The form opens with what is saved."
  expect(form).toMatch(/<textarea[^>]*name="content"[^>]*>&lt;p&gt;Public\./);

  await keep({ draft: RECORD, content: "<p>Secret.</p>" });
  expect(await read(`${PANEL}/blog`)).toContain("was begun and not saved");
  expect(await read(`${PANEL}/blog?add=1`)).toContain("There are unsaved changes");
  for (const path of ["/blog/half-a-thought", "/blog", "/rss.xml", "/sitemap.xml"])
    expect(await read(path, { Cookie: "" }), path).not.toContain("Secret.");
});

test("finished pages stay in the cache while somebody types, and go with a save", async () => {
  const page = async () => (await fetch(`${site.url}/contact`)).text();
  const stamp = async () => /name="stamp" value="([^"]*)"/.exec(await page())?.[1];
  await vi.waitUntil(async () => {
    const [one, other] = [await stamp(), await stamp()];
    return one === other;
  }, 15_000);
  const before = await stamp();
  await keep();
  await send(`${PANEL}/drafts`, { intent: "forget", draft: DRAFT });
  expect(await stamp()).toBe(before);
  await send(`${PANEL}/blog.data`, { ...typed(), intent: "add" });
  expect(await stamp()).not.toBe(before);
});
