import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listBackups, recordBackup } from "../../app/features/backups/queries.server.ts";
import { type Config, readConfig } from "../../app/platform/config.server.ts";
import { manageBackups, runBackups } from "../../server/backup/process.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { clusterProcesses } from "../../server/postgres/leftover.ts";
import { startWorker } from "../../server/worker.ts";
import { asDatabaseUrl, createTestDatabase, openPools } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { folderOfTest } from "../support/test-folder.ts";

const database = await createTestDatabase();
const databases = openPools(database);
const db = databases.owner;

function configOf(env: Record<string, string> = {}): Config {
  const DATA_DIR = folderOfTest();
  return readConfig({ DATABASE_URL: asDatabaseUrl(database), DATA_DIR, ...env });
}

const backUp = (config: Config, stopping = new AbortController().signal) => runBackups(db, config, stopping);

/** Does what the worker does every hour. */
async function check(config: Config) {
  const backups = manageBackups({ config, databases }, new AbortController().signal);
  await backups.check(db);
  await backups.ended();
}

/** Replaces all backup records with one that says that backups have been due for this many hours. */
async function startOver(hours: number) {
  await db.execute(sql`delete from backups`);
  await db.execute(sql`
    insert into backups (kind, state, made_at) values ('begun', 'none', now() - make_interval(hours => ${hours}))`);
}

const filesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
const made = async () => (await listBackups(db)).filter(({ kind }) => kind !== "begun");

test("only one of several machines creates and tests the due backup", async () => {
  await startOver(25);
  const config = configOf();
  await Promise.all([backUp(config), backUp(config)]);
  const [one, ...more] = await made();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ kind: "nightly", state: "restored", trouble: null, detail: "" });
  expect(path.dirname(one!.file)).toBe(config.backupDir);
  expect(fs.statSync(one!.file)).toMatchObject({ size: one!.bytes });
  expect(fs.statSync(one!.file).mode & 0o777).toBe(0o600);
  expect((await checkBackup(one!.file)).sums.has("backups")).toBe(false);

  await check(config);
  expect(await made()).toHaveLength(1);
  expect(filesIn(config.dataDir)).toEqual(["backups"]);
  expect(filesIn(config.backupDir!)).toEqual([path.basename(one!.file)]);
});

test("a site that was down at night is backed up after it starts", async () => {
  await startOver(30);
  const config = configOf();
  const worker = await startWorker({ databases, config, log });
  try {
    const job = () =>
      db.execute<{ soon: boolean }>(
        sql`select run_at < now() + interval '1 minute' as soon from graphile_worker.jobs where key = 'back_up'`,
      );
    await vi.waitUntil(async () => (await job()).rows[0]?.soon, PATIENCE);
    await db.execute(sql`select graphile_worker.add_job('back_up', job_key => 'back_up')`);
    await vi.waitUntil(async () => (await made())[0]?.state === "restored", PATIENCE);
  } finally {
    await worker.stop();
  }
});

test("stopping the site ends a test restore immediately, and the next run repeats it", async () => {
  await startOver(25);
  const config = configOf();
  const stopping = new AbortController();
  const cluster = () => {
    const scratch = filesIn(config.dataDir).find((name) => name.startsWith("postgres.proof-"));
    return scratch && path.join(config.dataDir, scratch, "postgres");
  };
  const working = backUp(config, stopping.signal);
  const found = await vi.waitUntil(() => {
    const now = cluster();
    return now && fs.existsSync(path.join(now, "postmaster.pid")) && now;
  }, PATIENCE);
  const [before] = clusterProcesses(found);
  // PostgreSQL inherits the lowest priority from the backup process.
  expect(os.getPriority(before)).toBe(os.constants.priority.PRIORITY_LOW);
  stopping.abort();
  await working;
  expect(() => process.kill(before!, 0)).toThrow();
  expect(cluster()).toBeUndefined();
  const [one, ...more] = await made();
  expect(more).toEqual([]);
  expect(one).toMatchObject({ state: "new" });
  expect(filesIn(config.backupDir!)).toEqual([path.basename(one!.file)]);

  await backUp(config);
  expect(await made()).toEqual([{ ...one, state: "restored" }]);
});

