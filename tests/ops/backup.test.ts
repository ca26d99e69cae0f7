import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { migrateDatabase } from "../../app/platform/database/database.server.ts";
import { countKnownMigrations } from "../../app/platform/database/schema.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { writeBackup } from "../../server/backup/backup.ts";
import { checkBackup } from "../../server/backup/read.ts";
import { restoreBackup } from "../../server/backup/restore.ts";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { withCluster } from "../support/cluster.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { startMailServer, waitForMail } from "../support/mail.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const scripts = path.resolve(import.meta.dirname, "../../scripts");
/** Lists the tables to compare, without those that a restore leaves out. */
const SAVED = `select table_name as name from information_schema.tables where table_schema = 'public'
  and table_type = 'BASE TABLE' and table_name not in ('admin_sessions', 'preview_links', 'rate_limits', 'backups', 'secrets', 'worker_pulse') order by 1`;

function run(command: "backup" | "restore", file: string, env: Record<string, string>) {
  const { PATH = "", HOME = "" } = process.env;
  const program = path.join(scripts, `${command}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, file], {
    env: { PATH, HOME, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

/** Returns every row of these tables as text. */
async function everything(dataDir: string) {
  const connection = embeddedConnection(dataDir);
  const tables = await queryOnce<{ name: string }>(connection, SAVED);
  const saved: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await queryOnce<{ row: string }>(
      connection,
      `select t::text as row from "${name}" t order by 1`,
    );
    saved[name] = rows.map(({ row }) => row);
  }
  return saved;
}

const enquiry = {
  name: "Ada \\. Byron",
  email: "ada@example.com",
  message: "a tab\t, a line\nand a \\N backslash, and 漢字 🦊",
  services: ["Local SEO"],
  formType: "contact",
};

test("a backup of a running site restores the whole site", async () => {
  await ensureBuild();
  const folder = folderOfTest();
  const file = path.join(folder, "site.backup");
  const first = path.join(folder, "first");
  const site = await startSite({ DATA_DIR: first });
  onTestFinished(() => site.stop().then(() => {}));
  const sent = await fetch(`${site.url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(enquiry),
  });
  expect(sent.status).toBe(200);
  // Enough rows for more than one chunk in the archive.
  await queryOnce(
    embeddedConnection(first),
    `insert into enquiry_notes (enquiry_id, note) select id, repeat(md5(n::text), 100) from enquiries, generate_series(1, 1000) n`,
  );
  fs.writeFileSync(path.join(first, "kept.txt"), "a file of the site's own");

  const before = await everything(first);
  const saved = run("backup", file, { DATA_DIR: first });
  expect(saved).toMatchObject({ status: 0, stdout: expect.stringContaining(`in ${file}`), stderr: "" });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder).sort()).toEqual(["first", "site.backup"]);
  const password = fs.readFileSync(path.join(first, "admin-password"), "utf8");
  await site.stop();

  const second = path.join(folder, "second");
  const restored = run("restore", file, { DATA_DIR: second });
  expect(restored).toMatchObject({ status: 0, stderr: expect.stringMatching(/^.*backup\.restored.*\n$/) });
  const again = await startSite({ DATA_DIR: second });
  onTestFinished(() => again.stop().then(() => {}));
  // The restore adds only a record of itself.
  const { audit_log, ...after } = await everything(second);
  expect({ ...after, audit_log: audit_log!.filter((row) => !row.includes("backup.restored")) }).toEqual(
    before,
  );
  expect(audit_log).toHaveLength(before.audit_log!.length + 1);
  expect(before.enquiries).toHaveLength(1);
  expect(before.enquiry_notes).toHaveLength(1000);
  expect(before.case_studies!.length).toBeGreaterThan(6);
  expect(fs.readFileSync(path.join(second, "admin-password"), "utf8")).toBe(password);
  expect(fs.readFileSync(path.join(second, "kept.txt"), "utf8")).toBe("a file of the site's own");
  expect((await fetch(`${again.url}/case-studies`)).status).toBe(200);
  const mail = await startMailServer(path.join(folder, "mails"));
  onTestFinished(() => mail.stop());
  await queryOnce(
    embeddedConnection(second),
    `insert into mail_settings (host, port, security, recipients)
      values ('127.0.0.1', ${new URL(mail.url).port}, 'none', 'owner@agency.example')`,
  );
  await queryOnce(embeddedConnection(second), "select graphile_worker.add_job('requeue_mails')");
  expect((await waitForMail(mail.folder, () => true)).text).toContain(enquiry.message);
});

