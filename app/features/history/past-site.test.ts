import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { VISITOR_ROLE } from "../../platform/database/visitor-role.server.ts";
import { findHistoryStart, showPast } from "./past-site.server.ts";

const { owner: db } = await openTestDatabases();
const run = (statement: string) => db.execute(sql.raw(statement));

const SEEN = [
  "select id, title, slug, content, featured_image, published, created_at from blog_posts where deleted_at is null order by id",
  "select id, title, slug, industry, industry_id, results::text, published from case_studies where deleted_at is null order by id",
  "select id, name, description from industries where deleted_at is null order by id",
  "select page_name, section_name, content_key, content_value from website_content where deleted_at is null order by 1, 2, 3",
  "select page_name, meta_title, is_indexable from page_seo order by 1",
  "select setting_key, setting_value from website_settings order by 1",
  "select from_path, to_path, is_on from redirects order by 1",
  "select kind, slug, record_id, is_gone from slug_history order by 1, 2",
];
const look = async (on: Pick<typeof db, "execute"> = db) => {
  const seen = [];
  for (const statement of SEEN) seen.push((await on.execute(sql.raw(statement))).rows);
  return seen;
};
const clock = async () =>
  (await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)).rows[0]!.now;
const at = (moment: string) =>
  withRollback(db, async (tx) => ({ lost: await showPast(tx, moment), seen: await look(tx) }));

const POST = "insert into blog_posts (id, title, slug, content, published) values";
const [A, B, C] = ["a", "b", "c"].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const TEXT = "insert into website_content (page_name, section_name, content_key, content_value) values";
const STEPS = [
  `${POST} ('${A}', 'First', 'first', '<p>One.</p>', true)`,
  `insert into industries (id, name) values ('${A}', 'Shops'), ('${B}', 'Law')`,
  `insert into case_studies (id, title, slug, client, industry, industry_id, results) values ('${A}', 'Study', 'study', 'C', 'Shops', '${A}', '{"b":1,"a":2}')`,
  `update blog_posts set slug = 'second', title = 'Second' where id = '${A}'`,
  `${TEXT} ('home', 'hero', 'title', 'Our headline')`,
  "update website_content set content_value = 'Our other headline'",
  // Another record takes the old slug.
  `${POST} ('${B}', 'Other', 'first', '<p>Two.</p>', true)`,
  "insert into website_settings (setting_key, setting_value) values ('phone_number', '+1 555 0100')",
  "insert into page_seo (page_name, meta_title) values ('about', 'About us')",
  // Renaming an industry changes its case studies without a revision.
  "with renamed as (update industries set name = 'Stores' where name = 'Shops' returning id) update case_studies set industry = 'Stores' where industry_id in (select id from renamed)",
  "insert into redirects (from_path, to_path) values ('/old', '/about')",
  // Two posts swap their slugs.
  `update blog_posts set slug = 'aside' where id = '${A}'`,
  `update blog_posts set slug = 'second' where id = '${B}'`,
  `update blog_posts set slug = 'first' where id = '${A}'`,
  "update website_content set deleted_at = now()",
  `${TEXT} ('home', 'hero', 'title', 'A new headline')`,
  "delete from website_content where deleted_at is not null",
  "update redirects set to_path = null",
  // Old revisions don't have this column.
  "update revisions set row = (row::jsonb - 'is_on')::json where kind = 'redirects'",
  "update redirects set is_on = false",
  "update website_settings set setting_value = '+1 555 0199'",
  `update blog_posts set published = false where id = '${B}'`,
  `update blog_posts set deleted_at = now() where id = '${A}'`,
  `delete from blog_posts where id = '${A}'`,
  `${POST} ('${C}', 'Third', 'first', '<p>Three.</p>', true)`,
  `update case_studies set industry_id = '${B}', industry = 'Law'`,
  `delete from industries where id = '${A}'`,
  "delete from case_studies",
  "delete from redirects",
  "delete from page_seo",
  "delete from website_settings",
];

test("the site is shown exactly as it was between any two changes", async () => {
  const states: { after: string; moment: string; seen: unknown }[] = [];
  for (const step of STEPS) {
    await run(step);
    states.push({ after: step, moment: await clock(), seen: await look() });
  }
  const revisions = (await run("select count(*) from revisions")).rows;
  for (const { after, moment, seen } of states)
    expect({ after, ...(await at(moment)) }).toEqual({ after, lost: [], seen });
  expect(await look()).toEqual(states.at(-1)!.seen);
  expect((await run("select count(*) from revisions")).rows).toEqual(revisions);
});

