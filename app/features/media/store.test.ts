import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { openBucket } from "../../../tests/support/bucket.ts";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { quietLog as log } from "../../../tests/support/quiet-log.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { addImage, addReplacement, showFile } from "./files.server.ts";
import { originalKey, variantKey } from "./keys.ts";
import { bucketStore } from "./store.bucket.server.ts";
import { CopyFolder } from "./store.copies.server.ts";
import { diskStore } from "./store.disk.server.ts";
import { type Store, StoreUnavailable } from "./store.server.ts";
import { media, media_files } from "./table.server.ts";
import { maintainImages, regenerateVariant, sweepUnfinished } from "./upkeep.server.ts";

const folder = folderOfFile();
const at = (...names: string[]) => path.join(folder, ...names);
const bucket = await openBucket(at("bucket"));
const { owner } = await openTestDatabases();

const stores: [string, Store, (key: string) => string][] = [
  ["the disk", diskStore(at("disk")), (key) => at("disk", key)],
  [
    "a bucket",
    bucketStore(bucket.bucket, at("copies")),
    (key) => at("bucket", "images", `${key}._S3rver_object`),
  ],
];

function written(bytes: Buffer): string {
  const file = at(randomBytes(8).toString("hex"));
  fs.writeFileSync(file, bytes);
  return file;
}
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const keysOf = async (store: Store, prefix: "originals/" | "variants/") => {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
};
const DAYS_AGO = (days: number) => new Date(Date.now() - days * 86_400_000);

describe.each(stores)("%s", (_, store, fileOf) => {
  test("returns, lists and deletes a stored file", async () => {
    const bytes = randomBytes(300_000);
    const key = originalKey(hashOf(bytes));
    const file = written(bytes);
    await store.put(key, file, "image/png");
    expect(fs.existsSync(file)).toBe(false);
    expect(fs.readFileSync((await store.local(key))!)).toEqual(bytes);
    expect(await store.head(key)).toMatchObject({ key, bytes: bytes.length });
    expect(await store.copyTo(key, at("copied"))).toBe(true);
    expect(fs.readFileSync(at("copied"))).toEqual(bytes);
    fs.rmSync(at("copied"));
    const variant = variantKey(hashOf(bytes), "480.webp");
    await store.put(variant, written(Buffer.from("small")), "image/webp");
    expect(await keysOf(store, "originals/")).toEqual([key]);
    expect(await keysOf(store, "variants/")).toEqual([variant]);
    for (const one of [key, variant, key]) await store.delete(one);
    expect(await store.local(key)).toBeNull();
    expect(await store.head(key)).toBeNull();
    expect(await store.copyTo(key, at("copied"))).toBe(false);
    expect(await keysOf(store, "originals/")).toEqual([]);
  });

  test.each(["../admin-password", "originals/../../x", "variants/ab/../../../etc/passwd", "/etc/passwd", ""])(
    "rejects %j as a key",
    async (key) => {
      for (const ask of [store.local, store.head, store.delete])
        await expect(ask(key)).rejects.toThrow("Not a valid storage key");
    },
  );

  test("nightly maintenance deletes orphans, recreates missing variants and reports missing originals", async () => {
    await owner.delete(media);
    const put = async (key: string, days: number) => {
      await store.put(key, written(Buffer.from(key)), "");
      fs.utimesSync(fileOf(key), DAYS_AGO(days), DAYS_AGO(days));
    };
    const [kept, lost, orphan, young] = ["a", "b", "c", "d"].map((one) => one.repeat(64)) as [
      string,
      string,
      string,
      string,
    ];
    await addImage(owner, "Kept", { sha256: kept, bytes: 1 });
    await addImage(owner, "Lost", { sha256: lost, bytes: 1 });
    const variants = ["480.webp", "960.webp"].map((name) => variantKey(kept, name));
    await owner.update(media_files).set({
      state: "ready",
      variants: variants.map((key) => ({ key, w: 1, h: 1, format: "webp" as const, bytes: 1 })),
    });
    for (const key of [originalKey(kept), variants[0]!, originalKey(orphan), variantKey(orphan, "1.webp")])
      await put(key, 3);
    await put(originalKey(young), 0);
    const found = await maintainImages(owner, store, log);
    expect(found).toMatchObject({ deleted: 2, remade: 1, lost: 1 });
    expect(await keysOf(store, "originals/")).toEqual([originalKey(kept), originalKey(young)]);
    const [row] = await owner.select().from(media_files).where(sql`sha256 = ${kept}`);
    expect(row).toMatchObject({ state: "new", variants: [{ key: variants[0] }] });
    // Older versions didn't create an inline AVIF.
    const remade = async (inline_avif: string | null) => {
      await owner.update(media_files).set({ state: "ready", inline_avif }).where(sql`sha256 = ${kept}`);
      return (await maintainImages(owner, store, log)).remade;
    };
    expect([await remade(null), await remade("")]).toEqual([1, 0]);
  });

  test("a lost variant is recreated once, even if its loss is reported again later", async () => {
    await owner.delete(media);
    const sha256 = "9".repeat(64);
    const key = variantKey(sha256, "480.webp");
    await addImage(owner, "A", { sha256, bytes: 1 });
    const variants = [{ key, w: 1, h: 1, format: "webp" as const, bytes: 1 }];
    await owner.update(media_files).set({ state: "ready", variants });
    const file = async () => (await owner.select().from(media_files))[0];
    await store.put(originalKey(sha256), written(Buffer.from("x")), "");
    expect(await regenerateVariant(owner, store, sha256, key)).toBe(true);
    expect(await file()).toMatchObject({ state: "new", variants: [] });

    await store.put(key, written(Buffer.from("x")), "");
    await owner.update(media_files).set({ state: "ready", variants });
    expect(await regenerateVariant(owner, store, sha256, key)).toBe(true);
    expect(await file()).toMatchObject({ state: "ready", variants });
    for (const one of [key, originalKey(sha256)]) await store.delete(one);
  });

  test("a replaced file is deleted with its variants after 30 days", async () => {
    await owner.delete(media);
    const [first, second] = ["e", "f"].map((one) => one.repeat(64)) as [string, string];
    const id = await addImage(owner, "A", { sha256: first, bytes: 1 });
    await addReplacement(owner, id, { sha256: second, bytes: 1 });
    const [row] = await owner.select().from(media_files).where(sql`sha256 = ${second}`);
    await showFile(owner, row!.id);
    for (const hash of [first, second]) await store.put(originalKey(hash), written(Buffer.from("x")), "");
    fs.utimesSync(fileOf(originalKey(first)), DAYS_AGO(40), DAYS_AGO(40));
    const rest = async () =>
      (await owner.select({ sha256: media_files.sha256 }).from(media_files)).map((one) => one.sha256);
    await owner.execute(
      sql`update media_files set replaced_at = now() - interval '29 days' where sha256 = ${first}`,
    );
    await maintainImages(owner, store, log);
    expect((await rest()).sort()).toEqual([first, second]);
    await owner.execute(
      sql`update media_files set replaced_at = now() - interval '31 days' where sha256 = ${first}`,
    );
    await maintainImages(owner, store, log);
    expect(await rest()).toEqual([second]);
    expect(await store.head(originalKey(first))).toBeNull();
  });
});

