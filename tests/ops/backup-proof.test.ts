import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { writeBackup } from "../../server/backup/backup.ts";
import { type End, RowSum } from "../../server/backup/format.ts";
import { verifyBackup } from "../../server/backup/proof.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { clusterProcesses } from "../../server/postgres/leftover.ts";
import { entryOf, readArchive, withJson, writeArchive } from "../support/archive.ts";
import { createTestDatabase } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { folderOfFile, folderOfTest } from "../support/test-folder.ts";

const program = path.resolve(import.meta.dirname, "../../scripts/backup.ts");
const folder = folderOfFile();
const file = path.join(folder, "site.backup");

beforeAll(async () => {
  const data = path.join(folder, "data");
  fs.mkdirSync(data);
  fs.writeFileSync(path.join(data, "admin-password"), "a password");
  const database = await createTestDatabase();
  // Each industry also gets a revision, which makes 3,000 records.
  await queryOnce(
    database,
    "insert into industries (name) select 'Industry ' || n from generate_series(1, 1500) n",
  );
  await writeBackup(database, data, file);
});

const { PATH = "", HOME = "" } = process.env;

function verify(name: string, DATA_DIR: string) {
  const env = { PATH, HOME, DATA_DIR };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--verify", name], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("--verify does a test restore, leaves nothing behind and rejects a damaged file", async () => {
  const DATA_DIR = folderOfTest();
  const scratch = () => fs.readdirSync(DATA_DIR).filter((name) => name.startsWith("postgres.proof-"));
  const env = { PATH, HOME, DATA_DIR };
  const killed = spawn(process.execPath, [program, "--verify", file], { env, stdio: "ignore" });
  const cluster = () => path.join(DATA_DIR, scratch()[0] ?? "", "postgres");
  await vi.waitUntil(() => fs.existsSync(path.join(cluster(), "postmaster.pid")), PATIENCE);
  killed.kill("SIGKILL");
  await once(killed, "exit");
  await vi.waitUntil(() => clusterProcesses(cluster()).length === 0, PATIENCE);
  expect(scratch()).toHaveLength(1);

  expect(verify(file, DATA_DIR)).toEqual({
    status: 0,
    stderr: "",
    stdout: expect.stringMatching(
      /^.*site\.backup can be restored: a test restore into a temporary PostgreSQL worked\.\nCreated on .* UTC with database version \d+\. Compared by number and checksum: \d\d tables with 3,000 records, 1 file\.\n$/,
    ),
  });
  expect(fs.readdirSync(DATA_DIR)).toEqual([]);

  const damaged = path.join(DATA_DIR, "damaged.backup");
  fs.writeFileSync(damaged, fs.readFileSync(file).subarray(0, -20));
  const refused = verify(damaged, DATA_DIR);
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr.trim().split("\n")).toHaveLength(1);
});

test("a backup is verified, not replaced, if --verify comes last or npm takes it", async () => {
  const DATA_DIR = folderOfTest();
  const damaged = path.join(folderOfTest(), "damaged.backup");
  fs.writeFileSync(damaged, fs.readFileSync(file).subarray(0, -20));
  const before = fs.readFileSync(damaged);
  const run = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(process.execPath, [program, ...args], {
      env: { PATH, HOME, DATA_DIR, ...env },
      encoding: "utf8",
    });
  // Verifying a damaged file takes no test restore.
  const verified = { status: 1, stderr: expect.stringContaining("Use another one") };
  expect(run([damaged, "--verify"])).toMatchObject(verified);
  expect(run([damaged], { npm_config_verify: "true" })).toMatchObject(verified);
  expect(run([damaged, "another"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Name a file"),
  });
  expect(fs.readFileSync(damaged)).toEqual(before);
});

test("verification fails if a backup's rows can't be restored", async () => {
  const entries = await readArchive(file);
  const rows = entries.find(({ header }) => header.name === "tables/industries")!.content;
  const twice = Buffer.concat([rows, rows]);
  const sum = new RowSum();
  sum.add(twice);
  const changed = entries.map((one) => (one.content === rows ? entryOf("tables/industries", twice) : one));
  const made = path.join(folder, "twice.backup");
  await writeArchive(
    made,
    withJson<End>(changed, "end.json", (end) => {
      end.rows.industries = sum.rows;
      end.sums!.industries = sum.sum;
    }),
  );
  const proof = verifyBackup(await checkBackup(made), folder, log);
  await expect(proof).rejects.toThrow("rejected the rows of table industries (PostgreSQL error 23505)");
  expect(fs.readdirSync(folder).filter((name) => name.startsWith("postgres."))).toEqual([]);
});

test("if PostgreSQL can't be started, verification only reads the file and says why", async () => {
  // PostgreSQL doesn't accept paths longer than 1024 bytes.
  const nowhere = path.join(folder, ...Array.from({ length: 6 }, () => "long".repeat(50)));
  fs.mkdirSync(nowhere, { recursive: true });
  vi.stubEnv("TMPDIR", nowhere);
  try {
    expect(await verifyBackup(await checkBackup(file), nowhere, log)).toEqual({
      isRestored: false,
      why: expect.stringMatching(/\S/),
    });
    expect(fs.readdirSync(nowhere)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});
