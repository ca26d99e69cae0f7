// `intent=crop` of the Media tab: a rotated and cropped file replaces an image's file.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import { originalKey } from "../../app/features/media/keys.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { addPerson } from "../support/people.ts";
import { addSession } from "../support/session.ts";
import { openPanelSite } from "../support/test-site.ts";

const site = await openPanelSite();
const { query } = site;
const cookieOf = async (role: string) =>
  `${SESSION_COOKIE}=${await addSession(query, await addPerson(query, role))}`;
const [editor, enquiries] = [await cookieOf("editor"), await cookieOf("enquiries")];

beforeEach(() => query("truncate media cascade"));

const LEFT_HALF = { rotate: "90", left: "0", top: "0", width: "0.5", height: "1" };

async function send(fields: Record<string, string>, Cookie = site.session.Cookie!) {
  const response = await fetch(`${site.url}${PANEL}/media.data`, {
    method: "POST",
    headers: { Cookie },
    body: new URLSearchParams({ intent: "crop", ...fields }),
  });
  return { status: response.status, text: await response.text() };
}

type File = { id: string; sha256: string; state: string; width: number; height: number; mime: string };
const filesOf = (id: string) =>
  query<File>("select * from media_files where media_id = $1 order by created_at, id", [id]);
const shownOf = async (id: string) =>
  (
    await query<File & { x: number; y: number }>(
      "select f.*, focal_x as x, focal_y as y from media m join media_files f on f.id = m.file_id where m.id = $1",
      [id],
    )
  )[0]!;
const isDone = async (id: string) => (await filesOf(id)).every(({ state }) => state !== "new");

async function upload(bytes: Buffer, more = "") {
  const response = await fetch(`${site.url}${PANEL}/media/upload?name=a${more}`, {
    ...{ method: "PUT", headers: site.session, body: new Uint8Array(bytes) },
  });
  const { image } = (await response.json()) as { image: { id: string } };
  return image.id;
}
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
async function addPhoto() {
  const id = await upload(await noise(60, 40).jpeg().toBuffer());
  await expect.poll(() => isDone(id), PATIENCE).toBe(true);
  return id;
}
const undoOf = (text: string) => {
  const fields = JSON.parse(text) as unknown[];
  // In React Router's format, an object lists the indexes of its keys and values.
  const at = fields.indexOf("undo");
  const undo = fields[at + 1] as Record<string, number>;
  return Object.fromEntries(
    Object.entries(undo).map(([key, value]) => [
      fields[Number(key.slice(1))] as string,
      fields[value] as string,
    ]),
  );
};

test("a crop replaces the file everywhere, moves the focal point, and can be undone", async () => {
  const id = await addPhoto();
  const before = await shownOf(id);
  await query("update media set focal_x = 0.2, focal_y = 0.75 where id = $1", [id]);
  const cropped = await send({ id, ...LEFT_HALF, file: before.sha256.slice(0, 8) });
  expect([cropped.status, cropped.text]).toEqual([200, expect.stringContaining("File replaced")]);
  // No one sees the image, so the toast doesn't say what pages show.
  expect(cropped.text).not.toContain("Pages show");
  await expect.poll(async () => (await shownOf(id)).sha256 !== before.sha256, PATIENCE).toBe(true);
  // 60 × 40, rotated to 40 × 60, then the left half.
  const after = await shownOf(id);
  expect(after).toMatchObject({ mime: "image/jpeg", width: 20, height: 60, x: 0.5, y: 0.2 });
  expect(cropped.text).toContain(after.sha256.slice(0, 8));
  const { headers } = await fetch(`${site.url}/media/${id}`, { redirect: "manual" });
  expect(headers.get("Location")).toContain(`/${after.sha256.slice(0, 8)}-`);
  const [revision] = await query<{ session: string }>(
    "select session from revisions where record_key = $1 and changed::text like '%focal_x%' order by at desc",
    [id],
  );
  expect(revision?.session).toMatch(/^[0-9a-f]{8}$/);

  const undone = await send(undoOf(cropped.text));
  expect([undone.status, undone.text]).toEqual([200, expect.stringContaining("Previous file restored")]);
  expect(await shownOf(id)).toMatchObject({ sha256: before.sha256, x: 0.2, y: 0.75 });
  const left = fs.readdirSync(path.join(site.dataDir, "uploads", "tmp"));
  expect(left.filter((name) => !name.startsWith("variants-"))).toEqual([]);
});

