// Database notifications about content changes, which invalidate every process's cached pages.
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { RESTORABLE_KINDS } from "../../app/features/records/kinds.server.ts";
import { recordRedirected } from "../../app/features/redirects/visits.server.ts";
import { purgeDeleted } from "../../app/platform/database/deleted.server.ts";
import { createTestDatabase, openPools } from "../../tests/support/database.ts";

const connection = await createTestDatabase();
const { owner, pool } = openPools(connection);
const listener = new pg.Client(connection);
await listener.connect();
afterAll(() => listener.end());
await listener.query("listen content_changed; listen done");

/** Returns the distinct tables named in the notifications that `something` causes. */
async function notifiedBy(something: () => Promise<unknown>): Promise<string[]> {
  const notified = new Set<string>();
  const done = Promise.withResolvers<void>();
  const onWord = ({ channel, payload = "" }: pg.Notification) => {
    if (channel === "done") done.resolve();
    else notified.add(payload);
  };
  listener.on("notification", onWord);
  await something();
  // Notifications arrive in commit order.
  await pool.query("notify done");
  await done.promise;
  listener.off("notification", onWord);
  return [...notified].sort();
}
const notifiedByStatement = (statement: string) => notifiedBy(() => pool.query(statement));

test("the hourly cleanup sends no notifications", async () => {
  const cleanUp = async () => {
    for (const { trash } of RESTORABLE_KINDS) await purgeDeleted(owner, trash);
  };
  expect(await notifiedBy(cleanUp)).toEqual([]);
  const long = "now() - interval '60 days'";
  await pool.query(
    `insert into blog_posts (title, slug, content, deleted_at) values ('A', 'long-gone', '', ${long})`,
  );
  await pool.query(`insert into industries (name, deleted_at) values ('A', ${long})`);
  expect(await notifiedBy(cleanUp)).toEqual([]);
  expect((await pool.query("select from blog_posts union all select from industries")).rowCount).toBe(0);
});

test("writing a post notifies if the post is visible before or after the write", async () => {
  const write = "insert into blog_posts (title, slug, content, published) values ('A', 'a', '', false)";
  expect(await notifiedByStatement(write)).toEqual([]);
  expect(await notifiedByStatement("update blog_posts set title = 'B'")).toEqual([]);
  expect(await notifiedByStatement("update blog_posts set published = true")).toEqual(["blog_posts"]);
  expect(await notifiedByStatement("update blog_posts set title = 'C'")).toEqual(["blog_posts"]);
  expect(await notifiedByStatement("update blog_posts set title = 'D' where slug = 'other'")).toEqual([]);
  expect(await notifiedByStatement("update blog_posts set deleted_at = now()")).toEqual([
    "blog_posts",
    "slug_history",
  ]);
  expect(await notifiedByStatement("delete from blog_posts")).toEqual([]);
});

test.each([
  ["industries", "(name) values ('SaaS')", "description = 'x'"],
  [
    "case_studies",
    "(title, slug, client, industry, industry_id) select 'A', 'a', 'B', name, id from industries",
    "title = 'B'",
  ],
  [
    "website_content",
    "(page_name, section_name, content_key, content_value) values ('home', 'hero', 'title', 'A')",
    "content_value = 'B'",
  ],
  ["page_seo", "(page_name) values ('home')", "meta_title = 'B'"],
  ["website_settings", "(setting_key, setting_value) values ('site_title', 'A')", "setting_value = 'B'"],
  ["redirects", "(from_path) values ('/a')", "to_path = '/b'"],
])("every write to a visible row of %s notifies", async (table, values, change) => {
  expect(await notifiedByStatement(`insert into ${table} ${values}`)).toEqual([table]);
  expect(await notifiedByStatement(`update ${table} set ${change}`)).toEqual([table]);
  expect(await notifiedByStatement(`update ${table} set ${change} where false`)).toEqual([]);
});

test("deleting or restoring a draft notifies if the draft was once published", async () => {
  const draft = "insert into blog_posts (title, slug, content, published, was_published)";
  expect(await notifiedByStatement(`${draft} values ('A', 'known', '', false, true)`)).toEqual([]);
  expect(await notifiedByStatement("update blog_posts set deleted_at = now()")).toEqual(["slug_history"]);
  expect(await notifiedByStatement("update blog_posts set deleted_at = null")).toEqual(["slug_history"]);
  await pool.query("delete from blog_posts");
});

test("counting hits on redirects and old slugs doesn't notify", async () => {
  expect(await notifiedByStatement("insert into redirects (from_path) values ('/counted')")).toEqual([
    "redirects",
  ]);
  const visits = ["/counted", "/blog/known"].map((path) => ({ path, hits: 3 }));
  expect(await notifiedBy(() => recordRedirected(owner, visits))).toEqual([]);
  const { rows } = await pool.query("select hits from slug_history where slug = 'known'");
  expect(rows).toEqual([{ hits: 3 }]);
  expect(await notifiedByStatement("delete from redirects")).toEqual(["redirects"]);
});

test("saving a redirect notifies unless it's inactive before and after", async () => {
  expect(
    await notifiedByStatement("insert into redirects (from_path, is_on) values ('/off', false)"),
  ).toEqual([]);
  expect(await notifiedByStatement("update redirects set to_path = '/else'")).toEqual([]);
  expect(await notifiedByStatement("update redirects set is_on = true")).toEqual(["redirects"]);
  expect(await notifiedByStatement("update redirects set is_on = false")).toEqual(["redirects"]);
  expect(await notifiedByStatement("delete from redirects")).toEqual([]);
});

test("truncating a table notifies", async () => {
  expect(await notifiedByStatement("truncate website_settings")).toEqual(["website_settings"]);
});
