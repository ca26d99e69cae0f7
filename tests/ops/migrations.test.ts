import type { Socket } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { showDrafts } from "../../app/features/changes/show.server.ts";
import { listImportDrafts } from "../../app/features/import/draft.server.ts";
import { findRedirect } from "../../app/features/redirects/queries.server.ts";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { readMigrationJournal } from "../../app/platform/database/schema.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { asDatabaseUrl, createTestDatabase, openPools } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { spawnSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

test("three simultaneous starts migrate an empty database once", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const results = await Promise.allSettled([1, 2, 3].map(() => migrateDatabase(connection, log)));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  const applied = await queryOnce(connection, "select hash from drizzle.__drizzle_migrations");
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  expect(await queryOnce(connection, "select count(*)::int as n from case_studies")).toEqual([{ n: 0 }]);
});

test("a migration that waits for a lock doesn't block other machines' writes", async () => {
  const connection = await createTestDatabase({ migrated: false });
  await migrateDatabase(connection, log, { upTo: 13 });
  // Locks the table the way sending an email does, for longer than an enquiry may wait.
  const sending = new pg.Client(connection);
  await sending.connect();
  onTestFinished(() => sending.end());
  const USE = "lock table outgoing_mails in row exclusive mode";
  await sending.query(`begin; ${USE}`);
  let isDone = false;
  const update = migrateDatabase(connection, log).then(() => {
    isDone = true;
  });
  const waiting =
    "select pid from pg_locks where not granted and relation = 'outgoing_mails'::regclass and mode = 'AccessExclusiveLock'";
  await vi.waitUntil(async () => (await queryOnce(connection, waiting)).length > 0, PATIENCE);
  await queryOnce(connection, `begin; set local lock_timeout = '15s'; ${USE}; commit`);
  expect(isDone).toBe(false);
  await sending.query("commit");
  await update;
});

test("an update marks only published records as having been public", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const beforeThat = 5;
  await migrateDatabase(connection, log, { upTo: beforeThat });
  await queryOnce(connection, "insert into industries (name) values ('Retail')");
  await queryOnce(
    connection,
    `insert into case_studies (title, slug, client, industry, industry_id, published)
       select slug, slug, 'Ada', name, id, slug = 'live' from industries, unnest(array['live', 'draft']) slug`,
  );
  await queryOnce(
    connection,
    "insert into blog_posts (title, slug, content, published) values ('L', 'live', 'x', true), ('D', 'draft', 'x', false)",
  );
  const read = (columns: string) =>
    queryOnce(
      connection,
      `select slug, version, updated_at${columns} from blog_posts
        union all select slug, version, updated_at${columns} from case_studies order by slug`,
    );
  const before = await read("");
  await migrateDatabase(connection, log);
  expect(await read("")).toEqual(before);
  expect(await read(", was_published")).toMatchObject([
    { slug: "draft", was_published: false },
    { slug: "draft", was_published: false },
    { slug: "live", was_published: true },
    { slug: "live", was_published: true },
  ]);
  await queryOnce(connection, "update blog_posts set published = not published");
  expect(await queryOnce(connection, "select version, was_published from blog_posts")).toEqual([
    { version: 2, was_published: true },
    { version: 2, was_published: true },
  ]);
});

test("after an update, existing tracking code still runs without consent", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const beforeThat = 16;
  await migrateDatabase(connection, log, { upTo: beforeThat });
  await queryOnce(
    connection,
    `insert into website_settings (setting_key, setting_value) values
      ('google_analytics_code', '<script>a()</script>'), ('google_tag_manager_code', ' '), ('site_title', 'Ours')`,
  );
  await migrateDatabase(connection, log);
  const switches =
    "select setting_key, setting_value from website_settings where setting_key like '%at_once'";
  expect(await queryOnce(connection, switches)).toEqual([
    { setting_key: "google_analytics_code_at_once", setting_value: "on" },
  ]);
});

