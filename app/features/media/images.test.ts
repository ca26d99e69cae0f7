import { expect, test } from "vitest";
import { createTestDatabase, openPools } from "../../../tests/support/database.ts";
import { addImage, HASH8 } from "../../../tests/support/images.ts";
import { queryOnce } from "../../../tests/support/query-once.ts";
import { findImages } from "./images.server.ts";
import { resolveOwnImage } from "./own-image.ts";

const database = await createTestDatabase();
const { visitor } = openPools(database);
const query = (text: string, values?: unknown[]) => queryOnce(database, text, values);
const [ONE, TWO, SMALL, MOVING] = ["one222222222", "two222222222", "small2222222", "moving222222"];
await addImage(query, { id: ONE, alt: "One" });
await addImage(query, { id: TWO });
await addImage(query, { id: SMALL, width: 200, height: 100 });
const animation = { h: 240, bytes: 1 };
await addImage(query, {
  id: MOVING,
  variants: [
    { ...animation, w: 320, format: "webp", key: "x/320.webp" },
    { ...animation, w: 320, format: "still", key: "x/still-320.webp" },
    { ...animation, w: 160, format: "still", key: "x/still-160.webp" },
  ],
});

test("images in several texts are read in a single query", async () => {
  const asked: string[] = [];
  const counting = new Proxy(visitor, {
    get: (target, name) => {
      if (name === "select") asked.push(String(name));
      return Reflect.get(target, name);
    },
  });
  const texts = [`/media/${ONE}`, `<p><img src="/media/${TWO}?x"><img src="/media/${ONE}"></p>`, "/media/"];
  expect([...(await findImages(counting, texts)).keys()].sort()).toEqual([ONE, TWO]);
  expect(asked).toHaveLength(1);
  expect((await findImages(counting, ["", "/media/upload", "https://example.com/a.jpg"])).size).toBe(0);
  expect(asked).toHaveLength(1);
});

test("a deleted image isn't found until it is restored", async () => {
  await query("update media set deleted_at = now() where id = $1", [TWO]);
  expect((await findImages(visitor, [`/media/${TWO}`])).size).toBe(0);
  await query("update media set deleted_at = null where id = $1", [TWO]);
  expect((await findImages(visitor, [`/media/${TWO}`])).size).toBe(1);
});

test("every variant's URL starts with MEDIA_BASE_URL", async () => {
  const base = "https://media.example.com";
  const image = (await findImages(visitor, [`/media/${ONE}`], base)).get(ONE)!;
  expect(image.share).toBe(`${base}/media/${ONE}/${HASH8}-1200.jpg`);
  for (const { path } of image.variants) expect(path).toMatch(`${base}/media/${ONE}/${HASH8}-`);
});

test("an animation has its widest still, for visitors who prefer reduced motion", async () => {
  const image = (await findImages(visitor, [`/media/${MOVING}`])).get(MOVING)!;
  expect(image.still).toBe(`/media/${MOVING}/${HASH8}-still-320.webp`);
  expect(image.variants.map(({ format }) => format)).toEqual(["webp"]);
});

test("search engines and social networks get absolute URLs of processed images only", async () => {
  const images = await findImages(visitor, [`/media/${ONE} /media/${SMALL}`]);
  const resolve = (address: string) => resolveOwnImage(images, address, "https://www.seo.example");
  expect(resolve(`/media/${ONE}`)).toEqual({
    share: { url: `https://www.seo.example/media/${ONE}/${HASH8}-1200.jpg`, alt: "One" },
    image: `https://www.seo.example/media/${ONE}/${HASH8}-1920.webp`,
  });
  expect(resolve(`/media/${SMALL}`)?.image).toMatch("-200.webp");
  for (const none of ["", "https://example.com/a.jpg", "/media/nothere22222"])
    expect(resolve(none)).toBeNull();
});
