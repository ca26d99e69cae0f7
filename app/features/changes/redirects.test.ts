import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { inNameOf } from "../../platform/database/session-writes.server.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { blogPost } from "../blog/kind.ts";
import { listSteps, restoreRevision } from "../history/queries.server.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { listImageUses } from "../records/image-uses.server.ts";
import {
  addRedirect,
  deleteRedirect,
  eachRedirect,
  findGonePath,
  findRedirectById,
  listRedirects,
} from "../redirects/queries.owner.server.ts";
import { findRedirect, listMovedFilters } from "../redirects/queries.server.ts";
import { redirect } from "../redirects/rules.ts";
import { redirects } from "../redirects/table.server.ts";
import { recordRedirected } from "../redirects/visits.server.ts";
import { findByPath, saveValues } from "../redirects/write.server.ts";
import { withSerializableRetry } from "./apply.server.ts";
import { findDraft, resolveConflict, saveDraft } from "./drafts.server.ts";
import { publishDrafts } from "./publish.server.ts";
import { showDrafts } from "./show.server.ts";
import { undoOperation } from "./undo.server.ts";

const { owner: db, visitor } = await openTestDatabases();
const ask: FetchAsVisitor = async () => new Response(null, { status: 404 });
const site = { siteUrl: "https://www.agency.example", ask };

beforeEach(async () => {
  for (const table of ["change_sets", "redirects", "blog_posts", "slug_history"])
    await db.execute(`delete from ${table}`);
});

async function add(from: string, to: string) {
  await addRedirect(db, redirect.parse({ from_path: from, to_path: to }), site);
  return (await findByPath(db, from))!.id;
}
const keep = (id: string, posted: Record<string, string>) =>
  saveDraft(db, { kind: "redirects", id }, { posted });
const publish = async () => (await publishDrafts(db, await listDraftKeys(db))).set;
const stored = async () =>
  Object.fromEntries((await db.select().from(redirects)).map((row) => [row.from_path, row.to_path]));

test("visitors aren't redirected by an inactive redirect", async () => {
  await db.execute("insert into blog_posts (title, slug, content) values ('A', 'old', 'x')");
  await db.execute("update blog_posts set slug = 'new'");
  await addRedirect(db, redirect.parse({ from_path: "/blog/old", to_path: "/about" }), site);
  const gone = redirect.parse({ from_path: "/gone", answer: "410", is_on: "false" });
  await addRedirect(db, gone, site);
  await addRedirect(db, redirect.parse({ ...gone, from_path: "/case-studies?industry=shops" }), site);
  expect(await findRedirect(db, "/blog/old")).toEqual({ to_path: "/about" });
  await db.update(redirects).set({ is_on: false });
  expect(await findRedirect(db, "/blog/old")).toEqual({ to_path: "/blog/new" });
  expect([await findRedirect(db, "/gone"), await findGonePath(db), await listMovedFilters(db)]).toEqual([
    null,
    null,
    [],
  ]);
  await recordRedirected(db, [{ path: "/blog/old", hits: 2 }]);
  expect((await findByPath(db, "/blog/old"))?.hits).toBe(0);
  const { rows } = await listRedirects(db, { search: "/blog/old", sort: "address", page: 1, perPage: 9 });
  expect(rows.map(({ source, is_on, hits }) => ({ source, is_on, hits }))).toEqual(
    expect.arrayContaining([
      { source: "owner", is_on: false, hits: 0 },
      { source: "rename", is_on: true, hits: 2 },
    ]),
  );
  const exported = [];
  for await (const row of eachRedirect(db, "")) exported.push(row.from_path);
  expect(exported).toEqual(["/blog/old"]);
});

test("the visitor role can't read inactive redirects", async () => {
  const id = await add("/a", "/b");
  expect(await findRedirectById(visitor, id)).toMatchObject({ from_path: "/a" });
  await db.update(redirects).set({ is_on: false });
  expect(await findRedirectById(visitor, id)).toBeNull();
});

test("an image is in use if a redirect points to its file", async () => {
  const id = await add("/flyer", "/media/abcdefghijkl/flyer.jpg");
  const use = { title: "/flyer → /media/abcdefghijkl/flyer.jpg", field: "New URL" };
  expect(await listImageUses(db, ["abcdefghijkl"])).toEqual([expect.objectContaining(use)]);
  await db.update(redirects).set({ to_path: "/b" }).where(eq(redirects.id, id));
  expect(await listImageUses(db, ["abcdefghijkl"])).toEqual([]);
});

test("a conflict between a new target and a removal can be resolved", async () => {
  const id = await add("/old", "/one");
  await keep(id, { to_path: "/two" });
  await db.update(redirects).set({ to_path: null }).where(eq(redirects.id, id));
  await expect(publish()).rejects.toThrow(
    "Newer versions were published after you started the draft: /old → /one (New URL)",
  );
  const [record] = await showDrafts(db);
  expect(record!.fields).toMatchObject([{ label: "New URL", meeting: "conflict" }]);
  expect(JSON.stringify(record!.fields[0]!.live!.blocks)).toContain("Permanently removed (410)");
  const { stamp } = record!.fields[0]!.live!;
  const of = { field: "to_path", keeps: "draft", live: stamp } as const;
  await resolveConflict(db, { kind: "redirects", id }, of);
  await publish();
  expect(await stored()).toEqual({ "/old": "/two" });
});

