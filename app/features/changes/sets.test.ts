import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { readConfig } from "../../platform/config.server.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import { blogPost } from "../blog/kind.ts";
import { blogPosts } from "../records/blog-posts.server.ts";
import { discardDrafts, restoreDiscarded } from "./discard.server.ts";
import { countPendingDrafts, findDraft, listDrafted, listPendingDrafts, saveDraft } from "./drafts.server.ts";
import { addPreviewLink, findPreviewLink } from "./links.server.ts";
import { listPublished, publishChanges, purgePublished } from "./publish.server.ts";
import { findSchedule, publishDue, schedulePublish } from "./schedule.server.ts";
import {
  addSet,
  listSets,
  makeCurrentSet,
  moveDraft,
  removeSet,
  renameSet,
  separateDraft,
} from "./sets.server.ts";
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
const setOf = async (id: string) => (await findDraft(db, keyOf(id)))?.change_set_id;
const begin = async (title: string) => {
  const id = crypto.randomUUID();
  await addSet(db, id, title);
  return id;
};
const shown = async () => (await listSets(db)).map(({ title, collects, count }) => [title, collects, count]);
const soon = () => wallTime(new Date(Date.now() + 3_600_000), "UTC");

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("delete from blog_posts");
  await db.execute("delete from outgoing_mails");
});

test("submitting the form for a new set twice creates only one set", async () => {
  const id = await begin("Spring");
  await addSet(db, id, "Spring");
  await addSet(db, id, "Spring sale");
  expect(await shown()).toEqual([["Spring sale", true, 0]]);
  await publishChanges(db, await begin("Other")).catch(() => {});
  const first = await addAny("A");
  await makeCurrentSet(db, id);
  await keep(first, { title: "B" });
  await publishChanges(db, id);
  await expect(addSet(db, id, "Spring sale")).rejects.toThrow("already been published or discarded");
});

test("new drafts join the titled set that was created last", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  expect(await keep(one, { title: "One kept" })).toMatchObject({ title: "", waiting: 1 });
  expect(await shown()).toEqual([["", true, 1]]);
  const sale = await begin("Spring sale");
  expect(await keep(two, { title: "Two kept" })).toMatchObject({ title: "Spring sale", waiting: 2 });
  // A record has only one draft, which stays in its set.
  expect(await keep(one, { excerpt: "One more" })).toMatchObject({ title: "", waiting: 2 });
  expect(await shown()).toEqual([
    ["", false, 1],
    ["Spring sale", true, 1],
  ]);
  expect([await setOf(two), await countPendingDrafts(db)]).toEqual([sale, 2]);
  expect(await listDrafted(db, "blog-posts")).toEqual(new Map([one, two].map((id) => [id, null])));
});

test("sets are published and reverted separately", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  await keep(one, { title: "One kept" });
  const sale = await begin("Spring sale");
  await keep(two, { title: "Two kept" });
  await publishChanges(db, sale);
  expect([(await blogPosts.read(db, one))?.title, (await blogPosts.read(db, two))?.title]).toEqual([
    "One",
    "Two kept",
  ]);
  // The current set was published, so new drafts join the untitled set.
  const three = await addAny("Three");
  expect(await keep(three, { title: "Three kept" })).toMatchObject({ title: "" });
  expect(await shown()).toEqual([["", true, 2]]);
  await undoOperation(db, sale);
  expect((await blogPosts.read(db, two))?.title).toBe("Two");
  expect((await listPublished(db)).map(({ title, isUndo, isUndone }) => [title, isUndo, isUndone])).toEqual([
    ["Spring sale", true, false],
    ["Spring sale", false, true],
  ]);
  const { rows } = await db.execute<{ reason: string }>(
    `select reason from revisions where record_key = '${two}' and reason <> '' order by at`,
  );
  expect(rows.map(({ reason }) => reason.replace(/[0-9a-f-]{36}/, "id"))).toEqual([
    "publish:id Spring sale",
    "undo:id Spring sale",
  ]);
});

