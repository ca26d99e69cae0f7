import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { originalKey, variantKey } from "../../app/features/media/keys.ts";
import { bucketStore } from "../../app/features/media/store.bucket.server.ts";
import { writeBackup } from "../../server/backup/backup.ts";
import { restoreImageFiles } from "../../server/backup/images.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { restoreBackup } from "../../server/backup/restore.ts";
import { readArchive } from "../support/archive.ts";
import { openBucket } from "../support/bucket.ts";
import { createTestDatabase, openPools } from "../support/database.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { folderOfFile } from "../support/test-folder.ts";

const folder = folderOfFile();
const bucket = await openBucket(path.join(folder, "bucket"));
const bytes = randomBytes(100_000);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const key = originalKey(sha256);
const name = `uploads/${key}`;

async function databaseWithImage() {
  const database = await createTestDatabase();
  await queryOnce(
    database,
    "insert into media (id, name, file_id) values ('aaaaaaaaaaaa', 'A', gen_random_uuid())",
  );
  await queryOnce(
    database,
    `insert into media_files (id, media_id, sha256, bytes, original_key, state, variants)
       select file_id, id, $1, $2, $3, 'ready', $4 from media`,
    [
      sha256,
      bytes.length,
      key,
      JSON.stringify([{ key: variantKey(sha256, "480.webp"), w: 480, h: 1, format: "webp", bytes: 1 }]),
    ],
  );
  return database;
}

const filesIn = async (file: string) =>
  (await readArchive(file)).map(({ header }) => header.name).filter((one) => one.startsWith("files/"));

async function emptySite(called: string) {
  const dataDir = path.join(folder, called);
  fs.mkdirSync(dataDir);
  const database = await createTestDatabase({ migrated: false });
  return { dataDir, database };
}

async function restore(
  file: string,
  site: { dataDir: string; database: Awaited<ReturnType<typeof createTestDatabase>> },
  mediaStore = undefined as typeof bucket.bucket | undefined,
) {
  await restoreBackup(await checkBackup(file), { connection: site.database, dataDir: site.dataDir, log });
  const { pool } = openPools(site.database);
  const client = await pool.connect();
  await restoreImageFiles(client, { dataDir: site.dataDir, mediaStore }, log).finally(() => client.release());
  return client;
}

test("of each image, a backup contains only the original, and a restore queues the variants", async () => {
  const dataDir = path.join(folder, "data");
  const put = (one: string, content: Buffer) => {
    fs.mkdirSync(path.dirname(path.join(dataDir, one)), { recursive: true });
    fs.writeFileSync(path.join(dataDir, one), content);
  };
  put(name, bytes);
  for (const made of [variantKey(sha256, "480.webp"), "tmp/x", "cache/x"])
    put(`uploads/${made}`, Buffer.from("x"));
  const file = path.join(folder, "disk.backup");
  await writeBackup(await databaseWithImage(), dataDir, file);
  expect(await filesIn(file)).toEqual([`files/${name}`]);

  const site = await emptySite("restored");
  await restore(file, site);
  expect(fs.readFileSync(path.join(site.dataDir, name))).toEqual(bytes);
  expect(await queryOnce(site.database, "select state, variants from media_files")).toEqual([
    { state: "new", variants: [] },
  ]);
  const jobs = await queryOnce(site.database, "select task_identifier from graphile_worker.jobs");
  expect(jobs).toContainEqual({ task_identifier: "make_picture" });
});

test("images in a bucket are backed up and restored into a bucket", async () => {
  const store = bucketStore(bucket.bucket, path.join(folder, "copies"));
  const original = path.join(folder, "original");
  fs.writeFileSync(original, bytes);
  await store.put(key, original, "");
  const dataDir = path.join(folder, "beside-bucket");
  fs.mkdirSync(dataDir);
  const file = path.join(folder, "bucket.backup");
  const database = await databaseWithImage();
  const saved = await writeBackup(database, dataDir, file, store);
  expect(saved).toMatchObject({ files: 1, unread: [], hashes: { [name]: sha256 } });

  await store.delete(key);
  const site = await emptySite("restored-into-bucket");
  await restore(file, site, bucket.bucket);
  expect(await store.head(key)).toMatchObject({ bytes: bytes.length });
  expect(fs.existsSync(path.join(site.dataDir, name))).toBe(false);

  await bucket.stop();
  const without = await writeBackup(database, dataDir, path.join(folder, "away.backup"), store);
  expect(without.unread).toEqual([name]);
});