test("an update assigns old URLs to the records they redirect to", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const beforeThat = 9;
  await migrateDatabase(connection, log, { upTo: beforeThat });
  await queryOnce(connection, "insert into industries (name) values ('Local Shops')");
  await queryOnce(
    connection,
    `insert into blog_posts (title, slug, content, published, deleted_at) values
      ('live', 'live', 'x', true, null), ('before it', 'live', 'x', true, now()),
      ('gone', 'gone', 'x', true, now()), ('long gone', 'gone', 'x', true, now() - interval '1 day'),
      ('draft', 'gone', 'x', false, null)`,
  );
  await queryOnce(
    connection,
    `insert into case_studies (title, slug, client, industry, industry_id)
      select 'study', 'study', 'Ada', name, id from industries`,
  );
  await queryOnce(
    connection,
    `insert into redirects (from_path, to_path, source) values
      ('/blog/a', '/blog/live', 'rename'), ('/blog/b', '/blog/gone', 'rename'), ('/blog/gone', null, 'delete'),
      ('/case-studies/c', '/case-studies/study', 'rename'),
      ('/case-studies?industry=d', '/case-studies?industry=local-shops', 'rename'),
      ('/e', '/blog/live', 'owner'), ('/f', null, 'owner'), ('/blog/g', '/blog/unknown', 'rename')`,
  );
  const read = () =>
    queryOnce(connection, "select from_path, to_path, version, updated_at from redirects order by from_path");
  const before = await read();
  await migrateDatabase(connection, log, { upTo: beforeThat + 1 });
  expect(await read()).toEqual(before);
  const records = await queryOnce(
    connection,
    `select from_path, (select name from (select id, title as name from blog_posts
        union all select id, title from case_studies union all select id, name from industries) r
        where r.id = record_id) as record
      from redirects order by from_path`,
  );
  expect(Object.fromEntries(records.map(({ from_path, record }) => [from_path, record]))).toEqual({
    "/blog/a": "live",
    "/blog/b": "gone",
    "/blog/g": null,
    "/blog/gone": "gone",
    "/case-studies/c": "study",
    "/case-studies?industry=d": "Local Shops",
    "/e": null,
    "/f": null,
  });
});

