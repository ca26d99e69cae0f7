import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { readConfig } from "../../platform/config.server.ts";
import { inNameOf } from "../../platform/database/session-writes.server.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { blogPost } from "../blog/kind.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { websiteContent } from "../records/website-content.server.ts";
import { saveSettings } from "../settings/queries.server.ts";
import { writeTextKey } from "../website-content/text-key.ts";
import { findLive } from "./apply.server.ts";
import { discardDrafts } from "./discard.server.ts";
import { countPendingDrafts, findDraft, saveDraft } from "./drafts.server.ts";
import { recordWritten } from "./log.server.ts";
import { listPublished, publishDrafts, purgePublished } from "./publish.server.ts";
import {
  cancelRevert,
  dismissProblem,
  publishDue,
  readCalendar,
  revertDueSets,
  scheduleDrafts,
} from "./schedule.server.ts";
import { undoOperation } from "./undo.server.ts";

const { owner: db } = await openTestDatabases();
const config = readConfig({
  SITE_URL: "https://www.agency.com",
  ADMIN_PASSWORD: "correct horse battery staple",
  LEADS_TO: "one@agency.com",
});
const ZONE = "America/New_York";
const inHours = (hours: number) => wallTime(new Date(Date.now() + hours * 3_600_000), ZONE);
const rows = async (statement: string) => (await db.execute(statement)).rows;
const titles = (ids: string[]) => Promise.all(ids.map(async (id) => (await blogPosts.read(db, id))?.title));
/** Moves the time to ten minutes ago. */
const isOver = (column: "publish_at" | "take_back_at", set: string) =>
  db.execute(`update change_sets set ${column} = now() - interval '10 minutes' where id = '${set}'`);
const mails = async () =>
  (await rows("select subject, text_body from outgoing_mails")) as { subject: string; text_body: string }[];

async function draftTwo() {
  const ids: string[] = [];
  for (const title of ["One", "Two"]) {
    const slug = `${title}-${crypto.randomUUID()}`.toLowerCase();
    const { id } = await blogPosts.insert(db, blogPost.schema.parse({ title, slug, content: "<p>x</p>" }));
    await saveDraft(db, { kind: "blog-posts", id }, { posted: { title: `${title} kept` } });
    ids.push(id);
  }
  return { ids, keys: await listDraftKeys(db) };
}

/** Publishes two posts on schedule, with their revert due now. */
async function publishUntilNow() {
  const { ids, keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await isOver("publish_at", set);
  await publishDue(db, config);
  await isOver("take_back_at", set);
  return { ids, set };
}

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("delete from outgoing_mails");
  await saveSettings(db, { time_zone: ZONE });
});

test("several workers revert a scheduled set exactly once", async () => {
  const { ids, keys } = await draftTwo();
  const { set, takeBackAt } = await scheduleDrafts(inNameOf(db, "mark1234"), keys, inHours(1), inHours(2));
  expect((await readCalendar(db)).coming).toMatchObject([
    { set, isEnd: false, isLive: false },
    { set, isEnd: true, at: takeBackAt },
  ]);
  await isOver("publish_at", set);
  expect([await revertDueSets(db, config), await publishDue(db, config)]).toEqual([null, 2]);
  expect((await readCalendar(db)).coming).toMatchObject([
    { set, isEnd: true, isLive: true, names: ["One", "Two"] },
  ]);
  expect(await revertDueSets(db, config)).toBeNull();
  await isOver("take_back_at", set);
  const both = await Promise.all([
    revertDueSets(db, config),
    revertDueSets(db, config),
    revertDueSets(db, config),
  ]);
  expect(both.filter((count) => count !== null)).toEqual([2]);
  expect(await titles(ids)).toEqual(["One", "Two"]);
  expect(await revertDueSets(db, config)).toBeNull();
  expect((await readCalendar(db)).coming).toEqual([]);
  expect(await mails()).toEqual([]);
  // The history names the session that scheduled the set.
  expect(
    await rows(
      `select split_part(reason, ':', 1) as why, session from revisions where record_key = '${ids[0]}' and reason <> '' order by at`,
    ),
  ).toEqual([
    { why: "scheduled", session: "mark1234" },
    { why: "ended", session: "mark1234" },
  ]);
});