test("the reason for a failed backup is recorded, and the last good backup is kept", async () => {
  await startOver(72);
  await recordBackup(db, {
    kind: "nightly",
    state: "restored",
    file: "/elsewhere/good.backup",
    made_at: new Date(Date.now() - 30 * 3_600_000),
  });
  const file = path.join(folderOfTest(), "file");
  fs.writeFileSync(file, "");
  await backUp(configOf({ BACKUP_DIR: path.join(file, "backups") }));
  await backUp(configOf({ BACKUP_DIR: path.join(file, "backups") }));
  const [failed, good, ...more] = await made();
  expect(failed).toMatchObject({ state: "failed", trouble: "folder", file: "" });
  expect(failed!.detail).toContain("ENOTDIR");
  expect(good).toMatchObject({ file: "/elsewhere/good.backup" });
  expect(more).toEqual([]);

  const config = configOf();
  const video = path.join(config.dataDir, "video");
  fs.writeFileSync(video, "");
  fs.truncateSync(video, 2 ** 43);
  await backUp(config);
  expect((await made())[0]).toMatchObject({ state: "failed", trouble: "disk" });
  expect(filesIn(config.backupDir!)).toEqual([]);
});

test("old backups and partial files are deleted, but other files in the folder aren't", async () => {
  await startOver(24 * 60);
  const config = configOf();
  const folder = config.backupDir!;
  fs.mkdirSync(folder);
  const own = (day: number) => {
    const made_at = new Date(Date.UTC(2026, 0, 1 + day, 12));
    const name = `nightly-${made_at.toISOString().slice(0, 19).replaceAll(":", "-")}Z-0123abcd.backup`;
    fs.writeFileSync(path.join(folder, name), "");
    return { name, made_at, file: path.join(folder, name) };
  };
  for (let day = 0; day < 20; day++) {
    const { file, made_at } = own(day);
    await recordBackup(db, { kind: "nightly", state: "restored", file, made_at });
  }
  const another = own(-300).name;
  fs.writeFileSync(path.join(folder, "notes.txt"), "not one of its files");
  const notes = path.join(folder, "notes.txt");
  await recordBackup(db, { kind: "nightly", state: "restored", file: notes, made_at: own(8).made_at });
  fs.writeFileSync(path.join(folder, `${another}.part`), "");
  fs.utimesSync(path.join(folder, `${another}.part`), new Date(0), new Date(0));
  const gone = path.join(folder, "gone.backup");
  await recordBackup(db, { kind: "nightly", state: "restored", file: gone, made_at: own(19).made_at });

  await backUp(config);
  const left = filesIn(folder);
  expect(left).toContain(another);
  expect(left).toContain("notes.txt");
  expect(left).not.toContain(`${another}.part`);
  const rows = (await made()).map(({ file }) => path.basename(file));
  expect(rows.sort()).toEqual(left.filter((name) => name !== another).sort());
  // Today's backup, six daily ones and three weekly ones.
  expect(left.filter((name) => name.startsWith("nightly-") && name !== another)).toHaveLength(1 + 6 + 3);
});

test("BACKUP_DIR=off turns nightly backups off", async () => {
  await startOver(100);
  const config = configOf({ BACKUP_DIR: "off" });
  await check(config);
  expect(await made()).toEqual([]);
  expect(filesIn(config.dataDir)).toEqual([]);
});

test("a killed backup is recorded as failed, and its partial files are removed", async () => {
  await startOver(25);
  const config = configOf();
  const working = backUp(config);
  const { rows } = await vi.waitUntil(async () => {
    const found = await db.execute<{ pid: number }>(
      sql`select pid from pg_stat_activity where application_name = 'seo-pro-zone backup' and datname = current_database()`,
    );
    return found.rows.length && found;
  }, PATIENCE);
  expect(rows).toHaveLength(1);
  for (const pid of childrenOf(process.pid)) if (isBackup(pid)) process.kill(pid, "SIGKILL");
  await working;
  expect((await made())[0]).toMatchObject({
    state: "failed",
    trouble: "other",
    detail: "The backup process ended unexpectedly (SIGKILL)",
  });
  expect(filesIn(config.dataDir).filter((name) => name !== "backups")).toEqual([]);
});

const childrenOf = (pid: number) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => fs.readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" "))
    .filter(Boolean)
    .map(Number);
const isBackup = (pid: number) =>
  fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--process=backup");
