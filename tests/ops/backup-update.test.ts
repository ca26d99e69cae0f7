import fs from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { countKnownMigrations } from "../../app/platform/database/schema.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { restoreBackup } from "../../server/backup/restore.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { spawnSite, startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

/** How many migrations an old site has, from before backups were recorded. */
const OLD = 11;

async function oldSite() {
  const database = await createTestDatabase({ migrated: false });
  await migrateDatabase(database, log, { upTo: OLD });
  await queryOnce(database, "insert into industries (name) values ('E-commerce')");
  return database;
}

const seen = (database: Awaited<ReturnType<typeof oldSite>>) =>
  queryOnce<{ seen: number }>(database, "select count(*)::int as seen from drizzle.__drizzle_migrations");

test("an update first backs up the site with its old schema", async () => {
  await ensureBuild();
  const database = await oldSite();
  const env = { DATABASE_URL: asDatabaseUrl(database), DATA_DIR: folderOfTest(), SEED: "none" };
  const site = await startSite(env);
  onTestFinished(() => site.stop().then(() => {}));
  const folder = path.join(env.DATA_DIR, "backups");
  const [name, ...more] = fs.readdirSync(folder);
  expect(more).toEqual([]);
  const file = path.join(folder, name!);
  expect(site.stderr()).toMatch(
    new RegExp(`^Backed up the site before the update to ${file} \\(\\d+ kB\\)$`, "m"),
  );
  expect(await seen(database)).toEqual([{ seen: countKnownMigrations() }]);

  const rows = () => queryOnce(database, "select kind, state, file from backups where kind <> 'begun'");
  expect(await rows()).toEqual([{ kind: "update", state: "new", file }]);
  await queryOnce(database, "select graphile_worker.add_job('back_up', job_key => 'back_up')");
  await vi.waitUntil(async () => (await rows())[0]?.state === "restored", PATIENCE);

  const backup = await checkBackup(file);
  expect(backup.contents.migrations).toBe(OLD);
  const target = await createTestDatabase({ migrated: false });
  await restoreBackup(backup, { connection: target, dataDir: folderOfTest(), log });
  expect(await queryOnce(target, "select name from industries")).toEqual([{ name: "E-commerce" }]);
  expect(await seen(target)).toEqual([{ seen: countKnownMigrations() }]);

  await site.stop();
  const again = await startSite(env);
  await again.stop();
  expect(again.stderr()).not.toContain("Backed up the site");
  expect(fs.readdirSync(folder)).toEqual([name]);
});

test("if the backup before an update fails, the database isn't changed", async () => {
  await ensureBuild();
  const database = await oldSite();
  const DATA_DIR = folderOfTest();
  const video = path.join(DATA_DIR, "video");
  fs.writeFileSync(video, "");
  fs.truncateSync(video, 2 ** 43);
  const env = { DATABASE_URL: asDatabaseUrl(database), DATA_DIR, SEED: "none" };
  const refused = await spawnSite(env);
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.stderr().trim().split("\n").at(-1)).toMatch(
    /^BACKUP_DIR=.*\/backups: the site couldn't be backed up before the database update \(The disk with .* has .* MB free, but .* MB are needed\.\)\. Free up space, or .* BACKUP_DIR=off, /,
  );
  expect(refused.stderr()).not.toMatch(/\n\s+at /);
  expect(fs.readdirSync(path.join(DATA_DIR, "backups"))).toEqual([]);
  expect(await seen(database)).toEqual([{ seen: OLD }]);

  const site = await startSite({ ...env, BACKUP_DIR: "off" });
  await site.stop();
  expect(await seen(database)).toEqual([{ seen: countKnownMigrations() }]);
});

test("the site doesn't start with an unusable BACKUP_DIR", async () => {
  const file = path.join(folderOfTest(), "file");
  fs.writeFileSync(file, "");
  const refused = await spawnSite({ DATA_DIR: folderOfTest(), BACKUP_DIR: path.join(file, "backups") });
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.stderr().trim()).toBe(
    `BACKUP_DIR=${file}/backups is invalid: ENOTDIR. Accepted: a folder that this process can create and write to, or off.`,
  );
});
