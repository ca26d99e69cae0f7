import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { writeBackup } from "../../server/backup/backup.ts";
import type { Contents, End } from "../../server/backup/format.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { restoreBackup } from "../../server/backup/restore.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { type ArchiveEntry, entryOf, readArchive, withJson, writeArchive } from "../support/archive.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { folderOfFile, folderOfTest } from "../support/test-folder.ts";

const scripts = path.resolve(import.meta.dirname, "../../scripts");
/** A backup made before backups had checksums. It also contains another application's table. */
const OLD_FORMAT = path.join(import.meta.dirname, "format-1.backup");

function run(command: "backup" | "restore", file: string, env: Record<string, string>) {
  const { PATH = "", HOME = "" } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(scripts, `${command}.ts`), file],
    { env: { PATH, HOME, ...env }, encoding: "utf8" },
  );
  return { status, stdout, stderr };
}

const emptyDatabase = () => createTestDatabase({ migrated: false });

async function databaseWithIndustries(...names: string[]) {
  const database = await createTestDatabase();
  await queryOnce(database, "insert into industries (name) select unnest($1::text[])", [names]);
  return database;
}

test("other applications' tables aren't backed up and don't block a restore", async () => {
  const shared = await databaseWithIndustries("Law");
  await queryOnce(shared, "create table spatial_ref_sys (srid integer primary key, srtext text)");
  await queryOnce(shared, "insert into spatial_ref_sys values (4326, 'WGS 84')");
  await queryOnce(shared, "alter table industries add column somebody_elses text");
  const DATA_DIR = path.join(folderOfTest(), "data");
  const file = path.join(DATA_DIR, "backups", "site.backup");
  for (const name of ["lost+found", "backups"]) fs.mkdirSync(path.join(DATA_DIR, name), { recursive: true });
  fs.writeFileSync(path.join(DATA_DIR, "lost+found", "#1234"), "what fsck found");
  const saved = run("backup", file, { DATABASE_URL: asDatabaseUrl(shared), DATA_DIR });
  expect(saved).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining(" and 0 files ") });

  const before = fs.readdirSync(DATA_DIR, { recursive: true }).sort();
  const refused = run("restore", file, { DATABASE_URL: asDatabaseUrl(shared), DATA_DIR });
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("already has records") });
  expect(fs.readdirSync(DATA_DIR, { recursive: true }).sort()).toEqual(before);

  const target = await emptyDatabase();
  await queryOnce(target, "create table spatial_ref_sys (srid integer primary key)");
  await queryOnce(target, "insert into spatial_ref_sys values (1)");
  expect(run("restore", file, { DATABASE_URL: asDatabaseUrl(target), DATA_DIR }).status).toBe(0);
  expect(fs.readdirSync(DATA_DIR, { recursive: true }).sort()).toEqual(before);
  expect(await queryOnce(target, "select name from industries")).toEqual([{ name: "Law" }]);
  expect(await queryOnce(target, "select srid from spatial_ref_sys")).toEqual([{ srid: 1 }]);
  expect(await queryOnce(target, "select event, details->>'made_at' as made_at from audit_log")).toEqual([
    { event: "backup.restored", made_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
});

test("a backup in the previous format can be restored", async () => {
  const target = await emptyDatabase();
  const dataDir = folderOfTest();
  const backup = await checkBackup(OLD_FORMAT);
  expect(backup.foreign).toEqual(["spatial_ref_sys"]);
  await restoreBackup(backup, { connection: target, dataDir, log });
  const [row] = await queryOnce<object>(
    target,
    `select slug, c.industry, results::text, e.message, i.name from case_studies c
      join industries i on i.id = industry_id, enquiries e`,
  );
  expect(row).toEqual({
    slug: "one",
    industry: "E-commerce",
    results: '{"z": 1, "a": "2"}',
    message: "a tab\t, a line\nand \\N",
    name: "E-commerce",
  });
  expect(fs.readFileSync(path.join(dataDir, "admin-password"), "utf8")).toBe("a password\n");
  expect(fs.readFileSync(path.join(dataDir, "backups", "note.txt"), "utf8")).toBe("a note");
});

test("a symbolic link out of DATA_DIR is skipped and reported", async () => {
  const folder = folderOfTest();
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, "admin-password"), "a password");
  fs.symlinkSync(folder, path.join(data, "uploads"));
  const saved = await writeBackup(await databaseWithIndustries(), data, path.join(folder, "site.backup"));
  expect(saved).toMatchObject({ files: 1, unread: ["uploads"] });
});

