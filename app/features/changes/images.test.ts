// In image drafts, the alt text and "Decorative" are one unit.
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { addImage } from "../../../tests/support/images.ts";
import { deleteMedia } from "../media/writes.owner.server.ts";
import { media } from "../records/media.server.ts";
import { findDraft, liveFieldStamp, resolveConflict, saveDraft } from "./drafts.server.ts";
import { publishDrafts } from "./publish.server.ts";
import { showDrafts } from "./show.server.ts";
import { revertChangeSet, undoOperation } from "./undo.server.ts";

const { owner: db, pool } = await openTestDatabases();
const id = "aaaaaaaaaaaa";
const key = { kind: "media", id } as const;

async function keep(changed: Record<string, string>, draft?: number) {
  const { alt, is_decorative, name, credit, focal_x, focal_y } = (await media.read(db, id))!;
  const live = { alt, is_decorative, name, credit, focal_x, focal_y };
  const posted = Object.fromEntries(Object.entries(live).map(([field, value]) => [field, String(value)]));
  await saveDraft(db, key, { posted: { ...posted, ...changed }, draft });
}
const saveLive = (fields: Record<string, string>) => media.save(db, id, fields);
const live = async () => {
  const { alt, is_decorative } = (await media.read(db, id))!;
  return { alt, is_decorative };
};
const publish = async () => (await publishDrafts(db, [key])).set;
const resolve = async (keeps: "draft" | "live", field: string) => {
  const { fields } = (await media.find(db, id))!;
  await resolveConflict(db, key, { field, keeps, live: liveFieldStamp(fields, field) });
};
const shown = async () => (await showDrafts(db))[0]?.fields;

beforeEach(async () => {
  await db.execute("delete from change_sets");
  await db.execute("truncate media cascade");
});
const withWords = (alt: string, isDecorative = false) =>
  addImage((text, values) => pool.query(text, values), { id, alt, isDecorative });

test("publishing a draft that marks an image as decorative removes its alt text", async () => {
  await withWords("A desk");
  await keep({ is_decorative: "on" });
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  expect((await shown())?.map(({ label }) => label)).toEqual(["Alt text", "Decorative"]);
  const set = await publish();
  expect(await live()).toEqual({ alt: "", is_decorative: true });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("publishing a draft with alt text clears the decorative mark", async () => {
  await withWords("", true);
  await keep({ is_decorative: "off", alt: "A desk" });
  const set = await publish();
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "", is_decorative: true });
});

test("a draft shows only the fields that differ", async () => {
  await withWords("A desk");
  await keep({ alt: "A table" });
  expect((await shown())?.map(({ label }) => label)).toEqual(["Alt text"]);
  await keep({ alt: "A desk" }, (await findDraft(db, key))!.version);
  expect(await findDraft(db, key)).toBeNull();
});

test("drafted alt text conflicts with a newer decorative mark", async () => {
  await withWords("");
  await keep({ alt: "A desk" });
  await saveLive({ is_decorative: "true" });
  await expect(publish()).rejects.toThrow("Decorative");
  const [, conflict] = (await shown())!;
  expect([conflict!.meeting, JSON.stringify(conflict!.blocks)]).toEqual([
    "conflict",
    expect.stringContaining("No"),
  ]);
  await resolve("draft", "is_decorative");
  const set = await publish();
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
  await undoOperation(db, set);
  expect(await live()).toEqual({ alt: "", is_decorative: true });
});

test.each(["alt", "is_decorative"])(
  "resolving %s with the published value resolves both fields",
  async (field) => {
    await withWords("A desk");
    await keep({ is_decorative: "on", name: "Another name" });
    await saveLive({ alt: "A table" });
    await expect(publish()).rejects.toThrow("Alt text");
    await resolve("live", field);
    expect((await shown())?.map(({ label }) => label)).toEqual(["Name"]);
    await publish();
    expect(await live()).toEqual({ alt: "A table", is_decorative: false });
  },
);

test("Undo and scheduled reverts keep newer alt text", async () => {
  await withWords("", true);
  await keep({ is_decorative: "off" });
  const set = await publish();
  await saveLive({ alt: "A desk" });
  await expect(undoOperation(db, set)).rejects.toThrow("Alt text");
  const stays: string[] = [];
  await revertChangeSet(db, set, undefined, async (_, what) => void stays.push(what));
  expect(stays).toEqual([expect.stringContaining("Alt text")]);
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("saving only the alt text clears the decorative mark", async () => {
  await withWords("", true);
  await saveLive({ alt: "A desk" });
  expect(await live()).toEqual({ alt: "A desk", is_decorative: false });
});

test("a focal point conflict is resolved for both coordinates", async () => {
  await withWords("A desk");
  await keep({ focal_x: "0.2" });
  const [across, ...others] = (await shown())!;
  expect([across!.label, others]).toEqual(["Focal point from the left", []]);
  expect(JSON.stringify(across!.blocks)).toMatch(/50%.*20%/);
  await saveLive({ focal_y: "0.9" });
  await expect(publish()).rejects.toThrow("Focal point from the top");
  await resolve("draft", "focal_y");
  await publish();
  expect(await media.read(db, id)).toMatchObject({ focal_x: 0.2, focal_y: 0.5 });
});

test("an image in the trash blocks the publish", async () => {
  await withWords("A desk");
  await keep({ alt: "A table" });
  await deleteMedia(db, [id]);
  await expect(publish()).rejects.toThrow("has since been deleted");
  expect(await showDrafts(db)).toMatchObject([{ id, name: "photo.jpg", editor: null, fields: [] }]);
  await media.trash.restore(db, id);
  await publish();
  expect(await live()).toEqual({ alt: "A table", is_decorative: false });
});
