// Demo mode (DEMO=1).
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { industries } from "../../app/features/industries/table.server.ts";
import { listOwnColumns } from "../../app/platform/database/schema.server.ts";
import { DEMO_RESETS, nextDemoReset } from "../../app/platform/time/demo-reset.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { claimDemo, rewindDemo, saveDemoStart } from "../../server/demo.ts";
import { asDatabaseUrl, createTestDatabase, openTestDatabases } from "../support/database.ts";
import { asOwner } from "../support/log-in.ts";
import { readMails } from "../support/mail.ts";
import { openQueries } from "../support/open-queries.ts";
import { PANEL, SESSION_COOKIE } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { makePhoto } from "../support/photo.ts";
import { randomFrom } from "../support/random.ts";
import { addSession } from "../support/session.ts";
import { spawnSite, startSite } from "../support/site.ts";
import { forwardOneHour, testClock } from "../support/test-clock.ts";
import { folderOfFile, folderOfTest } from "../support/test-folder.ts";
import { openTestMail } from "../support/test-site.ts";

await ensureBuild();
const mail = await openTestMail();
const dataDir = folderOfFile();
const database = await createTestDatabase({ migrated: false });
const { query, end } = openQueries(database);
afterAll(end);
const env = { DEMO: "1", DATABASE_URL: asDatabaseUrl(database), DATA_DIR: dataDir, SMTP_URL: mail.url };
const site = await startSite({ ...env, ...testClock() });
afterAll(() => site.stop());

/** A database for what happens during an update. */
const { owner: db, pool } = await openTestDatabases();

const signIn = async () => asOwner(site.url, { Cookie: `${SESSION_COOKIE}=${await addSession(query)}` });

/**
 * Not compared, because it isn't the site's content: `worker_pulse` has the time of the last sign of life, `secrets` the
 * keys that a process makes when it first needs one, and `backups` the files of this machine.
 */
const BY_NATURE = ["worker_pulse", "secrets", "backups"];

/** Returns every row and every uploaded file. */
async function dump(): Promise<string[]> {
  const lines: string[] = [];
  for (const table of [...listOwnColumns().keys()].filter((name) => !BY_NATURE.includes(name))) {
    const isTable = await query("select from pg_tables where schemaname = 'public' and tablename = $1", [
      table,
    ]);
    if (!isTable.length) continue;
    const rows = await query<{ row: string }>(
      `select one::text as row from public."${table}" one order by 1`,
    );
    lines.push(...rows.map(({ row }) => `${table} ${row}`));
  }
  const uploads = path.join(dataDir, "uploads");
  for (const file of fs.existsSync(uploads) ? fs.readdirSync(uploads, { recursive: true }) : []) {
    const full = path.join(uploads, String(file));
    if (fs.statSync(full).isFile()) lines.push(`${file} ${fs.readFileSync(full, "base64")}`);
  }
  return lines;
}

const start = await dump();
test("an hour after 50 random changes, the database and the uploads are what they were", async () => {
  const random = randomFrom(20_261_123);
  const { save, session, request } = await signIn();
  const name = () => `n${Math.floor(random() * 1e9)}`;
  const post = () => ({
    title: name(),
    slug: name(),
    content: "<p>Changed.</p>",
    category: "SEO",
    published: "on",
  });
  const newest = async (table: string) =>
    (await query<{ id: string }>(`select id from ${table} where deleted_at is null order by id limit 1`))[0]!
      .id;
  const changes: (() => Promise<unknown>)[] = [
    () => save("blog", { intent: "add", ...post() }),
    async () => save("blog", { intent: "update", id: await newest("blog_posts"), version: "1", ...post() }),
    async () => save("blog", { intent: "delete", id: await newest("blog_posts") }),
    async () => save("case-studies", { intent: "delete", id: await newest("case_studies") }),
    () => save("industries", { intent: "add", name: name() }),
    () => save("settings", { intent: "save", site_title: name(), contact_email: `${name()}@agency.com` }),
    () => save("redirects", { intent: "add", from_path: `/${name()}`, to_path: "/contact", answer: "301" }),
    () => save("people", { intent: "invite", name: name(), email: `${name()}@agency.com`, role: "editor" }),
    () => save("dashboard", { intent: "tick-step", step: "logo" }),
    () =>
      fetch(`${site.url}/api/send-contact-email`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          ...{ formType: "contact", firstName: name(), lastName: "L", email: `${name()}@agency.com` },
          ...{ phone: "212 736 3100", message: "Hello, we'd like to rank." },
        }),
      }),
    async () => {
      const { buffer } = await makePhoto("a.jpg", { width: 64, height: 48 });
      const address = `${site.url}${PANEL}/media/upload?name=a.jpg`;
      return fetch(address, { method: "PUT", body: new Uint8Array(buffer), headers: session });
    },
    () =>
      query("delete from industries where id in (select id from industries order by random() limit 1)").catch(
        () => {},
      ),
    () => query("update website_settings set setting_value = setting_value || '!'"),
    () => query("delete from revisions where id in (select id from revisions limit 3)").catch(() => {}),
  ];
  for (let done = 0; done < 50; done++) await changes[Math.floor(random() * changes.length)]!();
  expect((await dump()).filter((line) => !start.includes(line)).length).toBeGreaterThan(30);
  expect(fs.existsSync(path.join(dataDir, "uploads", "originals"))).toBe(true);

  // An image that's being prepared would store its sizes after the reset, until the next one.
  const preparing = "select from graphile_worker.jobs where task_identifier = 'make_picture'";
  await expect.poll(() => query(preparing), PATIENCE).toEqual([]);
  forwardOneHour(site);
  // Visitors get pages while it's reset.
  const statuses = new Set<number>();
  await expect
    .poll(async () => {
      for (const at of ["/", "/blog", PANEL]) statuses.add((await fetch(site.url + at)).status);
      return dump();
    }, PATIENCE)
    .toEqual(start);
  expect([...statuses]).toEqual([200]);
  await expect
    .poll(async () => wordsOf(await (await fetch(site.url)).text()), PATIENCE)
    .toContain("SEO Pro Zone");

  const ended = await request(`${PANEL}/dashboard`);
  expect(ended.status).toBe(302);
  const notice = ended.headers.getSetCookie().find((one) => one.includes("panel_notice"))!;
  const login = await fetch(site.url + PANEL, { headers: { Cookie: notice.split(";")[0]! } });
  expect(await login.text()).toContain("The demo was reset");
  expect(await readMails(mail.folder)).toEqual([]);
});