test("a backup into DATA_DIR doesn't contain earlier backups", async () => {
  const dataDir = folderOfTest();
  const database = await createTestDatabase();
  // Incompressible data, so a backup inside a backup would be noticeably larger.
  await queryOnce(
    database,
    "insert into blog_posts (title, slug, content) select md5(n::text), md5(n::text), md5(n || 'x') from generate_series(1, 2000) n",
  );
  fs.writeFileSync(path.join(dataDir, "admin-password"), "a password");
  fs.mkdirSync(path.join(dataDir, "kept"));
  fs.writeFileSync(path.join(dataDir, "kept", "notes.tgz"), gzipSync("no backup"));
  const into = async (name: string) => {
    const file = path.join(dataDir, name);
    return {
      ...(await writeBackup(asDatabaseUrl(database), dataDir, file)),
      file,
      bytes: fs.statSync(file).size,
    };
  };
  const first = await into("first.tgz");
  // Simulates a partial file after a power failure.
  fs.writeFileSync(path.join(dataDir, "kept", "half.part"), fs.readFileSync(first.file).subarray(0, 20_000));
  for (const name of ["second.tgz", "kept/third.anything", "first.tgz"]) {
    const next = await into(name);
    expect(next.files).toBe(2);
    expect(next.bytes).toBeLessThan(first.bytes + 1000);
  }

  const empty = await createTestDatabase({ migrated: false });
  const target = folderOfTest();
  await restoreBackup(await checkBackup(first.file), {
    connection: asDatabaseUrl(empty),
    dataDir: target,
    log,
  });
  expect(fs.readdirSync(target, { recursive: true }).sort()).toEqual([
    "admin-password",
    "kept",
    "kept/notes.tgz",
  ]);
});

test("a stopped site can be backed up, and an impossible restore leaves nothing behind", () => {
  const folder = folderOfTest();
  const file = path.join(folder, "site.backup");
  const DATA_DIR = withCluster(path.join(folder, "data"));
  expect(run("backup", file, { DATA_DIR }).status).toBe(0);

  const target = path.join(folder, "target");
  const refused = (name: string, env: Record<string, string> = { DATA_DIR: target }) => {
    const { status, stderr } = run("restore", name, env);
    expect(status, stderr).toBe(1);
    expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
    expect(fs.existsSync(target) ? fs.readdirSync(target) : []).toEqual([]);
    return stderr;
  };
  expect(refused(file, { DATA_DIR })).toContain("is not empty");
  expect(refused(file, { DATA_DIR: "/proc/x" })).toContain("DATA_DIR=/proc/x is invalid: ENOENT.");
  expect(refused(path.join(folder, "missing"))).toContain("can't be read");

  const whole = fs.readFileSync(file);
  const half = path.join(folder, "half.backup");
  fs.writeFileSync(half, whole.subarray(0, whole.length / 2));
  expect(refused(half)).toContain("Use another one");
  fs.writeFileSync(half, "not a backup at all");
  expect(refused(half)).toContain("Use another one");
  expect(run("backup", half, { DATA_DIR: path.join(folder, "nowhere") })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There's nothing to back up"),
  });
  for (const name of [path.join(folder, "missing", "site.backup"), path.join(half, "site.backup"), folder]) {
    const { status, stderr } = run("backup", name, { DATA_DIR });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^.* can't be written: .+\.\n$/)]);
  }
});

test("a user without access to DATA_DIR is told so, not that it's empty", ({ skip }) => {
  skip(process.getuid?.() !== 0, "Only root can run a command as another user.");
  const DATA_DIR = folderOfTest();
  const otherUser = { uid: 65534, gid: 65534, env: { PATH: process.env.PATH ?? "", HOME: "/", DATA_DIR } };
  for (const command of ["backup", "restore"]) {
    const args = [path.join(scripts, `${command}.ts`), "/tmp/site.backup"];
    const { stderr } = spawnSync(process.execPath, args, { ...otherUser, encoding: "utf8" });
    expect(stderr).toContain(`DATA_DIR=${DATA_DIR} is invalid: EACCES.`);
  }
});

test("a newer version restores an older version's backup, even into an external database", async () => {
  const folder = folderOfTest();
  const file = path.join(folder, "old.backup");
  const old = await createTestDatabase({ migrated: false });
  await migrateDatabase(old, log, { upTo: countKnownMigrations() - 1 });
  await queryOnce(old, "insert into industries (name) values ('E-commerce')");
  await queryOnce(
    old,
    `insert into case_studies (title, slug, client, industry, industry_id, results)
       select 'One', 'one', 'A client', name, id, '{"z": 1, "a": "2"}' from industries`,
  );
  await writeBackup(asDatabaseUrl(old), folder, file);

  const target = await createTestDatabase({ migrated: false });
  const restored = await restoreBackup(await checkBackup(file), {
    connection: asDatabaseUrl(target),
    dataDir: folder,
    log,
  });
  expect(restored.rows).toMatchObject({ industries: 1, case_studies: 1, enquiries: 0 });
  const [study] = await queryOnce<object>(target, "select slug, industry, results::text from case_studies");
  expect(study).toEqual({ slug: "one", industry: "E-commerce", results: '{"z": 1, "a": "2"}' });
  const [{ count } = { count: 0 }] = await queryOnce<{ count: number }>(
    target,
    "select count(*)::int from drizzle.__drizzle_migrations",
  );
  expect(count).toBe(countKnownMigrations());

  const again = restoreBackup(await checkBackup(file), {
    connection: asDatabaseUrl(target),
    dataDir: folder,
    log,
  });
  await expect(again).rejects.toThrow("already has records");
});
