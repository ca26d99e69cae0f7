// The page editor in complete requests: what it can reach, and that visitors never get any of it.
import { expect, test } from "vitest";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { pages } from "../../app/copy/site/pages.ts";
import { modelOf } from "../../app/features/landing-pages/models.ts";
import { SECTION_TYPES, type Section } from "../../app/features/landing-pages/sections.ts";
import { PAGE_TEXTS, type PageText } from "../../app/features/page-editing/page-text.ts";
import { listBuiltIns } from "../../app/features/website-content/built-in.ts";
import { shownAt } from "../../app/features/website-content/shown-at.ts";
import { writeTextKey } from "../../app/features/website-content/text-key.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, request, save, url } = await openPanelSite();

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

test("the frame shows each page's own words, runs no script, sends nothing and isn't stored anywhere", async () => {
  for (const path of [...PATHS, "/no-such-page"]) {
    const { answer, html } = await frame(path);
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

test("every text can be edited from the page that shows it, at least 88% of the visible ones in place", async () => {
  await query("insert into blog_posts (title, slug, content) values ('A post', 'a-post', '<p>Words.</p>')");
  const examples = { post: "/blog/a-post", caseStudy: null, gone: null };
  const frames = new Map<string, Awaited<ReturnType<typeof frame>>>();
  const missing: string[] = [];
  for (const key of listBuiltIns()) {
    const at = shownAt(key, examples).path;
    // Texts that only appear in emailed links and the like are listed with the other texts of their page.
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

test("a page's texts include what search engines show, the business's data and industries", async () => {
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
    ["Practices of any size", true, true],
    ["Dentists", false, false],
  ]);
});

test("an edit needs a session, is saved as a draft that counts as pending, and is published at once if requested", async () => {
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

test("the sections of a page that the owner added are marked, edited one text at a time, and moved", async () => {
  const sections = SECTION_TYPES.map((type) => modelOf(type));
  // Not listed anywhere: no other page may change while tests compare them.
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
  expect(own.filter(({ isMarked }) => isMarked).length).toBeGreaterThan(60);
  expect(own.find(({ base }) => base === "[95%]")).toMatchObject({ isInForm: true, isMarked: false });
  expect(texts.filter(({ id }) => /^not-found(:|$)/.test(id))).toEqual([]);
  const at = SECTION_TYPES.indexOf("steps");
  const { kind, id, field, base, path, label } = own.find(({ base }) => base === "How we work")!;
  expect(label).toBe(`Sections (${at + 1}, title)`);
  const edit = { kind, id, field, base, path: JSON.stringify(path), value: "How it goes", live: "on" };
  const answer = await request(`${PANEL}/edit-page/save`, edit);
  expect(await answer.json()).toMatchObject({ state: "saved", pending: 0 });
  const stored = await query<{ sections: Section[] }>("select sections from landing_pages");
  expect(stored[0]!.sections).toEqual(sections.with(at, { ...modelOf("steps"), title: "How it goes" }));
});

test("visitors get the same bytes before and after pages are edited, and 10,000 unusual requests never get an editor mark", {
  timeout: 300_000,
}, async () => {
  // The forms' stamps name the time of the render. A busy site may render a page again.
  const read = async (path: string) =>
    (await (await fetch(url + path)).text()).replace(/(name="stamp" value=")[^"]+/g, "$1");
  const readAll = async () =>
    Object.fromEntries(await Promise.all(PATHS.map(async (path) => [path, await read(path)] as const)));
  // What the tests above wrote straight to the database reaches the cache a moment later.
  await expect.poll(() => read("/blog"), PATIENCE).toContain("Titled");
  await expect.poll(() => read("/case-studies"), PATIENCE).toContain("Dentists");
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
  let left = 10_000;
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
