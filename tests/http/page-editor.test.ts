import { expect, test } from "vitest";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { pages } from "../../app/copy/site/pages.ts";
import { draftName, type RecordKey } from "../../app/features/changes/record-key.server.ts";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import { mapStrings, SECTION_TYPES, type Section } from "../../app/features/landing-pages/sections.ts";
import { PAGE_TEXTS, type PageText } from "../../app/features/page-editing/page-text.ts";
import { listBuiltIns } from "../../app/features/website-content/built-in.ts";
import { shownAt } from "../../app/features/website-content/shown-at.ts";
import { writeTextKey } from "../../app/features/website-content/text-key.ts";
import { howMany } from "../support/faults.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, save, session, url } = await openPanelSite();

const MARK = /[\uE000-\uF8FF]|%EE%8|data-edit|edit-text|page-texts/i;
const PATHS = (Object.keys(pages) as (keyof typeof pages)[])
  .filter((name) => name !== "not-found")
  .map((name) => pagePath(name));

async function frame(path: string) {
  const answer = await request(`${PANEL}/edit-page/frame?path=${encodeURIComponent(path)}`);
  const html = await answer.text();
  const block = new RegExp(`<script type="application/json" id="${PAGE_TEXTS}">(.*?)</script>`).exec(html);
  const texts = JSON.parse(block?.[1] ?? "[]") as PageText[];
  const indexes = [...html.matchAll(/data-edit="(\d+)"/g)].map(([, index]) => Number(index));
  return { answer, html: html.replace(block?.[0] ?? "", ""), texts, shown: new Set(indexes) };
}

const withoutMarks = (html: string) => html.replaceAll(/<\/?edit-text[^>]*>/g, "");
const mainOf = (html: string) => wordsOf(/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "");

/** The frames of pages without records. */
const frames = new Map<string, Awaited<ReturnType<typeof frame>>>();

test("the editor's frame shows the page without scripts", async () => {
  for (const path of [...PATHS, "/no-such-page"]) {
    frames.set(path, await frame(path));
    const { answer, html } = frames.get(path)!;
    const page = await fetch(url + path);
    expect(answer.status, path).toBe(page.status);
    expect.soft(mainOf(withoutMarks(html)), path).toBe(mainOf(await page.text()));
    expect(html).not.toMatch(/[\uE000-\uF8FF]/);
    const policy = answer.headers.get("Content-Security-Policy");
    for (const rule of [
      "script-src 'none'",
      "connect-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  }
});

test("every text can be edited from its page", async () => {
  await query("insert into blog_posts (title, slug, content) values ('A post', 'a-post', '<p>Words.</p>')");
  const examples = { post: "/blog/a-post", caseStudy: null, gone: null };
  const missing: string[] = [];
  for (const key of listBuiltIns()) {
    const at = shownAt(key, examples).path;
    // Texts on pages that open only from emails are listed under the page they belong to.
    const path = at === null || at.startsWith("/newsletter/") ? pagePath(key.page_name as "home") : at;
    if (!frames.has(path)) frames.set(path, await frame(path));
    if (!frames.get(path)!.texts.some(({ id }) => id === writeTextKey(key))) missing.push(writeTextKey(key));
  }
  expect(missing).toEqual([]);
  let [all, inPlace] = [0, 0];
  for (const { texts, shown } of frames.values())
    for (const index of shown) {
      all++;
      if (texts[index]!.isInline) inPlace++;
    }
  expect(all).toBeGreaterThan(1000);
  expect(inPlace / all).toBeGreaterThan(0.88);
  const records = [...frames.values()].flatMap(({ texts, shown }) =>
    [...shown].map((index) => texts[index]!.kind),
  );
  expect(new Set(records)).toEqual(new Set(["website-content", "blog-posts"]));
});

test("a page's texts include its SEO fields, settings and industries", async () => {
  await query("insert into industries (name, description) values ('Dentists', 'Practices of any size')");
  await query(
    "insert into blog_posts (title, slug, content, meta_title) values ('Titled', 'titled', '<p>Words.</p>', 'For search')",
  );
  const listed = async (path: string) =>
    (await frame(path)).texts.map(({ kind, id, field, base }) => ({ kind, id, field, base }));
  expect(await listed("/about")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: "page-seo", id: "about", field: "meta_title" }),
      expect.objectContaining({ kind: "settings", id: "general", field: "site_title" }),
    ]),
  );
  expect(await listed("/blog/titled")).toContainEqual(
    expect.objectContaining({ kind: "blog-posts", field: "meta_title", base: "For search" }),
  );
  const { texts, shown } = await frame("/case-studies?industry=dentists");
  const industries = texts.flatMap(({ kind, base, isInline }, i) =>
    kind === "industries" ? [[base, isInline, shown.has(i)]] : [],
  );
  expect(industries).toEqual([
    ["Dentists", true, false],
    ["Practices of any size", true, true],
  ]);
});