test("Undo cancels a crop whose sizes aren't made yet", async () => {
  const id = await addPhoto();
  const before = await shownOf(id);
  const cropped = await send({ id, ...LEFT_HALF });
  expect((await send(undoOf(cropped.text))).status).toBe(200);
  await expect.poll(() => isDone(id), PATIENCE).toBe(true);
  expect((await shownOf(id)).sha256).toBe(before.sha256);
});

test("the toast says that visitors see the new file if they see the image", async () => {
  const id = await addPhoto();
  await query("insert into blog_posts (title, slug, content, featured_image) values ('A', 'a', 'B', $1)", [
    `/media/${id}`,
  ]);
  const asked = async () => JSON.parse(await site.read(`${PANEL}/media/images?id=${id}&uses=1`));
  expect(await asked()).toMatchObject({ isPublic: true, image: { id, mime: "image/jpeg" } });
  expect((await send({ id, ...LEFT_HALF })).text).toContain("Pages show the new file within seconds");
  await query("update blog_posts set published = false");
  expect(await asked()).toMatchObject({ isPublic: false });
});

test("editors may crop images, and others find nothing there", async () => {
  const id = await addPhoto();
  expect((await send({ id, ...LEFT_HALF }, enquiries)).status).toBe(404);
  expect((await send({ id, ...LEFT_HALF }, "")).status).toBe(401);
  expect(await filesOf(id)).toHaveLength(1);
  const cropped = await send({ id, ...LEFT_HALF }, editor);
  expect([cropped.status, cropped.text]).toEqual([200, expect.stringContaining("File replaced")]);
  await expect.poll(async () => (await shownOf(id)).width, PATIENCE).toBe(20);
  expect((await send(undoOf(cropped.text), editor)).status).toBe(200);
  expect((await shownOf(id)).width).toBe(60);
});

test.each<Record<string, string>>([
  ...[{ rotate: "45" }, { rotate: "" }, { left: "NaN" }, { left: "-0.5" }, { left: "" }, { top: "2" }],
  ...[{ width: "0" }, { width: "-1" }, { width: "1e300" }, { height: "Infinity" }, { left: "0.9" }],
  ...[{ id: "' or 1=1" }, { id: "" }],
])("values that lie are rejected: %j", async (lie) => {
  const id = "aaaaaaaaaaaa";
  expect((await send({ id, ...LEFT_HALF, ...lie })).status).toBe(400);
});

describe("a sentence says why an image can't be cropped", () => {
  async function expectRefused(id: string, message: string, more: Record<string, string> = {}) {
    const before = await query("select * from media_files order by id");
    const refused = await send({ id, ...LEFT_HALF, ...more });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
    expect(refused.text).toContain("Failed to crop the image");
    expect(await query("select * from media_files order by id")).toEqual(before);
  }

  test("if it's a drawing, or would get too small or stay the same", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 0h9v9z"/></svg>';
    const drawing = await upload(Buffer.from(svg));
    const photo = await addPhoto();
    await expect.poll(() => isDone(drawing), PATIENCE).toBe(true);
    await expectRefused(drawing, mediaRefusals.cropDrawing);
    await expectRefused(photo, mediaRefusals.cropTooSmall, { height: "0.2" });
    await expectRefused(photo, mediaRefusals.cropNothing, { rotate: "0", width: "1" });
  });

  test("if it's gone, has another file by now, or is about to get one", async () => {
    await expectRefused("aaaaaaaaaaaa", "This image was deleted");
    const id = await addPhoto();
    await expectRefused(id, mediaRefusals.replaced, { file: "00000000" });
    await query(
      "insert into media_files (media_id, sha256, bytes, original_key, state) values ($1, $2, 1, 'x', 'ready')",
      [id, "1".repeat(64)],
    );
    await expectRefused(id, mediaRefusals.beingReplaced);
    await query("update media set deleted_at = now()");
    await expectRefused(id, "This image was deleted");
  });

  test("if its original is missing", async () => {
    const id = await addPhoto();
    fs.rmSync(path.join(site.dataDir, "uploads", originalKey((await shownOf(id)).sha256)));
    await expectRefused(id, "missing from storage");
  });
});

test("of two crops at the same time, one replaces the file and the other is refused", async () => {
  const id = await addPhoto();
  const both = await Promise.all([send({ id, ...LEFT_HALF }), send({ id, ...LEFT_HALF, rotate: "270" })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await expect.poll(() => isDone(id), PATIENCE).toBe(true);
  expect(await filesOf(id)).toHaveLength(2);
  expect((await shownOf(id)).width).toBe(20);
});