test("new drafts don't join the set of a separated draft", async () => {
  const [one, two, three] = [await addAny("One"), await addAny("Two"), await addAny("Three")];
  await keep(one, { title: "One drafted" });
  // A draft that's alone in the untitled set stays there, so the set's links keep working.
  const first = (await setOf(one))!;
  const link = await addPreviewLink(db, first);
  expect(await separateDraft(db, keyOf(one))).toBe(first);
  expect(await findPreviewLink(db, link)).toMatchObject({ set: first });
  await keep(two, { title: "Two drafted" });
  await keep(three, { title: "Three drafted" });
  expect(new Set([first, await setOf(two), await setOf(three)]).size).toBe(2);

  const own = await separateDraft(db, keyOf(three));
  expect([await setOf(three), await setOf(two)]).toEqual([own, expect.not.stringMatching(own)]);
  expect((await listSets(db)).map(({ title, name, count }) => [title, name, count])).toEqual([
    ["", "One", 1],
    ["", "", 1],
    ["", "Three", 1],
  ]);
  await expect(separateDraft(db, keyOf(crypto.randomUUID()))).rejects.toThrow("already been published");

  // The empty set is hidden, and deleted a day later, unless Undo may still need it.
  await discardDrafts(db, own, keyOf(three));
  await keep(three, { title: "Three again" });
  expect(await setOf(three)).toBe(await setOf(two));
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(3);
  await db.execute("update change_sets set created_at = now() - interval '2 days'");
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(3);
  await db.execute("update kept_for_undo set kept_at = now() - interval '11 minutes'");
  await purgePublished(db);
  expect(await db.$count(change_sets)).toBe(2);
});

test("a draft that's alone in a titled set can be separated from it", async () => {
  const one = await addAny("One");
  const sale = await begin("Spring sale");
  await keep(one, { title: "One drafted" });
  expect(await separateDraft(db, keyOf(one))).not.toBe(sale);
});

test("concurrent saves and moves don't lose any drafts", async () => {
  const ids = await Promise.all(["A", "B", "C"].map(addAny));
  const [first, second] = [await begin("First"), await begin("Second")];
  for (let round = 0; round < 3; round++) {
    const move = async (id: string) => {
      const from = await setOf(id);
      if (from) await moveDraft(db, from, keyOf(id), from === first ? second : first).catch(() => {});
    };
    await Promise.all([
      ...ids.map((id) => keep(id, { excerpt: `Round ${round}`, category: `Category ${round}` })),
      ...ids.map((id) => keep(id, { author: `Author ${round}` })),
      ...ids.map(move),
      makeCurrentSet(db, round % 2 ? first : second),
    ]);
    for (const id of ids) {
      const { rows } = await db.execute<{ fields: object }>(
        `select fields from change_items where record_id = '${id}'`,
      );
      expect(rows.map(({ fields }) => Object.keys(fields).sort())).toEqual([
        ["author", "category", "excerpt"],
      ]);
    }
    for (const set of [first, second]) await discardDrafts(db, set).catch(() => {});
  }
});

test("a set can be renamed, and removed when empty", async () => {
  const one = await addAny("One");
  const sale = await begin("Spring sale");
  await keep(one, { title: "One kept" });
  await expect(begin("spring SALE")).rejects.toThrow("has this title");
  await renameSet(db, sale, "Summer sale");
  await renameSet(db, sale, "Summer Sale");
  await expect(removeSet(db, sale)).rejects.toThrow("This set has pending changes");
  const undo = await discardDrafts(db, sale);
  await removeSet(db, sale);
  expect(await shown()).toEqual([]);
  // Undo still works for the removed set's drafts.
  await restoreDiscarded(db, undo);
  expect(await shown()).toEqual([["", false, 1]]);
  await keep(await addAny("Two"), { title: "Two kept" });
  expect(await shown()).toEqual([["", true, 2]]);
});

test("a discarded draft can be restored even if its set has been published since", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  await keep(one, { title: "One kept" });
  await keep(two, { title: "Two kept" });
  const set = (await setOf(one))!;
  const undo = await discardDrafts(db, set, keyOf(one));
  await publishChanges(db, set);
  await restoreDiscarded(db, undo);
  expect((await listPendingDrafts(db))?.items).toMatchObject([{ record_id: one, waits: true }]);
  const again = await discardDrafts(db, (await setOf(one))!);
  await keep(one, { title: "One newer" });
  await restoreDiscarded(db, again);
  expect((await findDraft(db, keyOf(one)))?.fields.title?.value.value).toBe("One newer");
  expect(await countPendingDrafts(db)).toBe(1);
});

test("a rejected set doesn't stop others that are due", async () => {
  const ids = await Promise.all(["One", "Two", "Three"].map(addAny));
  const sets: string[] = [];
  for (const id of ids) {
    sets.push(await begin(id));
    await keep(id, { title: "Kept" });
    await schedulePublish(db, sets.at(-1)!, soon());
  }
  await db.execute(`update blog_posts set title = 'Saved' where id = '${ids[1]}'`);
  await db.execute("update change_sets set publish_at = now() - interval '10 minutes'");
  expect(await publishDue(db, config)).toBe(2);
  const { rows } = await db.execute<{ record_key: string }>(
    "select record_key from revisions where reason like 'scheduled:%' order by at",
  );
  expect(rows.map(({ record_key }) => record_key)).toEqual([ids[0], ids[2]]);
  expect((await listSets(db)).map(({ id }) => id)).toEqual([sets[1]]);
});