test("an edit needs a session and is saved as a draft", async () => {
  const { texts } = await frame("/about");
  const { kind, id, field, base } = texts.find(
    (text) => text.isInline && !text.path.length && text.id.startsWith("about:hero:"),
  )!;
  const edit = { kind, id, field, base, path: "[]" };
  const send = async (form: Record<string, string>) => {
    const answer = await request(`${PANEL}/edit-page/save`, { ...edit, ...form });
    return { status: answer.status, reply: (await answer.json()) as Record<string, unknown> };
  };
  expect(await send({ value: "Edited words" })).toMatchObject({ reply: { state: "saved", pending: 1 } });
  expect(await (await fetch(`${url}/about`)).text()).not.toContain("Edited words");
  expect((await frame("/about")).html).toContain("Edited words");
  expect(await send({ value: "Other words" })).toMatchObject({
    reply: { state: "conflict", now: "Edited words" },
  });
  const items = texts.find(({ id, path }) => id.startsWith("about:") && path.length === 2)!;
  const item = {
    id: items.id,
    path: JSON.stringify(items.path),
    base: items.base,
    value: "New",
    item: "add",
  };
  const added = await send(item);
  expect(added.reply).toMatchObject({ state: "saved", pending: 2, list: { after: expect.any(String) } });
  const { before, after } = added.reply.list as { before: string; after: string };
  expect(await send({ ...item, item: "sideways" })).toMatchObject({ status: 400 });
  const undo = await send({ id: items.id, base: after, value: before });
  expect(undo.reply).toMatchObject({ state: "saved", pending: 1 });
  const live = await send({ base: "Edited words", value: "Live words", live: "on" });
  expect(live).toMatchObject({ reply: { state: "saved", pending: 0, operation: expect.any(String) } });
  expect(await (await fetch(`${url}/about`)).text()).toContain("Live words");
  expect((await save("undo", { operation: String(live.reply.operation) })).status).toBe(200);
  expect(await (await fetch(`${url}/about`)).text()).toContain(base);
  for (const path of ["edit-page", "edit-page/frame?path=/about"]) {
    const answer = await fetch(`${url}${PANEL}/${path}`, { redirect: "manual" });
    expect([answer.status, MARK.test(await answer.text())]).toEqual([302, false]);
  }
  const stranger = await fetch(`${url}${PANEL}/edit-page/save`, {
    method: "POST",
    body: new URLSearchParams(edit),
  });
  expect(stranger.status).toBe(401);
});

