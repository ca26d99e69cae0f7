// Drafts of what a picture of the library shows: its words and that it only decorates are one thing.
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { addPicture } from "../../../tests/support/pictures.ts";
import { restoreMedia } from "../media/queries.owner.server.ts";
import { deleteMedia, findMediaFields } from "../media/writes.owner.server.ts";
import { media } from "../records/media.server.ts";
import { listPendingDrafts, liveFieldStamp, resolveConflict, saveDraft } from "./drafts.server.ts";
import { publishChanges } from "./publish.server.ts";
import { showSet } from "./show.server.ts";
import { revertChangeSet, undoOperation } from "./undo.server.ts";

const { owner: db, pool } = await openTestDatabases();
const id = "aaaaaaaaaaaa";
const key = { kind: "media", id } as const;

/** What the form posts: all of its fields. */
async function keep(changed: Record<string, string>, draft?: number) {
  const { alt, is_decorative, name, credit, focal_x, focal_y } = (await findMediaFields(db, id))!;
  const live = { alt, is_decorative, name, credit, focal_x, focal_y };
  const posted = Object.fromEntries(Object.entries(live).map(([field, value]) => [field, String(value)]));
  await saveDraft(db, key, { posted: { ...posted, ...changed }, draft });
  return (await listPendingDrafts(db))!.id;
}
const saveLive = (fields: Record<string, string>) => media.save(db, id, fields);
const live = async () => {
  const { alt, is_decorative } = (await findMediaFields(db, id))!;
  return { alt, is_decorative };
};
const settle = async (set: string, keeps: "draft" | "live", field: string) => {
  const { fields } = (await media.find(db, id))!;
  await resolveConflict(db, set, key, { field, keeps, live: liveFieldStamp(fields, field) });
};
const shown = async (set: string) => (await showSet(db, set))?.records[0]?.fields;

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("truncate media cascade");
});
const withWords = (alt: string, isDecorative = false) =>
  addPicture((text, values) => pool.query(text, values), { id, alt, isDecorative });

test("a draft says that a picture only decorates: its words go with it, and come back by Undo", async () => {
  await withWords("A desk");
  const set = await keep({ is_decorative: "on" });
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  expect((await shown(set))?.map(({ label }) => label)).toEqual(["Alt text", "Only decorates"]);
  await publishChanges(db, set);
  expect(await live()).toEqual({ alt: "", is_decorative: true });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("a draft gives a picture that decorates its words, and Undo takes both back", async () => {
  await withWords("", true);
  const set = await keep({ is_decorative: "off", alt: "A desk" });
  await publishChanges(db, set);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "", is_decorative: true });
});

test("only what differs is shown: words that are kept say nothing of decorating", async () => {
  await withWords("A desk");
  const set = await keep({ alt: "A table" });
  expect((await shown(set))?.map(({ label }) => label)).toEqual(["Alt text"]);
  await keep({ alt: "A desk" }, (await listPendingDrafts(db))!.items[0]!.version);
  expect((await listPendingDrafts(db))!.items).toEqual([]);
});

test("words that wait are not lost where the picture was marked as decorating meanwhile: the owner chooses", async () => {
  await withWords("");
  const set = await keep({ alt: "A desk" });
  await saveLive({ is_decorative: "true" });
  await expect(publishChanges(db, set)).rejects.toThrow("Only decorates");
  const [, conflict] = (await shown(set))!;
  expect([conflict!.meeting, JSON.stringify(conflict!.blocks)]).toEqual([
    "conflict",
    expect.stringContaining("No"),
  ]);
  await settle(set, "draft", "is_decorative");
  await publishChanges(db, set);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "", is_decorative: true });
});

test.each(["alt", "is_decorative"])(
  "what is live holds for both where it is chosen for %s",
  async (field) => {
    await withWords("A desk");
    const set = await keep({ is_decorative: "on", name: "Another name" });
    await saveLive({ alt: "A table" });
    await expect(publishChanges(db, set)).rejects.toThrow("Alt text");
    await settle(set, "live", field);
    expect((await shown(set))?.map(({ label }) => label)).toEqual(["Name"]);
    await publishChanges(db, set);
    expect(await live()).toEqual({ alt: "A table", is_decorative: false });
  },
);

test("words that were saved since are not taken by Undo, nor at a set time", async () => {
  await withWords("", true);
  const set = await keep({ is_decorative: "off" });
  await publishChanges(db, set);
  await saveLive({ alt: "A desk" });
  await expect(undoOperation(db, set)).rejects.toThrow("Alt text");
  const stays: string[] = [];
  await revertChangeSet(db, set, undefined, async (_, what) => void stays.push(what));
  expect(stays).toEqual([expect.stringContaining("Alt text")]);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("words by themselves, as history brings them back, show something again", async () => {
  await withWords("", true);
  await saveLive({ alt: "A desk" });
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("the focal point reads as people say it, and both of its parts are settled as one", async () => {
  await withWords("A desk");
  const set = await keep({ focal_x: "0.2" });
  const [across, ...others] = (await shown(set))!;
  expect([across!.label, others]).toEqual(["Focal point from the left", []]);
  expect(JSON.stringify(across!.blocks)).toMatch(/50%.*20%/);
  await saveLive({ focal_y: "0.9" });
  await expect(publishChanges(db, set)).rejects.toThrow("Focal point from the top");
  await settle(set, "draft", "focal_y");
  await publishChanges(db, set);
  expect(await findMediaFields(db, id)).toMatchObject({ focal_x: 0.2, focal_y: 0.5 });
});

test("a picture in the trash holds its changes up; back from there, it can be published", async () => {
  await withWords("A desk");
  const set = await keep({ alt: "A table" });
  await deleteMedia(db, [id]);
  await expect(publishChanges(db, set)).rejects.toThrow("has been deleted since then");
  expect((await showSet(db, set))?.records).toMatchObject([
    { id, name: "photo.jpg", editor: null, fields: [] },
  ]);
  await restoreMedia(db, id);
  await publishChanges(db, set);
  expect(await live()).toEqual({ alt: "A table", is_decorative: false });
});