test("leftovers of killed uploads are deleted after a few hours, but files being written aren't", async () => {
  const tmp = at("tmp");
  fs.mkdirSync(path.join(tmp, "variants-old"), { recursive: true });
  for (const name of ["old", "new", "variants-old/480.webp"]) fs.writeFileSync(path.join(tmp, name), "x");
  for (const name of ["old", "variants-old"]) fs.utimesSync(path.join(tmp, name), DAYS_AGO(1), DAYS_AGO(1));
  await sweepUnfinished(tmp);
  expect(fs.readdirSync(tmp)).toEqual(["new"]);
  await sweepUnfinished(at("nowhere"));
});

test("a bucket's cache stays within its limit and keeps the most recently used files", async () => {
  const copies = new CopyFolder(at("bounded"), 1000);
  fs.mkdirSync(at("bounded"));
  const key = (one: string) => variantKey(one.repeat(64), "1.webp");
  for (const one of ["1", "2", "3"]) {
    const place = await copies.take(key(one), written(Buffer.alloc(300)));
    fs.utimesSync(place, DAYS_AGO(9 - Number(one)), DAYS_AGO(9 - Number(one)));
  }
  expect(await copies.find(key("1"))).not.toBeNull();
  await copies.take(key("4"), written(Buffer.alloc(300)));
  expect(await copies.find(key("2"))).toBeNull();
  for (const one of ["1", "4"]) expect(await copies.find(key(one))).not.toBeNull();
});

test("an unreachable bucket or a rejected key isn't mistaken for a missing file", async () => {
  const store = bucketStore(bucket.bucket, at("copies"));
  const bytes = randomBytes(500);
  const [here, there] = [variantKey(hashOf(bytes), "1.webp"), variantKey(hashOf(bytes), "2.webp")];
  await store.put(here, written(bytes), "image/webp");
  const wrong = bucketStore({ ...bucket.bucket, secret: "wrong" }, at("others"));
  await expect(wrong.head(here)).rejects.toThrow(StoreUnavailable);
  await expect(wrong.local(here)).rejects.toThrow("SignatureDoesNotMatch");
  await expect(bucketStore({ ...bucket.bucket, name: "nowhere" }, at("others")).local(here)).rejects.toThrow(
    "NoSuchBucket",
  );
  await bucket.stop();
  expect(fs.readFileSync((await store.local(here))!)).toEqual(bytes);
  await expect(store.local(there)).rejects.toThrow("ECONNREFUSED");
  await expect(store.put(there, written(bytes), "")).rejects.toThrow(StoreUnavailable);
  await bucket.start();
  expect(await store.local(there)).toBeNull();
});