test("the editor publishes the drafts that the person may publish and that aren't scheduled", async () => {
  await query("insert into website_settings (setting_key, setting_value) values ('site_title', 'Titled')");
  const texts = (await frame("/about")).texts as (PageText & RecordKey)[];
  const find = (id: string, field: string) => texts.find((text) => text.id === id && text.field === field)!;
  const title = find("about:hero:title", "content_value");
  const description = find("about", "meta_description");
  const site = find("general", "site_title");
  const send = async ({ kind, id, field, base }: PageText, headers = {}) => {
    const body = new URLSearchParams({ kind, id, field, base, path: "[]", value: "Edited" });
    const sent = { method: "POST", headers: { ...session, ...headers }, body };
    return (await fetch(`${url}${PANEL}/edit-page/save`, sent)).json();
  };
  expect(await send(title)).toMatchObject({ pending: 1, drafts: draftName(title) });
  const at = { intent: "schedule", drafts: draftName(title), at: "2099-01-01T09:00" };
  expect((await save("changes", at)).status).toBe(200);
  expect(await send(description)).toMatchObject({ pending: 1, drafts: draftName(description) });
  const drafts = [description, site].map(draftName).join(".");
  expect(await send(site)).toMatchObject({ pending: 2, drafts });
  const editor = await addSession(query, await addPerson(query, "editor"));
  const own = await send(description, { Cookie: `${SESSION_COOKIE}=${editor}` });
  expect(own).toMatchObject({ state: "same", pending: 1, drafts: draftName(description) });
  await query("delete from change_sets");
  await query("delete from website_settings");
});

test("a deleted record's draft doesn't keep pages from being edited", async () => {
  const post = { title: "Deleted with a draft", slug: "deleted-with-a-draft", content: "<p>Words</p>" };
  await save("blog", { intent: "add", draft: "on", published: "on", ...post });
  const [{ id } = { id: "" }] = await query<{ id: string }>("select id from blog_posts where slug = $1", [
    post.slug,
  ]);
  await save("blog", { intent: "delete", id });
  const { answer, texts } = await frame("/about");
  expect(answer.status).toBe(200);
  expect(texts.length).toBeGreaterThan(0);
  await query("delete from change_sets");
});

test("a redirected path shows the page that it leads to", async () => {
  await save("redirects", { intent: "add", from_path: "/about-old", to_path: "/about" });
  const { answer } = await frame("/about-old");
  const to = new URL(answer.headers.get("Location") ?? "", url);
  expect([answer.status, to.pathname, to.searchParams.get("path")]).toEqual([
    302,
    `${PANEL}/edit-page/frame`,
    "/about",
  ]);
});

test.each([
  { kind: "blog-posts", id: "no-uuid" },
  { kind: "redirects", id: "1' or 1=1" },
  { kind: "media", id: "x" },
  { kind: "website-content", id: "\ud83d" },
  { kind: "landing-pages", id: "00000000-0000-0000-0000-000000000000", path: '["\\u0000"]' },
])("saving a text that doesn't exist is refused: %j", async (named) => {
  const edit = { field: "title", path: "[]", base: "x", value: "y", ...named };
  const answer = await request(`${PANEL}/edit-page/save`, edit);
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ state: "refused" })]);
});

test("a draft that can't be published doesn't keep pages from being edited", async () => {
  const post = { title: "Drafted", content: "<p>Words</p>", published: "on" };
  await save("blog", { intent: "add", ...post, slug: "free-slug" });
  const [{ id } = { id: "" }] = await query<{ id: string }>(
    "select id from blog_posts where slug = 'free-slug'",
  );
  await save("blog", { intent: "update", id, version: "1", draft: "on", ...post, slug: "taken-slug" });
  await save("blog", { intent: "add", ...post, slug: "taken-slug" });
  const headline = { kind: "website-content", id: "about:hero:title", field: "content_value", path: "[]" };
  const { texts } = await frame("/about");
  const { base = "" } = texts.find((text) => text.id === headline.id) ?? {};
  await request(`${PANEL}/edit-page/save`, { ...headline, base, value: "Drafted headline" });
  const { answer, html } = await frame("/about");
  expect([answer.status, html.includes("Drafted headline")]).toEqual([200, true]);
  await query("delete from change_sets");
});

