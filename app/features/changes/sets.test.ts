import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { listDraftKeys } from "../../../tests/support/draft-names.ts";
import { readConfig } from "../../platform/config.server.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { blogPost } from "../blog/kind.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { discardDrafts, restoreDiscarded } from "./discard.server.ts";
import { countPendingDrafts, findDraft, listDrafted, saveDraft } from "./drafts.server.ts";
import { addPreviewLink, findPreviewLink } from "./links.server.ts";
import { listPublished, publishDrafts, purgePublished } from "./publish.server.ts";
import { publishDue, scheduleDrafts } from "./schedule.server.ts";
import { takeDrafts, unschedule } from "./sets.server.ts";
import { change_sets } from "./table.server.ts";
import { undoOperation } from "./undo.server.ts";

const { owner: db } = await openTestDatabases();

const config = readConfig({
  SITE_URL: "https://www.agency.com",
  ADMIN_PASSWORD: "correct horse battery staple",
});

const addAny = async (title: string) =>
  (
    await blogPosts.insert(
      db,
      blogPost.schema.parse({ title, slug: crypto.randomUUID(), content: "<p>x</p>" }),
    )
  ).id;
const keyOf = (id: string) => ({ kind: "blog-posts", id }) as const;
const keep = (id: string, posted: Record<string, string>) => saveDraft(db, keyOf(id), { posted });
const titleOf = async (id: string) => (await blogPosts.read(db, id))?.title;
const inHours = (hours: number) => wallTime(new Date(Date.now() + hours * 3_600_000), "UTC");
const timeOf = async (id: string) => (await findDraft(db, keyOf(id)))?.publish_at?.getTime();
const schedule = async (ids: string[], hours = 1) =>
  (await scheduleDrafts(db, ids.map(keyOf), inHours(hours))).at.getTime();

/** Adds posts with drafts and returns their ids. */
async function draft(...titles: string[]) {
  const ids: string[] = [];
  for (const title of titles) {
    const id = await addAny(title);
    await keep(id, { title: `${title} kept` });
    ids.push(id);
  }
  return ids as [string, string, string];
}

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("delete from blog_posts");
  await db.execute("delete from outgoing_mails");
});

test("only the selected drafts are published, and reverted together", async () => {
  const [one, two, three] = await draft("One", "Two", "Three");
  expect(await listDrafted(db, "blog-posts")).toEqual(new Map([one, two, three].map((id) => [id, null])));
  const { set } = await publishDrafts(db, [keyOf(two), keyOf(three)]);
  expect(await Promise.all([one, two, three].map(titleOf))).toEqual(["One", "Two kept", "Three kept"]);
  expect(await listDraftKeys(db)).toEqual([keyOf(one)]);
  await undoOperation(db, set);
  expect(await Promise.all([two, three].map(titleOf))).toEqual(["Two", "Three"]);
  expect((await listPublished(db)).map(({ isUndo, isUndone }) => [isUndo, isUndone])).toEqual([
    [true, false],
    [false, true],
  ]);
  const { rows } = await db.execute<{ reason: string }>(
    `select reason from revisions where record_key = '${two}' and reason <> '' order by at`,
  );
  expect(rows.map(({ reason }) => reason.replace(/[0-9a-f-]{36}/, "id"))).toEqual(["publish:id", "undo:id"]);
});

test("drafts are published all or none", async () => {
  const [one, two] = await draft("One", "Two");
  await discardDrafts(db, [keyOf(two)]);
  for (const chosen of [[one, two], []])
    await expect(publishDrafts(db, chosen.map(keyOf))).rejects.toThrow("already been published or discarded");
  expect([await titleOf(one), await countPendingDrafts(db)]).toEqual(["One", 1]);
});

test("a schedule includes exactly the drafts that were selected for it", async () => {
  const [one, two, three] = await draft("One", "Two", "Three");
  const at = await schedule([one, two]);
  const four = await addAny("Four");
  expect(await keep(four, { title: "Four kept" })).toMatchObject({ waiting: 4, publishAt: null });
  // A later edit of a scheduled draft is scheduled, too.
  expect((await keep(one, { excerpt: "More" })).publishAt?.getTime()).toBe(at);
  expect(await Promise.all([one, two, three, four].map(timeOf))).toEqual([at, at, undefined, undefined]);

  // Scheduling one of them for another time leaves the other alone.
  const later = await schedule([two, three], 2);
  expect(await Promise.all([one, two, three].map(timeOf))).toEqual([at, later, later]);
  await unschedule(db, [keyOf(three)]);
  expect(await Promise.all([one, two, three].map(timeOf))).toEqual([at, later, undefined]);
  await publishDrafts(db, [keyOf(two)]);
  await db.execute(
    "update change_sets set publish_at = now() - interval '10 minutes' where state = 'open' and publish_at is not null",
  );
  expect(await publishDue(db, config)).toBe(1);
  expect(await Promise.all([one, two, three, four].map(titleOf))).toEqual([
    "One kept",
    "Two kept",
    "Three",
    "Four",
  ]);
});

test("a preview link shows exactly the drafts that it was created for, wherever they're scheduled", async () => {
  const [one, two, three] = await draft("One", "Two", "Three");
  const token = await addPreviewLink(db, [keyOf(one), keyOf(two)]);
  const shown = async () => (await findPreviewLink(db, token))?.records;
  await schedule([two, three]);
  await purgePublished(db);
  expect(await shown()).toEqual([keyOf(one), keyOf(two)]);
  // A new draft of a record isn't the one that was shared.
  await discardDrafts(db, [keyOf(one)]);
  await keep(one, { title: "One anew" });
  expect(await shown()).toEqual([keyOf(two)]);
  await publishDrafts(db, [keyOf(two), keyOf(three)]);
  expect(await shown()).toBeUndefined();
  await expect(addPreviewLink(db, [keyOf(one), keyOf(two)])).rejects.toThrow("nothing to share");
});

