import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { blog_posts } from "../blog/table.server.ts";
import { media as library } from "../records/media.server.ts";
import { showFile } from "./files.server.ts";
import { countMedia, listMedia, listMonths } from "./library.owner.server.ts";
import { findMedia } from "./queries.owner.server.ts";
import { media, media_files } from "./table.server.ts";
import {
  deleteMedia,
  describeMedia,
  findPendingReplacement,
  setDecorative,
  undoReplace,
} from "./writes.owner.server.ts";

const { owner: db, pool } = await openTestDatabases();
const EVERY = { search: "", filter: "", month: "", timeZone: "UTC" } as const;
const ALL = { ...EVERY, sort: "newest", page: 1, perPage: 10 } as const;

const SMALL = [{ w: 320, h: 240, format: "webp" as const, key: "x/320.webp", bytes: 9 }];
let count = 0;
async function addImage(
  name: string,
  more: Partial<typeof media.$inferInsert> = {},
  file: Partial<typeof media_files.$inferInsert> = {},
) {
  count++;
  const id = letters(count);
  const file_id = randomUUID();
  await db
    .insert(media)
    .values({ id, name, file_id, created_at: new Date(Date.UTC(2026, 0, count)), ...more });
  await db.insert(media_files).values({
    id: file_id,
    media_id: id,
    sha256: "0".repeat(64),
    bytes: 1000 + count,
    original_key: "x",
    variants: SMALL,
    state: "ready",
    ...file,
  });
  return id;
}
const letters = (n: number) =>
  [...n.toString().padStart(12, "0")].map((digit) => String.fromCharCode(97 + Number(digit))).join("");

const names = async (filter: Partial<Parameters<typeof listMedia>[1]>) =>
  (await listMedia(db, { ...ALL, ...filter })).rows.map(({ name }) => name);

beforeEach(async () => {
  await pool.query("truncate media cascade");
  await db.delete(blog_posts);
});

test("the month filter lists the images added in that month, in the site's time zone", async () => {
  await addImage("before", { created_at: new Date("2026-10-31T23:30Z") });
  await addImage("first", { created_at: new Date("2026-11-01T00:30Z") });
  await addImage("last", { created_at: new Date("2026-11-30T23:30Z") });
  await addImage("gone", { created_at: new Date("2026-12-01T10:00Z"), deleted_at: new Date() });
  expect(await names({ month: "2026-11" })).toEqual(["last", "first"]);
  expect(await listMonths(db, "UTC")).toEqual([
    { month: "2026-11", images: 2 },
    { month: "2026-10", images: 1 },
  ]);
  const timeZone = "Europe/Berlin";
  expect(await names({ month: "2026-11", timeZone })).toEqual(["first", "before"]);
  expect(await listMonths(db, timeZone)).toEqual([
    { month: "2026-12", images: 1 },
    { month: "2026-11", images: 2 },
  ]);
});

test("the library is listed newest first in pages, and can be searched", async () => {
  await addImage("desk.jpg", { alt: "A desk with 50% light" });
  await addImage("team.jpg", { credit: "Ada Lovelace" });
  await addImage("Logo.svg");
  expect(await names({})).toEqual(["Logo.svg", "team.jpg", "desk.jpg"]);
  expect(await names({ sort: "name" })).toEqual(["desk.jpg", "Logo.svg", "team.jpg"]);
  expect(await names({ sort: "largest" })).toEqual(["Logo.svg", "team.jpg", "desk.jpg"]);
  expect(await names({ perPage: 2, page: 2 })).toEqual(["desk.jpg"]);
  expect(await names({ search: "50% L" })).toEqual(["desk.jpg"]);
  expect(await names({ search: "lovelace" })).toEqual(["team.jpg"]);
});