test("a scheduled revert leaves newer fields alone and notifies the owner", async () => {
  const { ids, set } = await publishUntilNow();
  await db.execute(`update blog_posts set title = 'Saved since' where id = '${ids[0]}'`);
  expect(await revertDueSets(db, config)).toBe(1);
  expect(await titles(ids)).toEqual(["Saved since", "Two"]);
  const [mail, ...others] = await mails();
  expect([mail?.subject, others]).toEqual(["Some scheduled changes were not reverted", []]);
  expect(mail?.text_body).toContain("One (Title)");
  expect((await readCalendar(db)).problems).toMatchObject([
    { set, isLive: true, problem: expect.stringContaining("One (Title)") },
  ]);
  await dismissProblem(db, set);
  expect((await readCalendar(db)).problems).toEqual([]);
  expect(await revertDueSets(db, config)).toBeNull();
});

test("a draft saved while a set was live survives the set's revert", async () => {
  const { ids } = await publishUntilNow();
  await saveDraft(
    db,
    { kind: "blog-posts", id: ids[0]! },
    { posted: { title: "One in autumn", excerpt: "Kept" } },
  );
  expect(await revertDueSets(db, config)).toBe(2);
  expect(await titles(ids)).toEqual(["One", "Two"]);
  const key = { kind: "blog-posts", id: ids[0]! } as const;
  expect((await findDraft(db, key))?.fields.title).toEqual({
    base: { value: "One" },
    value: { value: "One in autumn" },
  });
  const autumn = await publishDrafts(db, [key]);
  await undoOperation(db, autumn.set);
  expect(await titles(ids)).toEqual(["One", "Two"]);
});

test("a draft of a built-in value that was saved while a change was live doesn't conflict after the revert", async () => {
  const key = { kind: "page-seo", id: "about" } as const;
  await saveDraft(db, key, { posted: { meta_title: "For the sale" } });
  const { set } = await scheduleDrafts(db, [key], inHours(1), inHours(2));
  await isOver("publish_at", set);
  await publishDue(db, config);
  await saveDraft(db, key, { posted: { meta_title: "For autumn" } });
  await isOver("take_back_at", set);
  expect(await revertDueSets(db, config)).toBe(1);
  await publishDrafts(db, [key]);
  expect((await findLive(db, "page-seo", "about"))?.fields).toContainEqual(
    expect.objectContaining({ name: "meta_title", value: "For autumn" }),
  );
});