test("an inactive redirect can't be activated if it would create a loop", async () => {
  const id = await add("/a", "/b");
  await db.update(redirects).set({ is_on: false });
  await add("/b", "/a");
  await expect(keep(id, { is_on: "true" })).rejects.toThrow("this would create a redirect loop");
  await expect(add("/a", "/c")).rejects.toThrow("There's already a redirect from /a, but it's off.");
});

test.for([
  ["to_path", "/taken", "redirects back to /old"],
  ["to_path", "https:/x", "Use a URL that starts with"],
  ["from_path", "/blog/post", "There's a page at /blog/post now."],
  ["from_path", "https://elsewhere.example/a", "This URL is on another site."],
] as const)("a draft that sets %s to %s is rejected: %s", async ([field, value, words]) => {
  await db.execute("insert into blog_posts (title, slug, content) values ('A', 'post', 'x')");
  const id = await add("/old", "/one");
  await db.insert(redirects).values({ from_path: "/taken", to_path: "/old" });
  await expect(keep(id, { [field]: value })).rejects.toThrow(words);
  expect(await findDraft(db, { kind: "redirects", id })).toBeNull();
});

test("two drafts that form a redirect loop aren't published", async () => {
  const [a, b] = [await add("/a", "/one"), await add("/b", "/two")];
  await keep(a, { to_path: "/b" });
  await keep(b, { to_path: "/a" });
  await expect(publish()).rejects.toThrow("this would create a redirect loop");
  expect(await stored()).toEqual({ "/a": "/one", "/b": "/two" });
});

test("one redirect can take a path that another frees in the same publish", async () => {
  const [taker = "", giver = ""] = [await add("/a", "/one"), await add("/b", "/two")].sort();
  await keep(taker, { from_path: "/x" });
  await db.update(redirects).set({ from_path: "/x" }).where(eq(redirects.id, giver));
  await keep(giver, { from_path: "/y" });
  await publish();
  expect((await findByPath(db, "/x"))?.id).toBe(taker);
  expect((await findByPath(db, "/y"))?.id).toBe(giver);
});

test("a drafted target is published even if its path has been redirected since", async () => {
  const id = await add("/old", "/one");
  await keep(id, { to_path: "/two" });
  await add("/two", "/three");
  const set = await publish();
  expect((await stored())["/old"]).toBe("/two");
  expect(await findRedirect(db, "/old")).toEqual({ to_path: "/three" });
  await undoOperation(db, set);
  expect((await stored())["/old"]).toBe("/one");
});

test("two concurrent saves can't create a redirect loop", async () => {
  const id = await add("/a", "/one");
  let tries = 0;
  const late = withSerializableRetry(db, async (tx) => {
    await findRedirectById(tx, id);
    if (++tries === 1) await saveValues(db, null, { from_path: "/b", to_path: "/a", is_on: true });
    await saveValues(tx, id, { from_path: "/a", to_path: "/b", is_on: true });
  });
  await expect(late).rejects.toThrow("/b redirects back to /a");
  expect([tries, await stored()]).toEqual([2, { "/a": "/one", "/b": "/a" }]);
});

test("a deleted redirect is restored from its history with the same id", async () => {
  const id = await add("/old", "/one");
  await db.update(redirects).set({ to_path: "/two" }).where(eq(redirects.id, id));
  await deleteRedirect(db, id);
  const { steps, name } = (await listSteps(db, "redirects", id))!;
  expect([name, steps.map(({ happening }) => happening)]).toEqual([
    "/old → /two",
    ["purged", "changed", "added"],
  ]);
  await expect(restoreRevision(db, steps[1]!.id, "to_path")).rejects.toThrow(
    "Restore a complete version of it",
  );
  expect(await restoreRevision(db, steps[2]!.id)).toBe("/old → /one");
  expect(await findRedirectById(db, id)).toMatchObject({ from_path: "/old", to_path: "/one", is_on: true });
});

test("undoing a delete restores the redirect and its draft", async () => {
  const id = await add("/old", "/one");
  await keep(id, { to_path: "/two" });
  const operation = randomUUID();
  await deleteRedirect(inNameOf(db, "mark1234", operation), id);
  await expect(publish()).rejects.toThrow("has since been deleted");
  await undoOperation(db, operation);
  await publish();
  expect(await findRedirectById(db, id)).toMatchObject({ to_path: "/two" });
});

test("undoing a publish restores the redirect that the page replaced", async () => {
  await add("/blog/sale", "/about");
  const post = blogPost.schema.parse({
    title: "Sale",
    slug: "sale",
    content: "<p>x</p>",
    published: "false",
  });
  const { id } = await blogPosts.insert(db, post);
  await saveDraft(db, { kind: "blog-posts", id }, { posted: { published: "on" } });
  const set = await publish();
  expect(await stored()).toEqual({});
  const { operation } = await undoOperation(db, set);
  expect(await stored()).toEqual({ "/blog/sale": "/about" });
  await undoOperation(db, operation);
  expect(await stored()).toEqual({});
});

test("undoing a new page restores the redirect that it replaced", async () => {
  await add("/blog/sale", "/about");
  const operation = randomUUID();
  const post = blogPost.schema.parse({ title: "Sale", slug: "sale", content: "<p>x</p>" });
  await blogPosts.insert(inNameOf(db, "mark1234", operation), post);
  expect(await stored()).toEqual({});
  const undone = await undoOperation(db, operation);
  expect(await stored()).toEqual({ "/blog/sale": "/about" });
  const redone = await undoOperation(db, undone.operation);
  expect(await stored()).toEqual({});
  await undoOperation(db, redone.operation);
  expect(await stored()).toEqual({ "/blog/sale": "/about" });
});
