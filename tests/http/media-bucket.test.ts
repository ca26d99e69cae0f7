import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { variantPath } from "../../app/features/media/media.ts";
import { readStoreTrouble } from "../../app/features/media/store-trouble.server.ts";
import { openBucket } from "../support/bucket.ts";
import { PANEL } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { folderOfFile } from "../support/test-folder.ts";
import { openPanelSite } from "../support/test-site.ts";

const folder = folderOfFile();
const bucket = await openBucket(folder);
const site = await openPanelSite(bucket.env);

async function send() {
  const grain = { raw: { width: 40, height: 30, channels: 3 } } as const;
  const image = await sharp(randomBytes(40 * 30 * 3), grain)
    .png()
    .toBuffer();
  const address = `${site.url}${PANEL}/media/upload?name=a.png`;
  const response = await fetch(address, {
    method: "PUT",
    body: new Uint8Array(image),
    headers: site.session,
  });
  return {
    status: response.status,
    answer: (await response.json()) as { error?: string; image?: { id: string } },
  };
}
const get = (address: string) => fetch(site.url + address, { redirect: "manual" });

test("images are served from the bucket, and while it's down, from local copies", async () => {
  const { status, answer } = await send();
  expect(status).toBe(201);
  const id = answer.image!.id;
  type Row = { sha256: string; state: string; variants: { key: string }[] };
  const file = async () => (await site.query<Row>("select sha256, state, variants from media_files"))[0]!;
  await expect.poll(async () => (await file()).state, PATIENCE).toBe("ready");
  const { sha256, variants } = await file();
  const inBucket = fs.readdirSync(path.join(folder, "images"), { recursive: true, encoding: "utf8" });
  expect(inBucket.filter((name) => name.includes(sha256)).length).toBeGreaterThan(variants.length);
  expect(fs.existsSync(path.join(site.dataDir, "uploads", "originals"))).toBe(false);

  const [first, second] = variants.map(({ key }) => variantPath({ id, sha256 }, key)) as [string, string];
  // Simulates another machine, which has no local copies.
  fs.rmSync(path.join(site.dataDir, "uploads", "cache"), { recursive: true });
  expect((await get(first)).status).toBe(200);

  await bucket.stop();
  expect((await get(first)).status).toBe(200);
  expect((await get(`/media/${id}`)).status).toBe(302);
  expect((await get("/")).status).toBe(200);
  const away = await get(second);
  expect([away.status, away.headers.get("Retry-After")]).toEqual([503, "5"]);
  const refused = await send();
  expect([refused.status, refused.answer.error]).toEqual([503, expect.stringContaining("isn't responding")]);
  expect(fs.readdirSync(path.join(site.dataDir, "uploads", "tmp"))).toEqual([]);
  expect((await site.query("select from media")).length).toBe(1);
  const cropped = await site.save("media", {
    ...{ intent: "crop", id, rotate: "90", left: "0", top: "0", width: "1", height: "1" },
  });
  expect([cropped.status, cropped.text]).toEqual([400, expect.stringContaining("isn't responding")]);
  expect(await site.query("select from media_files")).toHaveLength(1);
  expect(fs.readdirSync(path.join(site.dataDir, "uploads", "tmp"))).toEqual([]);
  const config = { dataDir: site.dataDir, mediaStore: bucket.bucket };
  expect(await readStoreTrouble(config)).toMatchObject({
    is: "away",
    detail: expect.stringContaining("ECONNREFUSED"),
  });

  await bucket.start();
  expect((await get(second)).status).toBe(200);
});
