import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { clear, query, request, read, save, undo } = await openPanelSite();

beforeEach(() => clear("blog_posts", "case_studies", "industries", "redirects", "slug_history"));

const addPosts = (...titles: string[]) =>
  Promise.all(
    titles.map(async (title) => {
      const [row] = await query<{ id: string }>(
        "insert into blog_posts (title, slug, content) values ($1, lower($1), '<p>Words</p>') returning id",
        [title],
      );
      return row!.id;
    }),
  );
const addStudy = async () => {
  const [row] = await query<{ id: string; industry_id: string }>(
    `with industry as (insert into industries (name) values ('Law') returning id)
     insert into case_studies (title, slug, client, industry, industry_id, results)
     select 'Grew', 'grew', 'Zoo', 'Law', id, '{"leads": "+3%"}' from industry returning id, industry_id`,
  );
  return row!;
};
const statusOf = async (...paths: string[]) =>
  Promise.all(paths.map(async (path) => (await request(path)).status));

test("several posts can be unpublished or published at once, and only those that change are counted", async () => {
  const ids = await addPosts("One", "Two");
  await query("update blog_posts set published = false where slug = 'two'");
  const hidden = await save("blog", { intent: "unpublish", ids: ids.join() });
  expect([hidden.status, hidden.text]).toEqual([200, expect.stringContaining("Unpublished")]);
  expect(hidden.text).toContain("1 blog post.");
  expect(await statusOf("/blog/one", "/blog/two")).toEqual([404, 404]);
  expect((await save("blog", { intent: "publish", ids: ids.join() })).text).toContain("2 blog posts.");
  expect(await statusOf("/blog/one", "/blog/two")).toEqual([200, 200]);
  // A save without changes offers no Undo.
  expect((await save("blog", { intent: "publish", ids: ids.join() })).text).not.toContain('"operation"');
});

test("several records can be deleted and restored at once", async () => {
  const ids = await addPosts("One", "Two");
  const gone = await save("blog", { intent: "delete-several", ids: ids.join() });
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining("2 blog posts.")]);
  expect(await statusOf("/blog/one", "/blog/two")).toEqual([410, 410]);
  await undo(gone);
  expect(await statusOf("/blog/one", "/blog/two")).toEqual([200, 200]);
});

test("everything deleted of a kind can be restored at once, which Undo reverts; what can't be restored is named", async () => {
  const ids = await addPosts("One", "Two", "Three");
  await addStudy();
  await save("blog", { intent: "delete-several", ids: ids.join() });
  await query("update case_studies set deleted_at = now()");
  expect(wordsOf(await read(`${PANEL}/deleted?kind=blog-posts`))).toContain("Restore all (3)");
  // Other kinds' lists lead to these.
  const others = await read(`${PANEL}/deleted?kind=media`);
  expect(others).toMatch(/Also deleted:.*href="[^"]*\?kind=blog-posts"/);
  expect(wordsOf(others)).toContain("Blog posts (3)");
  await query("insert into blog_posts (title, slug, content) values ('Mine', 'three', '')");
  const restored = await save("deleted", { intent: "restore-all", kind: "blog-posts" });
  expect([restored.status, restored.text]).toEqual([200, expect.stringContaining("2 items.")]);
  expect(restored.text).toContain("Not restored: Three: Another post now uses its slug.");
  expect(await statusOf("/blog/one", "/blog/two", "/case-studies/grew")).toEqual([200, 200, 410]);
  await undo(restored);
  expect(await statusOf("/blog/one", "/blog/two", "/blog/three")).toEqual([410, 410, 200]);
});

test("if one selected industry is in use, none of them is deleted", async () => {
  const { industry_id } = await addStudy();
  const [free] = await query<{ id: string }>("insert into industries (name) values ('Free') returning id");
  const { status, text } = await save("industries", {
    intent: "delete-several",
    ids: [free!.id, industry_id].join(),
  });
  expect([status, text]).toEqual([400, expect.stringContaining("Failed to delete")]);
  expect(text).toContain("Grew");
  expect(await query("select 1 from industries where deleted_at is null")).toHaveLength(2);
});

test("a copy is an unpublished record with its own URL", async () => {
  const { id } = await addStudy();
  const first = await save("case-studies", { intent: "duplicate", ids: id });
  expect(first.text).toContain("The copy is a draft.");
  await save("case-studies", { intent: "duplicate", ids: id });
  const copies = await query<Record<string, unknown>>(
    "select * from case_studies where id <> $1 order by slug",
    [id],
  );
  expect(
    copies.map(({ slug, title, published, results, client }) => ({
      slug,
      title,
      published,
      results,
      client,
    })),
  ).toEqual([
    { slug: "grew-copy", title: "Grew (copy)", published: false, results: { leads: "+3%" }, client: "Zoo" },
    { slug: "grew-copy-2", title: "Grew (copy)", published: false, results: { leads: "+3%" }, client: "Zoo" },
  ]);
  expect(first.text).toContain(`${PANEL}/case-studies?edit=${copies[0]!.id}`);
  const [post] = await addPosts("One");
  await save("blog", { intent: "duplicate", ids: post! });
  expect(await statusOf("/blog/one", "/blog/one-copy")).toEqual([200, 404]);
});

test("malformed bulk requests get a 400", async () => {
  const [id] = await addPosts("One");
  const forms = [
    ["blog", { intent: "publish" }],
    ["blog", { intent: "publish", ids: "x" }],
    ["blog", { intent: "delete-several", ids: Array.from({ length: 201 }, () => randomUUID()).join() }],
    ["industries", { intent: "publish", ids: id! }],
    ["industries", { intent: "duplicate", ids: id! }],
  ] as const;
  for (const [tab, form] of forms) expect((await save(tab, form)).status).toBe(400);
  expect(wordsOf(await read(`${PANEL}/blog`))).toMatch(/Select all .*Select One .*Edit One Delete One/);
});