test("a role that can't see every row can't back up the site", async () => {
  const database = await databaseWithIndustries("Law");
  const user = `${database.database}_reader`;
  await queryOnce(
    { ...database, user: SUPERUSER },
    `create role ${user} login; grant usage on schema drizzle to ${user};
     grant select on all tables in schema public, drizzle to ${user}`,
  );
  const file = path.join(folderOfTest(), "site.backup");
  const refused = writeBackup({ ...database, user }, "/nonexistent", file);
  await expect(refused).rejects.toThrow("row-level security");
  expect(fs.existsSync(file)).toBe(false);
  await queryOnce({ ...database, user: SUPERUSER }, `drop owned by ${user}; drop role ${user}`);
});

test("a backup that would fill the disk is rejected before anything is written", async () => {
  const folder = folderOfTest();
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, "video"), "");
  // A sparse file takes no disk space.
  fs.truncateSync(path.join(data, "video"), 2 ** 43);
  const refused = writeBackup(await databaseWithIndustries(), data, path.join(folder, "site.backup"));
  await expect(refused).rejects.toMatchObject({
    name: "BackupRefused",
    message: expect.stringMatching(/^The disk with .* has [\d,]+ MB free, but [\d,]+ MB are needed\.$/),
  });
  expect(fs.readdirSync(folder)).toEqual(["data"]);
});

test("a restore is rolled back if any row is lost or changed", async () => {
  const file = path.join(folderOfTest(), "site.backup");
  const source = await databaseWithIndustries("Law", "Retail");
  await writeBackup(source, "/nonexistent", file);
  const target = await createTestDatabase();
  const loses = (body: string) =>
    queryOnce(
      target,
      `create or replace function meddle() returns trigger language plpgsql as $$ begin ${body} end $$;
       create or replace trigger meddle before insert on industries for each row execute function meddle()`,
    );
  const restored = async () =>
    restoreBackup(await checkBackup(file), { connection: target, dataDir: null, log });
  await loses("if new.name = 'Law' then return null; end if; return new;");
  await expect(restored()).rejects.toThrow("industries has 1 rows in the database and 2 in the backup");
  await loses("new.name := upper(new.name); return new;");
  await expect(restored()).rejects.toThrow("industries has other rows in the database than in the backup");
  expect(await queryOnce(target, "select 1 from industries")).toEqual([]);
});