test("filters show images that are unused, unreadable or without alt text", async () => {
  const used = await addImage("used.jpg", { alt: "Used" });
  await addImage("bare.jpg");
  await addImage("line.svg", { is_decorative: true });
  await addImage("broken.jpg", { alt: "Broken" }, { state: "refused", reason: "It ends too early." });
  await db.insert(blog_posts).values({
    title: "Post",
    slug: "post",
    content: `<p><img src="/media/${used}" alt=""></p>`,
    published: false,
  });
  expect(await names({ filter: "unused" })).toEqual(["broken.jpg", "line.svg", "bare.jpg"]);
  expect(await names({ filter: "undescribed" })).toEqual(["bare.jpg"]);
  expect(await names({ filter: "refused" })).toEqual(["broken.jpg"]);
  expect(await countMedia(db)).toEqual({ all: 4, unused: 3, undescribed: 1, refused: 1, deleted: 0 });
  const { rows } = await listMedia(db, { ...ALL, search: "used.jpg" });
  expect(rows[0]!.uses).toBe(1);
});

test("saving over a newer version is rejected", async () => {
  const id = await addImage("a.jpg", { alt: "Words" });
  const input = { name: "b.jpg", alt: "", is_decorative: true, credit: "", focal_x: 0.25, focal_y: 1 };
  await library.update(db, id, 1, input);
  expect(await findMedia(db, id)).toMatchObject({
    name: "b.jpg",
    isDecorative: true,
    focalX: 0.25,
    version: 2,
  });
  await expect(library.update(db, id, 1, input)).rejects.toThrow("saved this image");
  await deleteMedia(db, [id]);
  await expect(library.update(db, id, 2, input)).rejects.toThrow("deleted");
  await expect(describeMedia(db, id, { alt: "A", is_decorative: false })).rejects.toThrow("deleted");
});

test("several images can be marked as decorative or deleted at once, and a deleted one can be restored", async () => {
  const [bare, worded] = [await addImage("bare.jpg"), await addImage("worded.jpg", { alt: "Words" })];
  expect(await setDecorative(db, [bare, worded])).toEqual([bare]);
  expect(await setDecorative(db, [bare, worded])).toEqual([]);
  expect(await deleteMedia(db, [bare, worded])).toEqual(expect.arrayContaining(["bare.jpg", "worded.jpg"]));
  expect(await names({})).toEqual([]);
  expect((await countMedia(db)).deleted).toBe(2);
  await library.trash.restore(db, bare);
  expect(await names({})).toEqual(["bare.jpg"]);
});

test("a replacement can be undone, or canceled while it's pending", async () => {
  const id = await addImage("a.jpg", {}, { bytes: 10 });
  await expect(undoReplace(db, id)).rejects.toThrow("no longer available");
  const addFile = async (bytes: number, state: "new" | "ready") => {
    const file = { media_id: id, sha256: "1".repeat(64), bytes, original_key: "y", state, variants: SMALL };
    return (await db.insert(media_files).values(file).returning({ id: media_files.id }))[0]!.id;
  };
  const bytes = async () => (await findMedia(db, id))?.bytes;
  await showFile(db, await addFile(20, "ready"));
  expect(await bytes()).toBe(20);
  await undoReplace(db, id);
  expect(await bytes()).toBe(10);
  await undoReplace(db, id);
  expect(await bytes()).toBe(20);

  const late = await addFile(30, "new");
  expect(await findPendingReplacement(db, id)).toMatchObject({ id: late, state: "new" });
  await undoReplace(db, id);
  expect(await findPendingReplacement(db, id)).toBeNull();
  // The file's job finishes after the replacement was canceled.
  expect(await showFile(db, late, true)).toBe(false);
  expect(await bytes()).toBe(20);
});

test("undoing a replacement just as it becomes current always keeps the old file", async () => {
  const id = await addImage("a.jpg", {}, { bytes: 10 });
  for (let i = 0; i < 10; i++) {
    const file = { media_id: id, sha256: "1".repeat(64), bytes: 20, original_key: "y", variants: SMALL };
    const [{ id: late }] = (await db.insert(media_files).values(file).returning({ id: media_files.id })) as [
      { id: string },
    ];
    await Promise.all([undoReplace(db, id), showFile(db, late, true)]);
    expect(await findPendingReplacement(db, id)).toBeNull();
    expect((await findMedia(db, id))?.bytes).toBe(10);
  }
});