test("sets that no drafts are left in are deleted a day later, unless Undo may still need them", async () => {
  const [one, two] = await draft("One", "Two");
  await takeDrafts(db, [keyOf(two)]);
  await discardDrafts(db, [keyOf(two)]);
  await keep(two, { title: "Two again" });
  const setOf = async (id: string) => (await findDraft(db, keyOf(id)))?.change_set_id;
  expect(await setOf(two)).toBe(await setOf(one));
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(2);
  await db.execute("update change_sets set created_at = now() - interval '2 days'");
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(2);
  await db.execute("update kept_for_undo set kept_at = now() - interval '11 minutes'");
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(1);
});

test("concurrent saves and schedules don't lose any drafts", async () => {
  const ids = await Promise.all(["A", "B", "C"].map(addAny));
  for (let round = 0; round < 3; round++) {
    const either = (work: Promise<unknown>) => work.catch(() => {});
    await Promise.all([
      ...ids.map((id) => keep(id, { excerpt: `Round ${round}`, category: `Category ${round}` })),
      ...ids.map((id) => keep(id, { author: `Author ${round}` })),
      ...ids.map((id) => either(schedule([id], round + 1))),
      either(schedule(ids.slice(1), round + 2)),
      either(unschedule(db, ids.slice(0, 2).map(keyOf))),
    ]);
    for (const id of ids) {
      const { rows } = await db.execute<{ fields: object }>(
        `select fields from change_items where record_id = '${id}'`,
      );
      expect(rows.map(({ fields }) => Object.keys(fields).sort())).toEqual([
        ["author", "category", "excerpt"],
      ]);
    }
    await discardDrafts(db, ids.map(keyOf));
  }
});

test("a draft that's saved while it's being published isn't lost", async () => {
  const [one] = await draft("One");
  await Promise.all([publishDrafts(db, [keyOf(one)]), keep(one, { excerpt: "More" })]);
  const left = await findDraft(db, keyOf(one));
  const live = (await blogPosts.read(db, one))!;
  expect([live.title, left?.fields.excerpt?.value.value ?? live.excerpt]).toEqual(["One kept", "More"]);
});

test("a discarded draft can be restored even if the others have been published since", async () => {
  const [one, two] = await draft("One", "Two");
  await schedule([one, two]);
  const undo = await discardDrafts(db, [keyOf(one)]);
  await publishDrafts(db, [keyOf(two)]);
  await restoreDiscarded(db, undo);
  expect([await listDraftKeys(db), await timeOf(one)]).toEqual([[keyOf(one)], undefined]);
  const again = await discardDrafts(db, [keyOf(one)]);
  await keep(one, { title: "One newer" });
  await restoreDiscarded(db, again);
  expect((await findDraft(db, keyOf(one)))?.fields.title?.value.value).toBe("One newer");
  expect(await countPendingDrafts(db)).toBe(1);
});

test("a rejected publish doesn't stop others that are due", async () => {
  const ids = await draft("One", "Two", "Three");
  for (const id of ids) await schedule([id]);
  await db.execute(`update blog_posts set title = 'Saved' where id = '${ids[1]}'`);
  await db.execute(
    "update change_sets set publish_at = now() - interval '10 minutes' where publish_at is not null",
  );
  expect(await publishDue(db, config)).toBe(2);
  const { rows } = await db.execute<{ record_key: string }>(
    `select record_key from revisions where reason like 'scheduled:%' and record_key in ('${ids.join("','")}') order by at`,
  );
  expect(rows.map(({ record_key }) => record_key)).toEqual([ids[0], ids[2]]);
  expect(await listDraftKeys(db)).toEqual([keyOf(ids[1])]);
});

test("Undo of a discarded draft restores its schedule, but not for newer drafts", async () => {
  const [one] = await draft("One");
  const two = await addAny("Two");
  const at = await schedule([one]);
  const undo = await discardDrafts(db, [keyOf(one)]);
  await keep(two, { title: "Two kept" });
  await restoreDiscarded(db, undo);
  expect([await timeOf(one), await timeOf(two)]).toEqual([at, undefined]);
  const again = await discardDrafts(db, [keyOf(one)]);
  // The time has passed while the draft was gone.
  await db.execute(`update kept_for_undo
    set rows = jsonb_set(rows, '{schedule,0,publish_at}', to_jsonb(now() - interval '1 minute'))`);
  await restoreDiscarded(db, again);
  expect(await timeOf(one)).toBeUndefined();
});

test("a discarded draft doesn't return to a schedule that has been set since", async () => {
  const [one, two, three] = await draft("One", "Two", "Three");
  const first = await discardDrafts(db, [keyOf(one)]);
  const at = await schedule([two, three]);
  await restoreDiscarded(db, first);
  expect(await timeOf(one)).toBeUndefined();
  // With the same schedule, Undo changes nothing.
  const second = await discardDrafts(db, [keyOf(three)]);
  await restoreDiscarded(db, second);
  expect(await timeOf(three)).toBe(at);
  // A newer draft that was scheduled on purpose stays.
  const third = await discardDrafts(db, [keyOf(three)]);
  await keep(three, { title: "Newer" });
  const later = await schedule([two, three], 2);
  await restoreDiscarded(db, third);
  expect([await timeOf(three), await titleOf(three)]).toEqual([later, "Three"]);
  expect((await findDraft(db, keyOf(three)))?.fields.title?.value.value).toBe("Newer");
});