describe("a damaged or malicious backup is rejected with a one-line error", () => {
  const folder = folderOfFile();
  const good = path.join(folder, "good.backup");
  let entries: ArchiveEntry[];

  beforeAll(async () => {
    const data = path.join(folder, "data");
    fs.mkdirSync(data);
    fs.writeFileSync(path.join(data, "admin-password"), "a password");
    const database = await databaseWithIndustries(...Array.from({ length: 200 }, (_, n) => `Industry ${n}`));
    await writeBackup(database, data, good);
    entries = await readArchive(good);
  });

  const ahead = (name: string, ...more: ArchiveEntry[]) =>
    entries.flatMap((entry) => (entry.header.name === name ? [...more, entry] : [entry]));
  const asFile = (name: string) =>
    withJson<End>(ahead("tables/industries", entryOf(`files/${name}`)), "end.json", (end) => {
      end.files++;
      delete end.hashes;
    });
  const ofType = (type: "symlink" | "link" | "character-device" | "fifo" | "directory") =>
    ahead("tables/industries", {
      header: { name: "files/x", type, linkname: "/etc/passwd" },
      content: Buffer.alloc(0),
    });
  const industries = (change: (rows: string[]) => void, alsoEnd?: (end: End) => void) =>
    withJson<End>(
      entries.map((entry) => {
        if (entry.header.name !== "tables/industries") return entry;
        const rows = entry.content.toString().split("\n");
        change(rows);
        return entryOf("tables/industries", rows.join("\n"));
      }),
      "end.json",
      (end) => alsoEnd?.(end),
    );
  const contents = (change: Partial<Contents>) =>
    withJson<Contents>(entries, "backup.json", (stored) => Object.assign(stored, change));
  const table = (change: Partial<Contents["tables"][number]>) =>
    withJson<Contents>(entries, "backup.json", ({ tables }) => Object.assign(tables[0]!, change));

  const hostile: [string, () => ArchiveEntry[], string][] = [
    ["a file next to DATA_DIR", () => asFile("../outside.txt"), "unexpected file"],
    ["a file several folders up", () => asFile("a/../../../outside.txt"), "unexpected file"],
    ["a file at an absolute path", () => asFile(path.join(folder, "outside.txt")), "unexpected file"],
    ["DATA_DIR itself", () => asFile("."), "unexpected file"],
    ["the database's own settings", () => asFile("postgres/postgresql.auto.conf"), "unexpected file"],
    ["the database's folder in other capitals", () => asFile("PoStgreS/x"), "unexpected file"],
    ["a symbolic link", () => ofType("symlink"), "contains something unexpected"],
    ["a hard link", () => ofType("link"), "contains something unexpected"],
    ["a device", () => ofType("character-device"), "contains something unexpected"],
    ["a pipe", () => ofType("fifo"), "contains something unexpected"],
    ["a folder", () => ofType("directory"), "contains something unexpected"],
    [
      "an unknown kind of entry",
      () => ahead("end.json", entryOf("objects/x")),
      "contains something unexpected",
    ],
    ["an entry after the end", () => [...entries, entryOf("files/late")], "contains something unexpected"],
    ["no entries", () => [], "isn't a complete backup"],
    ["no contents", () => entries.slice(1), "isn't a backup of this site"],
    ["no end", () => entries.slice(0, -1), "isn't a complete backup"],
    ["the same file twice", () => ahead("end.json", entryOf("files/admin-password")), "twice"],
    [
      "a changed file",
      () =>
        entries.map((one) =>
          one.header.name === "files/admin-password" ? entryOf(one.header.name, "other pass") : one,
        ),
      "has changed",
    ],
    [
      "a changed row",
      () => industries((rows) => rows.unshift(rows.shift()!.replace("Industry", "industry"))),
      'rows of table "industries" have changed',
    ],
    ["a lost row", () => industries((rows) => rows.shift()), '"industries" has 199 rows instead of 200'],
    [
      "contents that aren't JSON",
      () => entries.map((one, n) => (n ? one : entryOf("backup.json", "{"))),
      "its header is invalid",
    ],
    [
      "contents in another shape",
      () => entries.map((one, n) => (n ? one : entryOf("backup.json", '{"format":2,"tables":7}'))),
      "its header is invalid",
    ],
    ["a later format", () => contents({ format: 3 }), "newer version"],
    ["a later schema", () => contents({ migrations: 9999 }), "newer version"],
    ["SQL for a table", () => table({ name: 'x"; drop table industries; --' }), "doesn't know"],
    ["SQL for a column", () => table({ columns: ["x) from program 'id' --"] }), "doesn't know"],
  ];

  test.each(hostile)("%s", async (_, made, reason) => {
    const file = path.join(folder, "hostile.backup");
    await writeArchive(file, made());
    const error = (await checkBackup(file).catch((error: Error) => error)) as Error;
    expect(error.name).toBe("BackupRefused");
    expect(error.message).toContain(reason);
    expect(error.message).not.toContain("\n");
  });

  test("a backup with a flipped bit is rejected, unless its content is intact", async () => {
    const whole = fs.readFileSync(good);
    const file = path.join(folder, "flipped.backup");
    const { sums } = await checkBackup(good);
    let refused = 0;
    for (let bit = 3; bit < whole.length * 8; bit += 307) {
      const changed = Buffer.from(whole);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      fs.writeFileSync(file, changed);
      const read = await checkBackup(file).catch((error: Error) => error);
      if (read instanceof Error) {
        expect(read.name).toBe("BackupRefused");
        expect(read.message).not.toContain("\n");
        refused++;
      } else expect(read.sums).toEqual(sums);
    }
    expect(refused).toBeGreaterThan(100);
  });

  test("a truncated backup is rejected", async () => {
    const whole = fs.readFileSync(good);
    const file = path.join(folder, "cut.backup");
    for (let bytes = 0; bytes < whole.length; bytes += 211) {
      fs.writeFileSync(file, whole.subarray(0, bytes));
      await expect(checkBackup(file), `${bytes} bytes`).rejects.toMatchObject({ name: "BackupRefused" });
    }
  });

  test("an error about rejected rows doesn't quote them", async () => {
    const file = path.join(folder, "rows.backup");
    const secret = "a visitor's words";
    const made = industries(
      (rows) => rows.unshift(rows.shift()!.replace(/^[^\t]*/, secret)),
      (end) => {
        delete end.sums;
      },
    );
    await writeArchive(file, made);
    const target = await emptyDatabase();
    const restored = restoreBackup(await checkBackup(file), { connection: target, dataDir: null, log });
    await expect(restored).rejects.toMatchObject({
      name: "BackupRefused",
      message:
        "The database rejected the rows of table industries (PostgreSQL error 22P02). Nothing was restored.",
    });
    expect(await queryOnce(target, "select 1 from case_studies union all select 1 from industries")).toEqual(
      [],
    );
  });

  test("the restore command writes nothing outside DATA_DIR", async () => {
    const file = path.join(folder, "hostile.backup");
    await writeArchive(file, asFile("../outside.txt"));
    const around = folderOfTest();
    const DATA_DIR = path.join(around, "data");
    const refused = run("restore", file, { DATA_DIR });
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr.trim().split("\n")).toHaveLength(1);
    expect(fs.readdirSync(around)).toEqual([]);
  });
});
