import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { readConfig } from "../../platform/config.server.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { blogPost } from "../blog/kind.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { saveSettings } from "../settings/queries.server.ts";
import { discardDrafts } from "./discard.server.ts";
import { countPendingDrafts, findDraft, saveDraft } from "./drafts.server.ts";
import type { RecordKey } from "./record-key.server.ts";
import { publishDue, scheduleDrafts } from "./schedule.server.ts";

const { owner: db, pool } = await openTestDatabases();
const config = readConfig({
  SITE_URL: "https://www.agency.com",
  ADMIN_PASSWORD: "correct horse battery staple",
  LEADS_TO: "one@agency.com, two@agency.com",
});
const ZONE = "America/New_York";
const inAnHour = () => wallTime(new Date(Date.now() + 3_600_000), ZONE);
const rows = async (statement: string) => (await db.execute(statement)).rows;
const makeDue = (minutes = 10) =>
  db.execute(
    sql`update change_sets set publish_at = now() - make_interval(mins => ${minutes}) where publish_at is not null`,
  );
const titles = (ids: string[]) => Promise.all(ids.map(async (id) => (await blogPosts.read(db, id))?.title));

async function draftTwo() {
  const ids: string[] = [];
  for (const title of ["One", "Two"]) {
    const { id } = await blogPosts.insert(
      db,
      blogPost.schema.parse({ title, slug: crypto.randomUUID(), content: "<p>x</p>" }),
    );
    await saveDraft(db, { kind: "blog-posts", id }, { posted: { title: `${title} kept` } });
    ids.push(id);
  }
  return { ids, keys: await listDraftKeys(db) };
}

const planOf = async (key: RecordKey) => {
  const { publish_at: at, take_back_at: until, problem } = (await findDraft(db, key))!;
  return { at, until, problem };
};

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("delete from outgoing_mails");
  await saveSettings(db, { time_zone: ZONE });
});

test("what's due is published completely and exactly once", async () => {
  const { ids, keys } = await draftTwo();
  const { at, isDouble } = await scheduleDrafts(db, keys, inAnHour());
  expect([await planOf(keys[0]!), isDouble]).toEqual([{ at, until: null, problem: "" }, false]);
  expect(await publishDue(db, config)).toBeNull();
  expect(await titles(ids)).toEqual(["One", "Two"]);
  await makeDue();
  const both = await Promise.all([publishDue(db, config), publishDue(db, config)]);
  expect(both.filter((count) => count !== null)).toEqual([2]);
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
  expect(await publishDue(db, config)).toBeNull();
  expect(await rows("select 1 from outgoing_mails")).toEqual([]);
});

test("on a conflict at the scheduled time, each of the owner's addresses gets one email", async () => {
  const { ids, keys } = await draftTwo();
  await scheduleDrafts(db, keys, inAnHour());
  await db.execute(`update blog_posts set title = 'Saved' where id = '${ids[1]}'`);
  await makeDue();
  expect([await publishDue(db, config), await publishDue(db, config)]).toEqual([null, null]);
  expect(await titles(ids)).toEqual(["One", "Saved"]);
  expect(await countPendingDrafts(db)).toBe(2);
  expect(await planOf(keys[0]!)).toEqual({
    at: null,
    until: null,
    problem: expect.stringContaining("Two (Title)"),
  });
  const mails = await rows("select recipient, kind, text_body from outgoing_mails order by recipient");
  expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
    ["one@agency.com", "notice"],
    ["two@agency.com", "notice"],
  ]);
  expect(mails[0]!.text_body).toContain("Two (Title)");
});