test("after an update, every old URL redirects where it did before", async () => {
  const connection = await createTestDatabase({ migrated: false });
  const beforeThat = readMigrationJournal().entries.findIndex(({ tag }) => tag.endsWith("slug_history"));
  await migrateDatabase(connection, log, { upTo: beforeThat });
  await queryOnce(
    connection,
    `insert into industries (id, name) values ('${uuid(1)}', 'Shops & Co'), ('${uuid(2)}', 'Empty')`,
  );
  await queryOnce(
    connection,
    `insert into blog_posts (id, title, slug, content, published, was_published, deleted_at) values
      ('${uuid(3)}', 'live', 'live', 'x', true, true, null), ('${uuid(4)}', 'gone', 'gone', 'x', true, true, now()),
      ('${uuid(5)}', 'hidden', 'hidden', 'x', false, true, null), ('${uuid(6)}', 'new', 'new', 'x', false, false, null)`,
  );
  await queryOnce(
    connection,
    `insert into case_studies (id, title, slug, client, industry, industry_id)
      select '${uuid(7)}', 'study', 'study', 'Ada', name, id from industries where name <> 'Empty'`,
  );
  await queryOnce(
    connection,
    `insert into redirects (from_path, to_path, source, record_id, hits) values
      ('/blog/a', '/blog/live', 'rename', '${uuid(3)}', 7), ('/blog/b', '/blog/gone', 'rename', '${uuid(4)}', 0),
      ('/blog/gone', null, 'delete', '${uuid(4)}', 0), ('/blog/c', '/blog/hidden', 'rename', '${uuid(5)}', 0),
      ('/blog/d', '/contact', 'rename', '${uuid(4)}', 0),
      ('/blog/e', '/blog/purged', 'rename', '${uuid(8)}', 0), ('/blog/purged', null, 'delete', '${uuid(8)}', 0),
      ('/blog/f', '/blog/unknown', 'rename', null, 0), ('/blog/old', null, 'delete', null, 0),
      ('/case-studies/a', '/case-studies/study', 'rename', '${uuid(7)}', 0),
      ('/case-studies?industry=retail', '/case-studies?industry=shops-%26-co', 'rename', '${uuid(1)}', 0),
      ('/case-studies?industry=left', '/case-studies?industry=purged', 'rename', '${uuid(9)}', 0),
      ('/own', '/blog/live#x', 'owner', null, 0), ('/own-gone', null, 'owner', null, 0)`,
  );
  await migrateDatabase(connection, log);

  const { owner, visitor } = openPools(connection);
  const answers: Record<string, string | null> = {};
  for (const slug of ["a", "b", "c", "d", "e", "f", "gone", "hidden", "live", "new", "old", "purged"])
    answers[slug] = answerOf(await findRedirect(visitor, `/blog/${slug}`));
  expect(answers).toEqual({
    ...{ a: "/blog/live", b: "gone", c: null, d: "/contact", e: "gone", f: null, gone: "gone" },
    ...{ hidden: null, live: null, new: null, old: "gone", purged: "gone" },
  });
  for (const [path, to] of [
    ["/case-studies/a", "/case-studies/study"],
    ["/case-studies?industry=retail", "/case-studies?industry=shops-%26-co"],
    ["/case-studies?industry=left", "/case-studies?industry=purged"],
    ["/own", "/blog/live#x"],
    ["/own-gone", "gone"],
  ] as const)
    expect([path, answerOf(await findRedirect(visitor, path))]).toEqual([path, to]);

  const left = await queryOnce<{ from_path: string }>(
    connection,
    "select from_path from redirects order by 1",
  );
  expect(left.map(({ from_path }) => from_path)).toEqual(
    ["/blog/d", "/blog/f", "/blog/old", "/case-studies?industry=left", "/own", "/own-gone"].sort(),
  );
  const [counted] = await queryOnce(
    connection,
    "select hits from slug_history where slug = 'a' and kind = 'blog-post'",
  );
  expect(counted).toEqual({ hits: 7 });
  // The triggers also handle old URLs from before the update.
  await owner.execute("update blog_posts set published = true, slug = 'shown' where slug = 'hidden'");
  expect(answerOf(await findRedirect(visitor, "/blog/c"))).toBe("/blog/shown");
  expect(answerOf(await findRedirect(visitor, "/blog/hidden"))).toBe("/blog/shown");
});

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const answerOf = (found: { to_path: string | null } | null) => found && (found.to_path ?? "gone");

/** Opens a database that another instance of the site is migrating. */
async function openLocked() {
  const connection = await createTestDatabase();
  const other = new pg.Client(connection);
  other.on("error", () => {});
  onTestFinished(() => other.end());
  await other.connect();
  await other.query("select pg_advisory_lock(7351402119)");
  return { connection, other };
}

