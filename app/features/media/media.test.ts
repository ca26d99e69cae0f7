import { expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { imageId, imageIdsIn } from "../../platform/text/image.ts";
import { variantPath } from "./media.ts";
import { findMedia, findMediaByHash } from "./queries.owner.server.ts";

const { owner, pool, visitor } = await openTestDatabases();
const HASH = "ab".repeat(32);

test("an image URL has an id of twelve allowed characters", () => {
  expect(imageId("/media/abcdefghij27")).toBe("abcdefghij27");
  expect(imageId("/media/abcdefghij27?w=1")).toBe("abcdefghij27");
  expect(imageId("/media/abcdefghij27#top")).toBe("abcdefghij27");
  for (const other of [
    "/media/abcdefghij2",
    "/media/abcdefghij277",
    "/media/ABCDEFGHIJ27",
    "/media/abcdefghij18",
  ])
    expect(imageId(other)).toBeNull();
  expect(imageId("https://elsewhere.test/media/abcdefghij27")).toBeNull();
});

test("each image in a text is listed once", () => {
  const html =
    '<img src="/media/abcdefghij27"> /media/aaaaaaaaaaaa, /media/abcdefghij27#x /media/abcdefghij27b';
  expect(imageIdsIn(html)).toEqual(["abcdefghij27", "aaaaaaaaaaaa"]);
});

test("a variant's URL contains the start of its file's hash", () => {
  const path = variantPath({ id: "abcdefghij27", sha256: HASH }, `variants/ab/${HASH}/480.webp`);
  expect(path).toBe("/media/abcdefghij27/abababab-480.webp");
});

async function addImage(id: string) {
  await pool.query("insert into media (id, name, file_id) values ($1, 'Desk', gen_random_uuid())", [id]);
  await pool.query(
    `insert into media_files (id, media_id, sha256, bytes, original_key, variants)
       select file_id, id, $2, 5, 'originals/ab/x', $3 from media where id = $1`,
    [
      id,
      HASH,
      JSON.stringify([{ w: 480, h: 320, format: "webp", key: `variants/ab/${HASH}/480.webp`, bytes: 9 }]),
    ],
  );
}

test("every field with an image is tracked as a use, even in a draft", async () => {
  await addImage("abcdefghij27");
  const uses = async () =>
    (
      await pool.query("select media_id, kind, field from media_uses order by kind, field, media_id")
    ).rows.map(({ media_id, kind, field }) => `${kind} ${field} ${media_id}`);
  await pool.query(
    `insert into blog_posts (title, slug, content, featured_image, published) values
       ('A', 'a', '<img src="/media/abcdefghij27"><img src="/media/bbbbbbbbbbbb">', '/media/abcdefghij27', false)`,
  );
  await pool.query(
    "insert into website_settings (setting_key, setting_value) values ('logo', '/media/abcdefghij27')",
  );
  expect(await uses()).toEqual([
    "blog-posts content abcdefghij27",
    "blog-posts content bbbbbbbbbbbb",
    "blog-posts featured_image abcdefghij27",
    "settings setting_value abcdefghij27",
  ]);
  expect((await findMedia(owner, "abcdefghij27"))?.uses).toBe(3);
  await pool.query("update blog_posts set content = 'none'");
  await pool.query("delete from website_settings");
  expect(await uses()).toEqual(["blog-posts featured_image abcdefghij27"]);
});

test("an image is found by its file's hash, with the URL of a small variant", async () => {
  const found = await findMediaByHash(owner, HASH);
  expect(found).toMatchObject({ id: "abcdefghij27", thumb: "/media/abcdefghij27/abababab-480.webp" });
  expect(await findMediaByHash(owner, "00".repeat(32))).toBeNull();
});

test("visitors can't see deleted images, or where an image is used", async () => {
  const seen = async (table: string) => (await visitor.execute(`select from ${table}`)).rowCount;
  expect([await seen("media"), await seen("media_files")]).toEqual([1, 1]);
  await pool.query("update media set deleted_at = now()");
  expect([await seen("media"), await seen("media_files")]).toEqual([0, 0]);
  await expect(visitor.execute("select from media_uses")).rejects.toThrow();
});