test("a lost database connection leaves nothing published", async () => {
  const { ids, keys } = await draftTwo();
  await scheduleDrafts(db, keys, inAnHour());
  await makeDue();
  // Locks the last record, so the first is already written when the connection dies.
  const held = await pool.connect();
  await held.query("begin");
  await held.query("select from blog_posts where id = $1 for update", [[...ids].sort()[1]]);
  const publishing = publishDue(db, config).then(
    () => "published",
    () => "lost",
  );
  const killWaiting = async () =>
    (
      await held.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(killWaiting).toBe(1);
  expect(await publishing).toBe("lost");
  await held.query("rollback");
  held.release();
  expect(await titles(ids)).toEqual(["One", "Two"]);
  expect(await publishDue(db, config)).toBe(2);
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
});

test("a scheduled time must exist and be in the future", async () => {
  const { keys } = await draftTwo();
  await saveSettings(db, { time_zone: "Europe/Berlin" });
  await expect(scheduleDrafts(db, keys, "2099-03-29T02:30")).rejects.toThrow("no such time");
  for (const over of ["2020-01-01T09:00", "0026-11-23T09:00", "0000-01-01T00:00"])
    await expect(scheduleDrafts(db, keys, over)).rejects.toThrow("in the past");
  for (const none of ["9999-99-99T99:99", "2099-02-30T09:00", "9999-12-31T23:59"])
    await expect(scheduleDrafts(db, keys, none)).rejects.toThrow("no such time");
  const { at, isDouble } = await scheduleDrafts(db, keys, "2099-10-25T02:30");
  expect([at.toISOString(), isDouble]).toEqual(["2099-10-25T00:30:00.000Z", true]);
  await discardDrafts(db, keys);
  // The schedule must not apply to later drafts of the same records.
  await saveDraft(db, keys[0]!, { posted: { title: "Later" } });
  expect(await planOf(keys[0]!)).toEqual({ at: null, until: null, problem: "" });
});

test("drafts are scheduled all or none", async () => {
  const { keys } = await draftTwo();
  await discardDrafts(db, keys.slice(1));
  await expect(scheduleDrafts(db, keys, inAnHour())).rejects.toThrow("already been published or discarded");
  await expect(scheduleDrafts(db, [], inAnHour())).rejects.toThrow("already been published or discarded");
  expect((await planOf(keys[0]!)).at).toBeNull();
});

test("while the hour before the end of daylight saving time repeats, its times are still ahead", async () => {
  const { keys } = await draftTwo();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-11-07T06:10Z") });
  try {
    const { at, isDouble } = await scheduleDrafts(db, keys, "2027-11-07T01:30");
    expect([at.toISOString(), isDouble]).toEqual(["2027-11-07T06:30:00.000Z", false]);
    await expect(scheduleDrafts(db, keys, "2027-11-07T01:05")).rejects.toThrow("in the past");
  } finally {
    vi.useRealTimers();
  }
});

test("what was due before a restore from a backup stays pending", async () => {
  const { ids, keys } = await draftTwo();
  await scheduleDrafts(db, keys, inAnHour());
  await db.execute("insert into audit_log (event) values ('backup.restored')");
  expect(await publishDue(db, config)).toBeNull();
  expect((await planOf(keys[0]!))?.at).not.toBeNull();
  await makeDue();
  expect(await publishDue(db, config)).toBeNull();
  expect(await titles(ids)).toEqual(["One", "Two"]);
  expect(await planOf(keys[0]!)).toMatchObject({
    at: null,
    problem: expect.stringContaining("restored from a backup"),
  });
  expect(await rows("select 1 from outgoing_mails")).toHaveLength(2);
  await db.execute("update audit_log set happened_at = now() - interval '1 hour'");
  await scheduleDrafts(db, keys, inAnHour());
  await makeDue();
  expect(await publishDue(db, config)).toBe(2);
});

test("a failed publish is retried and doesn't stop others", async () => {
  const { ids, keys } = await draftTwo();
  const later = await blogPosts.insert(
    db,
    blogPost.schema.parse({ title: "Three", slug: "three", content: "<p>x</p>" }),
  );
  const third = { kind: "blog-posts", id: later.id } as const;
  await saveDraft(db, third, { posted: { title: "Three kept" } });
  for (const one of [keys, [third]]) await scheduleDrafts(db, one, inAnHour());
  await makeDue(9);
  await db.execute(
    "create function fail() returns trigger language plpgsql as 'begin raise exception ''fault''; end'",
  );
  await db.execute(
    "create trigger fails before update on blog_posts for each row when (new.title = 'Two kept') execute function fail()",
  );
  await expect(publishDue(db, config)).rejects.toThrow();
  expect(await titles([...ids, later.id])).toEqual(["One", "Two", "Three kept"]);
  const mails = () => rows("select subject from outgoing_mails");
  expect(await mails()).toEqual([]);

  // A lasting error is reported once per address.
  await makeDue();
  for (let minute = 0; minute < 2; minute++) await expect(publishDue(db, config)).rejects.toThrow();
  expect(await mails()).toEqual(Array(2).fill({ subject: "Scheduled changes are late" }));
  expect(await planOf(keys[0]!)).toMatchObject({
    at: expect.any(Date),
    problem: expect.stringContaining("try again every minute"),
  });
  await db.execute("drop trigger fails on blog_posts");
  expect(await publishDue(db, config)).toBe(2);
  expect(await rows("select problem from change_sets where problem <> ''")).toEqual([]);
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
});