test("an update turns sets of changes into drafts and schedules, and links show what they showed", async () => {
  const connection = await createTestDatabase({ migrated: false });
  await migrateDatabase(connection, log, { upTo: 54 });
  const [plain, named, timed, imported] = Array.from({ length: 4 }, () => crypto.randomUUID());
  await queryOnce(
    connection,
    `insert into change_sets (id, title, collects, separate, publish_at, take_back_at) values
       ('${plain}', '', true, false, null, null), ('${named}', 'Spring sale', false, false, null, null),
       ('${timed}', 'Summer sale', false, false, '2099-06-01T09:00Z', '2099-07-01T09:00Z'),
       ('${imported}', '', false, true, null, null)`,
  );
  const drafts = [
    [plain, "industries", "1"],
    [named, "industries", "2"],
    [named, "industries", "3"],
    [timed, "industries", "4"],
    [imported, "imports", imported],
    [imported, "blog-posts", "5"],
    [imported, "blog-posts", "6"],
  ] as const;
  await queryOnce(connection, `insert into imports (id, label) values ('${imported}', 'Old site')`);
  await queryOnce(
    connection,
    `insert into import_items (import_id, position, kind, source_key, state, record_kind, record_id)
       values ('${imported}', 1, 'record', 'five', 'drafted', 'blog-posts', '5')`,
  );
  for (const [set, kind, id] of drafts)
    await queryOnce(
      connection,
      `insert into change_items (change_set_id, kind, record_id, name, fields) values ('${set}', '${kind}', '${id}', '${id}', '{}')`,
    );
  const key = (id: string) => ({ kind: "industries", id });
  // The last record's draft has since been moved to another set, so the link to the named set no longer shows it.
  const link = (hash: string, ids: string[]) =>
    queryOnce(
      connection,
      `insert into preview_links (token_hash, change_set_id, records, expires_at)
         values ('${hash}', '${named}', '${JSON.stringify(ids.map(key))}', '2099-01-01')`,
    );
  await link("some", ["2", "4"]);
  await link("none", ["4"]);
  await migrateDatabase(connection, log);

  const { owner } = openPools(connection);
  const shown = await showDrafts(owner);
  expect(shown).toHaveLength(drafts.length);
  expect(shown.filter(({ plan }) => plan).map(({ id, plan }) => [id, plan])).toEqual([
    [
      "4",
      { set: timed, at: new Date("2099-06-01T09:00Z"), until: new Date("2099-07-01T09:00Z"), problem: "" },
    ],
  ]);
  const links = await queryOnce(connection, "select token_hash, change_set_id, records from preview_links");
  expect(links).toEqual([{ token_hash: "some", change_set_id: null, records: [key("2")] }]);
  const own = await listImportDrafts(owner, imported!);
  expect(own.map(({ id, isUntouched }) => [id, isUntouched]).sort()).toEqual(
    [
      ["5", true],
      [imported, false],
    ].sort(),
  );
});

test("a starting site reports that it's waiting for another instance, and continues when that one ends", async () => {
  const { connection, other } = await openLocked();
  const waited = Promise.withResolvers<void>();
  const migrating = migrateDatabase(connection, log, { onWait: waited.resolve });
  await waited.promise;
  // Simulates a killed process, whose connection ends without a message.
  (other as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  expect(await migrating).toEqual({ visitorRole: true });
});

test("a start that waits too long for another instance fails with a one-line error", async () => {
  const { connection, other } = await openLocked();
  const { rows } = await other.query("select pg_backend_pid() as pid");
  const refused = migrateDatabase(connection, log, { waitMs: 0 });
  await expect(refused).rejects.toThrow(
    new RegExp(
      `^Another instance of the site has been .+ connection ${rows[0].pid} since .+ UTC\\. .+pg_terminate_backend\\(${rows[0].pid}\\)"\\.$`,
    ),
  );
});

test("a start that's waiting for another instance can be stopped", async () => {
  const { connection } = await openLocked();
  const stop = () => {
    throw new Error("Stopped");
  };
  await expect(migrateDatabase(connection, log, { onWait: stop })).rejects.toThrow("Stopped");
});

test("an older version of the site rejects a newer version's database", async () => {
  const connection = await createTestDatabase();
  await queryOnce(
    connection,
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', extract(epoch from timestamptz '2099-01-02') * 1000)",
  );
  await queryOnce(connection, "alter table industries rename to sectors");
  await expect(migrateDatabase(connection, log)).rejects.toThrow(
    /^A newer version of this site has updated this database: its schema is from 2099-01-02, .+\.$/,
  );
  expect(await queryOnce(connection, "select name from sectors")).toEqual([]);

  const { code, lines } = await refuseStart({
    DATABASE_URL: asDatabaseUrl(connection),
    DATA_DIR: folderOfTest(),
  });
  expect(lines.at(-1)).toMatch(/^A newer version of this site/);
  expect(lines.join("\n")).not.toMatch(/Error|\n\s+at /);
  expect(code).toBe(1);
});

async function refuseStart(env: Record<string, string>) {
  await ensureBuild();
  const site = await spawnSite({ SEED: "none", ...env });
  onTestFinished(() => void site.process.kill("SIGKILL"));
  const { code } = await site.ended;
  return { code, lines: site.stderr().split("\n").filter(Boolean) };
}