test("a publish that had nothing left to write isn't reverted later", async () => {
  const { ids, keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await db.execute("update blog_posts set title = title || ' kept'");
  await isOver("publish_at", set);
  expect(await publishDue(db, config)).toBe(0);
  expect((await readCalendar(db)).coming).toEqual([]);
  expect([await titles(ids), await mails()]).toEqual([["One kept", "Two kept"], []]);
});

test("a revert that has nothing left to write notifies the owner once", async () => {
  const { ids } = await publishUntilNow();
  await db.execute(`update blog_posts set title = 'Saved since' where id = '${ids[0]}'`);
  await db.execute(`update blog_posts set deleted_at = now() where id = '${ids[1]}'`);
  expect([await revertDueSets(db, config), await revertDueSets(db, config)]).toEqual([0, null]);
  expect((await mails()).map(({ text_body }) => /Two \(deleted\)/.test(text_body))).toEqual([true]);
  expect((await listPublished(db)).map(({ isUndo }) => isUndo)).toEqual([false]);
});

test("a revert that breaks a form rule is rejected completely", async () => {
  const { ids, keys } = await draftTwo();
  await saveDraft(db, { kind: "blog-posts", id: ids[0]! }, { posted: { slug: "campaign" } });
  const { slug } = (await blogPosts.read(db, ids[0]!))!;
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await isOver("publish_at", set);
  await publishDue(db, config);
  // Another post takes the old slug.
  await blogPosts.insert(db, blogPost.schema.parse({ title: "Thief", slug, content: "<p>x</p>" }));
  await isOver("take_back_at", set);
  expect([await revertDueSets(db, config), await revertDueSets(db, config)]).toEqual([null, null]);
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Scheduled changes were not reverted"]);
  expect((await readCalendar(db)).problems).toMatchObject([{ set, isLive: true }]);
  await undoOperation(db, set).catch(() => {});
});

test("a set whose revert time has passed isn't published", async () => {
  const { ids, keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await isOver("publish_at", set);
  await isOver("take_back_at", set);
  await Promise.all([publishDue(db, config), publishDue(db, config)]);
  expect(await revertDueSets(db, config)).toBeNull();
  expect(await titles(ids)).toEqual(["One", "Two"]);
  expect(await rows(`select 1 from revisions where record_key = '${ids[0]}' and op <> 'insert'`)).toEqual([]);
  expect(await countPendingDrafts(db)).toBe(2);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Scheduled changes were not published"]);
  const calendar = await readCalendar(db);
  expect([calendar.coming, calendar.problems]).toMatchObject([[], [{ set, isLive: false }]]);
  // Publishing manually ignores a past revert time.
  await publishDrafts(db, keys);
  expect(await revertDueSets(db, config)).toBeNull();
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
});

test("what was deleted isn't coming, until it's restored", async () => {
  const { keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, [keys[0]!], inHours(1));
  expect((await readCalendar(db)).coming).toMatchObject([{ set }]);
  const deleted = keys[0]!.id;
  await db.execute(`update blog_posts set deleted_at = now() where id = '${deleted}'`);
  expect((await readCalendar(db)).coming).toEqual([]);
  await db.execute(`update blog_posts set deleted_at = null where id = '${deleted}'`);
  expect((await readCalendar(db)).coming).toMatchObject([{ set }]);
});

test("a set published manually is still reverted on schedule", async () => {
  const { ids, keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await publishDrafts(db, keys);
  expect((await readCalendar(db)).coming).toMatchObject([{ set, isEnd: true, isLive: true }]);
  await isOver("take_back_at", set);
  expect(await revertDueSets(db, config)).toBe(2);
  expect(await titles(ids)).toEqual(["One", "Two"]);

  const other = (await draftTwo()).keys;
  const later = await scheduleDrafts(db, other, inHours(1), inHours(2));
  await publishDrafts(db, other);
  await cancelRevert(db, later.set);
  await expect(cancelRevert(db, later.set)).rejects.toThrow("already been reverted");
  expect((await readCalendar(db)).coming).toEqual([]);
});

test("a scheduled revert ends with the drafts it was for", async () => {
  const { keys } = await draftTwo();
  await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await discardDrafts(db, keys);
  const { ids, keys: later } = await draftTwo();
  await publishDrafts(db, later);
  expect((await readCalendar(db)).coming).toEqual([]);
  expect(await titles(ids)).toEqual(["One kept", "Two kept"]);
});

test("a set reverted manually isn't reverted again", async () => {
  const { ids, keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await publishDrafts(db, keys);
  const back = (await undoOperation(db, set)).operation;
  expect((await readCalendar(db)).coming).toEqual([]);
  const again = (await undoOperation(db, back)).operation;
  expect((await readCalendar(db)).coming).toMatchObject([{ set: again, isEnd: true }]);
  for (const one of [set, again]) await isOver("take_back_at", one);
  expect(await revertDueSets(db, config)).toBe(2);
  expect(await titles(ids)).toEqual(["One", "Two"]);
});

test("undo and redo work for the first value of a text", async () => {
  const id = writeTextKey({ page_name: "about", section_name: "hero", content_key: "title" });
  const text = { kind: "website-content", id } as const;
  const builtIn = await websiteContent.find(db, id);
  const { keys } = await draftTwo();
  await saveDraft(db, text, { posted: { content_value: "Ours" } });
  const { set } = await publishDrafts(db, [...keys, text]);
  const undone = await undoOperation(db, set);
  const redone = await undoOperation(db, undone.operation);
  expect((await websiteContent.find(db, id))?.fields).toMatchObject([{ value: "Ours" }]);
  const again = await undoOperation(db, redone.operation);
  expect(await websiteContent.find(db, id)).toEqual(builtIn);
  // The built-in text is back, so the first undo can be undone again.
  await undoOperation(db, undone.operation);
  expect((await websiteContent.find(db, id))?.fields).toMatchObject([{ value: "Ours" }]);
  await expect(undoOperation(db, again.operation)).rejects.toThrow("nothing left to undo");
});

test("the revert must be after the publish, even when the clocks change", async () => {
  const { keys } = await draftTwo();
  await expect(scheduleDrafts(db, keys, inHours(2), inHours(1))).rejects.toThrow("before it goes live");
  await expect(scheduleDrafts(db, keys, inHours(1), "2020-01-01T09:00")).rejects.toThrow("in the past");
  await expect(scheduleDrafts(db, keys, inHours(1), "2099-03-08T02:30")).rejects.toThrow("no such time");
  const { takeBackAt, isDouble } = await scheduleDrafts(db, keys, inHours(1), "2099-11-01T01:30");
  expect([takeBackAt?.toISOString(), isDouble]).toEqual(["2099-11-01T05:30:00.000Z", true]);
});

test("a published set isn't deleted while its revert is pending", async () => {
  const { keys } = await draftTwo();
  const { set } = await scheduleDrafts(db, keys, inHours(1), inHours(2));
  await publishDrafts(db, keys);
  await db.execute("update change_sets set published_at = now() - interval '91 days'");
  await purgePublished(db);
  expect(await listPublished(db)).toHaveLength(1);
  await cancelRevert(db, set);
  await purgePublished(db);
  expect(await listPublished(db)).toEqual([]);
});

test("the security log names each published setting and who published it", async () => {
  const login = { browser: "Firefox on Linux", network: "192.0.2.0/24", session: "ab12cd34" };
  await recordEvent(db, "login.right", { isKnown: true }, login);
  await db.execute("delete from website_settings where setting_key = 'google_analytics_code'");
  const key = { kind: "settings", id: "tracking" } as const;
  const draftCode = () => saveDraft(db, key, { posted: { google_analytics_code: "<script>1</script>" } });
  const log = () =>
    rows("select event, details, browser, session from audit_log where event <> 'login.right' order by ctid");
  const on = { changes: [{ key: "google_analytics_code", before: 0, after: 18 }] };
  const off = { changes: [{ key: "google_analytics_code", before: 18, after: 0 }] };
  const by = { browser: login.browser, session: login.session };
  await db.execute("delete from audit_log where event <> 'login.right'");

  await draftCode();
  const byHand = await publishDrafts(db, [key]);
  await recordWritten(db, "changes.published", byHand.written, { actor: login });
  await undoOperation(db, byHand.set, login);
  expect(await log()).toEqual([
    { event: "changes.published", details: { count: 1 }, ...by },
    { event: "settings.changed", details: on, ...by },
    { event: "changes.undone", details: {}, ...by },
    { event: "settings.changed", details: off, ...by },
  ]);

  await db.execute("delete from audit_log where event <> 'login.right'");
  await draftCode();
  const timed = await scheduleDrafts(inNameOf(db, login.session), [key], inHours(1), inHours(2));
  await isOver("publish_at", timed.set);
  await publishDue(db, config);
  await isOver("take_back_at", timed.set);
  await revertDueSets(db, config);
  const isScheduled = true;
  expect(await log()).toEqual([
    { event: "changes.published", details: { count: 1, isScheduled }, ...by },
    { event: "settings.changed", details: { ...on, isScheduled }, ...by },
    { event: "changes.undone", details: { isScheduled }, ...by },
    { event: "settings.changed", details: { ...off, isScheduled }, ...by },
  ]);
});