test("sections of an added page can be edited", async () => {
  // Without a photo, only the editor asks for one.
  const photo = { ...modelOf("image_text"), image: "/placeholder.svg" };
  const models: Section[] = SECTION_TYPES.map((type) => (type === "image_text" ? photo : modelOf(type)));
  // Only the owner sees prompts in brackets.
  const sections = mapStrings(models, (text) => text.replace(/[[\]]/g, ""));
  // The page isn't listed anywhere, so it doesn't change other pages that tests compare.
  await query(
    "insert into landing_pages (title, in_sitemap, slug, sections) values ('Brooklyn', false, 'services/local-seo/brooklyn', $1)",
    [JSON.stringify(sections)],
  );
  const { texts, shown, html } = await frame("/services/local-seo/brooklyn");
  expect(mainOf(withoutMarks(html))).toBe(
    mainOf(await (await fetch(`${url}/services/local-seo/brooklyn`)).text()),
  );
  const own = texts.flatMap((text, i) =>
    text.kind === "landing-pages" && text.field === "sections" ? [{ ...text, isMarked: shown.has(i) }] : [],
  );
  expect(own.filter(({ isMarked }) => isMarked).length).toBeGreaterThan(50);
  expect(own.find(({ base }) => base === "95%")).toMatchObject({ isFound: true, isMarked: false });
  expect(texts.filter(({ id }) => /^not-found(:|$)/.test(id))).toEqual([]);
  const at = SECTION_TYPES.indexOf("steps");
  const { kind, id, field, base, path, label } = own.find(({ base }) => base === "How we work")!;
  expect(label).toBe("Steps: title");
  const steps = own.filter(({ path }) => path[0] === at).map(({ label }) => label);
  expect(steps).toContain("How we work, 2: text");
  const shared = texts.filter(({ isShared }) => isShared);
  expect(new Set(shared.map(({ kind }) => kind))).toEqual(new Set(["website-content", "settings"]));
  expect(own.some(({ isShared }) => isShared)).toBe(false);
  const edit = { kind, id, field, base, path: JSON.stringify(path), value: "How it goes", live: "on" };
  const answer = await request(`${PANEL}/edit-page/save`, edit);
  expect(await answer.json()).toMatchObject({ state: "saved", pending: 0 });
  const stored = await query<{ sections: Section[] }>("select sections from landing_pages");
  expect(stored[0]!.sections).toEqual(
    sections.with(at, { ...sections[at]!, title: "How it goes" } as Section),
  );
  const pending: unknown[] = [];
  for (const { base, path } of own.filter(({ base }) => base === "Audit" || base === "Plan")) {
    const edit = { kind, id, field, base, path: JSON.stringify(path), value: `${base}, first` };
    pending.push((await (await request(`${PANEL}/edit-page/save`, edit)).json()).pending);
  }
  expect(pending).toEqual([1, 2]);
  await query("delete from change_sets");
});

test("visitors' pages never contain the editor's marks", async () => {
  // A form's stamp contains the time of rendering.
  const read = async (path: string) =>
    (await (await fetch(url + path)).text()).replace(/(name="stamp" value=")[^"]+/g, "$1");
  const readAll = async () =>
    Object.fromEntries(await Promise.all(PATHS.map(async (path) => [path, await read(path)] as const)));
  // The cache notices direct database writes a moment later.
  await expect.poll(() => read("/blog"), PATIENCE).toContain("Titled");
  const before = await readAll();
  const odd = [
    "",
    "?edit=1",
    "?path=/about",
    "?frame=x",
    "?page=2",
    "/",
    "/%E2%82%AC",
    "?q=%F0%9F%98%80",
    "/edit-page",
    ".data",
  ];
  const files = [
    "/rss.xml",
    "/sitemap.xml",
    "/robots.txt",
    "/no-such-page",
    "/edit-page",
    "/blog/no-such-post",
  ];
  const bases = [...PATHS, ...files];
  let left = howMany(500, 10_000);
  const visit = async () => {
    while (left-- > 0) {
      const path = bases[left % bases.length]! + odd[Math.floor(Math.random() * odd.length)]!;
      const answer = await fetch(url + path, { redirect: "manual" });
      const body = await answer.text();
      if (MARK.test(body)) throw new Error(`${path} has a mark`);
    }
  };
  const editing = async () => {
    while (left > 0) await frame(PATHS[left % PATHS.length] ?? "/");
  };
  await Promise.all([...Array.from({ length: 8 }, visit), editing()]);
  const after = await readAll();
  expect(PATHS.filter((path) => after[path] !== before[path])).toEqual([]);
});