test("Undo of a discarded draft restores its schedule, but not for newer drafts", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  await keep(one, { title: "One kept" });
  const set = (await setOf(one))!;
  await schedulePublish(db, set, soon());
  const before = await findSchedule(db, set);
  const undo = await discardDrafts(db, set, keyOf(one));
  expect(await findSchedule(db, set)).toEqual({ at: null, until: null, problem: "" });
  await restoreDiscarded(db, undo);
  expect(await findSchedule(db, set)).toEqual(before);
  // A draft saved in the meantime must not be published with the restored one.
  const again = await discardDrafts(db, set);
  await keep(two, { title: "Two kept" });
  await restoreDiscarded(db, again);
  expect([await setOf(one), await setOf(two)]).toEqual([set, set]);
  expect(await findSchedule(db, set)).toMatchObject({ at: null });
});

test("new drafts don't join a scheduled set, and it can't be made current", async () => {
  const [one, two, three] = [await addAny("One"), await addAny("Two"), await addAny("Three")];
  await keep(one, { title: "One kept" });
  const set = (await setOf(one))!;
  await schedulePublish(db, set, soon());
  await keep(two, { title: "Two kept" });
  expect(await setOf(two)).not.toBe(set);
  await expect(makeCurrentSet(db, set)).rejects.toThrow("This set is scheduled");
  expect((await listPendingDrafts(db))?.id).toBe(await setOf(two));
  // A version before 0.3 may have left it current.
  await db.execute("update change_sets set collects = false");
  await db.execute(`update change_sets set collects = true where id = '${set}'`);
  await keep(three, { title: "Three kept" });
  expect(await setOf(three)).toBe(await setOf(two));
  expect(await keep(one, { excerpt: "More" })).toMatchObject({ publishAt: expect.any(Date) });
});

test("a discarded draft doesn't return to a set that has been scheduled since", async () => {
  const [one, two, three] = [await addAny("One"), await addAny("Two"), await addAny("Three")];
  for (const id of [one, two, three]) await keep(id, { title: "Kept" });
  const set = (await setOf(one))!;
  const [first, second] = [
    await discardDrafts(db, set, keyOf(one)),
    await discardDrafts(db, set, keyOf(two)),
  ];
  await schedulePublish(db, set, soon());
  await restoreDiscarded(db, first);
  expect(await setOf(one)).not.toBe(set);
  // A newer draft that was scheduled on purpose stays.
  await keep(two, { title: "Newer" });
  await moveDraft(db, (await setOf(two))!, keyOf(two), set);
  await restoreDiscarded(db, second);
  expect(await setOf(two)).toBe(set);
  // With the same schedule, Undo changes nothing.
  const third = await discardDrafts(db, set, keyOf(three));
  await restoreDiscarded(db, third);
  expect(await setOf(three)).toBe(set);
});

test("a draft that's saved while its set is being published isn't lost", async () => {
  const [one, two] = [await addAny("One"), await addAny("Two")];
  await keep(one, { title: "One kept" });
  const set = (await setOf(one))!;
  let saved: Promise<unknown> | undefined;
  await publishChanges(db, set, {
    // Publishing has begun, and its view of the database is from before this save.
    async check(tx) {
      await tx.execute("select");
      saved ??= keep(two, { title: "Two kept" });
      await saved;
    },
  });
  const { rows } = await db.execute(
    `select waits, state from change_items join change_sets s on s.id = change_set_id where record_id = '${two}'`,
  );
  expect(rows).toEqual([{ waits: false, state: "published" }]);
  expect((await blogPosts.read(db, two))?.title).toBe("Two kept");
});

test("Undo of moving a set's only draft restores the set's schedule", async () => {
  const one = await addAny("One");
  const sale = await begin("Spring sale");
  await keep(one, { title: "One kept" });
  await schedulePublish(db, sale, soon());
  const before = await findSchedule(db, sale);
  const other = await begin("Later");
  const undo = await moveDraft(db, sale, keyOf(one), other);
  expect(await findSchedule(db, sale)).toMatchObject({ at: null });
  await moveDraft(db, other, keyOf(one), sale, undo);
  expect(await findSchedule(db, sale)).toEqual(before);
});