test("viewing the past locks no rows, so saves aren't blocked", async () => {
  const id = crypto.randomUUID();
  await run(`${POST} ('${id}', 'Then', 'held-up', '<p>x</p>', true)`);
  const moment = await clock();
  await run(`update blog_posts set title = 'Now' where id = '${id}'`);
  await withRollback(db, async (tx) => {
    await showPast(tx, moment);
    const { rows: locks } = await tx.execute(sql`
      select distinct mode from pg_locks join pg_class on pg_class.oid = relation
        where pid = pg_backend_pid() and relnamespace = 'public'::regnamespace`);
    expect(locks).toEqual([{ mode: "AccessShareLock" }]);
    await db.transaction(async (save) => {
      await save.execute(sql`set local lock_timeout = '2s'`);
      await save.execute(sql`update blog_posts set title = 'Saved later' where id = ${id}`);
    });
    const title = sql`select title from blog_posts where id = ${id}`;
    expect((await tx.execute(title)).rows).toEqual([{ title: "Then" }]);
    expect((await db.execute(title)).rows).toEqual([{ title: "Saved later" }]);
  });
});

test("visitors see only what was public at that moment", async () => {
  const [draft, live] = [crypto.randomUUID(), crypto.randomUUID()];
  await run(`${POST} ('${draft}', 'A draft', 'of-draft', '<p>x</p>', false)`);
  await run(`${POST} ('${live}', 'Live', 'of-live', '<p>x</p>', true)`);
  const moment = await clock();
  await run(`update blog_posts set published = not published where id in ('${draft}', '${live}')`);
  const seen = (published?: string) =>
    withRollback(db, async (tx) => {
      await showPast(tx, moment, published);
      await tx.execute(sql.raw(`set local role ${VISITOR_ROLE}`));
      return (await tx.execute(sql`select title from blog_posts where slug like 'of-%' order by title`)).rows;
    });
  expect(await seen()).toEqual([{ title: "Live" }]);
  expect(await seen(draft)).toEqual([{ title: "A draft" }, { title: "Live" }]);
});

test("a row that's older than a column gets the column's default", async () => {
  const id = crypto.randomUUID();
  await run(`${POST} ('${id}', 'Old row', 'old-row', '<p>x</p>', true)`);
  const moment = await clock();
  await run(`update blog_posts set title = 'New row' where id = '${id}'`);
  await run(
    `update revisions set row = (row::jsonb - 'author' - 'was_published' - 'meta_title')::json where record_key = '${id}' and op = 'insert'`,
  );
  const row = await withRollback(db, async (tx) => {
    await showPast(tx, moment);
    return (await tx.execute(sql`select title, author, meta_title from blog_posts where id = ${id}`)).rows;
  });
  expect(row).toEqual([{ title: "Old row", author: "SEO Pro Zone", meta_title: "" }]);
});

test("an image has its old alt text, and is hidden if its old file is gone or the image was deleted later", async () => {
  const file = (media: string, id: string) =>
    `insert into media_files (id, media_id, sha256, bytes, original_key, state) values ('${id}', '${media}', 'x', 1, 'x', 'ready')`;
  const [words, replaced, deleted] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"];
  const [old, present] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [words, replaced, deleted])
    await run(`insert into media (id, name, alt, file_id) values ('${id}', 'Photo', 'Before', '${old}')`);
  await run(file(words!, old));
  await run(file(replaced!, present));
  const moment = await clock();
  await run(`update media set alt = 'After' where id = '${words}'`);
  await run(`update media set file_id = '${present}' where id = '${replaced}'`);
  await run(`update media set deleted_at = now() where id = '${deleted}'`);
  const rows = await withRollback(db, async (tx) => {
    await showPast(tx, moment);
    return (await tx.execute(sql`select id, alt from media where deleted_at is null`)).rows;
  });
  expect(rows).toEqual([{ id: words, alt: "Before" }]);
});

test("history begins with the first change; the initial state isn't a change", async () => {
  await run("truncate revisions");
  expect(await findHistoryStart(db)).toBeNull();
  await run(
    "insert into revisions (kind, record_key, op, row, at) values ('settings', 'x', 'known', '{}', '2020-01-01')",
  );
  expect(await findHistoryStart(db)).toBeNull();
  await run(
    "insert into revisions (kind, record_key, op, row, at) values ('settings', 'x', 'update', '{}', '2021-01-01T00:00Z')",
  );
  expect(await findHistoryStart(db)).toEqual(new Date("2021-01-01T00:00Z"));
});