test("the login page shows the password, and every tab when it's reset", async () => {
  const text = wordsOf(await (await fetch(site.url + PANEL)).text());
  const [, password = ""] = /Password: (\S+)/.exec(text) ?? [];
  const login = await fetch(site.url + PANEL, {
    method: "POST",
    body: new URLSearchParams({ password }),
    redirect: "manual",
  });
  expect(login.status).toBe(302);
  const { read } = await signIn();
  for (const tab of ["dashboard", "blog", "settings", "people", "account"])
    expect(wordsOf(await read(`${PANEL}/${tab}`))).toMatch(/This is a demo\. .* resets at \d+:\d\d [AP]M\./);
});

test("no email is sent, no other website requested, and no login locked", async () => {
  const { save, session } = await signIn();
  const said = async (tab: string, form: Record<string, string>) => (await save(tab, form)).text;
  const email = {
    host: "smtp.agency.com",
    port: "587",
    security: "starttls",
    sender_email: "ada@agency.com",
  };
  expect(await said("settings", { intent: "test-mail", ...email })).toContain("doesn't send email");
  const hook = {
    name: "Hook",
    url: "https://hooks.agency.com/x",
    format: "standard",
    events: "enquiry.created",
  };
  expect(await said("webhooks", { intent: "add", ...hook })).toContain("doesn't send webhooks");
  expect(await query("select from webhook_endpoints")).toEqual([]);
  expect(await said("account", { intent: "factor-start" })).toContain("can't get a second factor");
  const from = encodeURIComponent("https://www.agency.com/a.jpg");
  const copied = await fetch(`${site.url}${PANEL}/media/upload?name=a.jpg&from=${from}`, {
    method: "PUT",
    headers: session,
  });
  expect(copied.status).toBe(422);
  expect(await copied.text()).toContain("doesn't request other websites");
});

test("the job runs when the hour is full", () => {
  expect(DEMO_RESETS).toBe("0 * * * *");
  expect(nextDemoReset(new Date("2026-11-23T09:00:00Z"))).toEqual(new Date("2026-11-23T10:00:00Z"));
  expect(nextDemoReset(new Date("2026-11-23T09:59:59.999Z"))).toEqual(new Date("2026-11-23T10:00:00Z"));
});

test("before an update, the demo goes back to its start, which is stored again after the update", async () => {
  const client = await pool.connect();
  onTestFinished(() => client.release());
  const names = async () =>
    (await db.select({ name: industries.name }).from(industries)).map(({ name }) => name);
  await db.insert(industries).values({ name: "Law" });
  await expect(claimDemo(client, { dataDir: folderOfTest() })).rejects.toThrow("isn't a demo");
  await client.query("create schema demo_start");
  await saveDemoStart(client);
  await db.insert(industries).values({ name: "Visitors'" });
  await saveDemoStart(client);
  await rewindDemo(client);
  expect(await names()).toEqual(["Law"]);
  // As a migration may do
  await client.query("alter table industries add column added_later text default 'x' not null");
  await db.insert(industries).values({ name: "From the update" });
  await saveDemoStart(client);
  await db.delete(industries);
  await rewindDemo(client);
  expect((await names()).sort()).toEqual(["From the update", "Law"]);
  const { rows } = await client.query("select from pg_tables where schemaname = 'demo_start'");
  expect(rows).toEqual([]);
});

async function refusal(more: Record<string, string>) {
  const refused = await spawnSite({ ...env, ...more });
  onTestFinished(() => void refused.process.kill("SIGKILL"));
  const { code } = await refused.ended;
  expect(code).toBe(1);
  return refused.stderr();
}

test("a site that isn't a demo is never turned into one", async () => {
  const own = await createTestDatabase();
  const { query: ask, end: done } = openQueries(own);
  onTestFinished(done);
  await ask("insert into industries (name) values ('Ours')");
  const DATA_DIR = folderOfTest();
  expect(await refusal({ DATABASE_URL: asDatabaseUrl(own), DATA_DIR })).toContain("isn't a demo");
  expect(await ask("select name from industries")).toEqual([{ name: "Ours" }]);

  fs.mkdirSync(path.join(DATA_DIR, "uploads", "originals", "ab"), { recursive: true });
  const empty = await createTestDatabase({ migrated: false });
  expect(await refusal({ DATABASE_URL: asDatabaseUrl(empty), DATA_DIR })).toContain("has images of a site");

  const store = "s3://bucket?endpoint=https://s3.agency.com";
  const keys = { MEDIA_S3_KEY_ID: "id", MEDIA_S3_SECRET: "secret" };
  expect(await refusal({ MEDIA_STORE: store, ...keys })).toContain("MEDIA_STORE can't be set");
});

test("once a demo was started without DEMO=1, it's its owner's, and never reset again", async () => {
  await site.stop();
  const own = await startSite({ ...env, DEMO: "0", ADMIN_PASSWORD: "correct horse battery staple" });
  await own.stop();
  expect(await refusal({})).toContain("isn't a demo");
});
