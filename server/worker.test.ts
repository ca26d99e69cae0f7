import { once } from "node:events";
import fs from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { autosaves } from "../app/features/autosaves/table.server.ts";
import { blog_posts } from "../app/features/blog/table.server.ts";
import { case_studies } from "../app/features/case-studies/table.server.ts";
import { recordEnquiry } from "../app/features/enquiries/queries.server.ts";
import { industries } from "../app/features/industries/table.server.ts";
import { requeueOverdueMails } from "../app/features/mail/schedule.server.ts";
import { outgoing_mails } from "../app/features/mail/table.server.ts";
import { website_content } from "../app/features/website-content/table.server.ts";
import { readConfig } from "../app/platform/config.server.ts";
import { type Databases, openDatabases } from "../app/platform/database/database.server.ts";
import { jobsStalledSince, recordPulse } from "../app/platform/database/worker-pulse.server.ts";
import { worker_pulse } from "../app/platform/database/worker-pulse.table.server.ts";
import { withCluster } from "../tests/support/cluster.ts";
import { openTestDatabases } from "../tests/support/database.ts";
import { readMails, startMailServer, waitForMail } from "../tests/support/mail.ts";
import { PATIENCE } from "../tests/support/patience.ts";
import { quietLog as log } from "../tests/support/quiet-log.ts";
import { readPid } from "./postgres/leftover.ts";
import { clusterDirectory, startPostgres } from "./postgres/postgres.ts";
import { startWorker } from "./worker.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "seo-pro-zone-worker-"));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const mailServer = await startMailServer(path.join(folder, "mails"));
afterAll(() => mailServer.stop());

const ownDatabases = await openTestDatabases();
const config = readConfig({ SMTP_URL: mailServer.url, LEADS_TO: "owner@seo.example" });

let workers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

async function start(databases: Databases, settings = config) {
  workers.push(await startWorker({ databases, config: settings, log }));
}

const send = (databases: Databases, name: string) =>
  recordEnquiry(
    databases.visitor,
    {
      name,
      email: "ada@example.com",
      phone: "",
      website: "",
      message: "Hello",
      services: [],
      formType: "contact",
    },
    { page: "/contact", siteUrl: "https://seo.example" },
  );

const mailAbout = (name: string) =>
  waitForMail(mailServer.folder, (mail) => mail.subject?.includes(name) ?? false);

test("an enquiry is emailed automatically", async () => {
  await start(ownDatabases);
  await send(ownDatabases, "Ada One");
  expect((await mailAbout("Ada One")).envelope.to).toEqual(["owner@seo.example"]);
});

test("jobs count as stalled if the worker's heartbeat is minutes old", async () => {
  const { owner } = ownDatabases;
  await recordPulse(owner);
  await owner.update(worker_pulse).set({ at: sql`now() - interval '4 minutes'` });
  expect(await jobsStalledSince(owner)).toEqual(expect.any(Date));
  await start(ownDatabases);
  await vi.waitFor(async () => expect(await jobsStalledSince(owner)).toBeNull(), PATIENCE);
});

test("without SMTP_URL, emails stay in the outbox", async () => {
  await start(ownDatabases, readConfig({ LEADS_TO: "owner@seo.example" }));
  await send(ownDatabases, "Ada Two");
  await workers.pop()?.stop();
  expect(await ownDatabases.owner.$count(outgoing_mails, sql`status = 'waiting'`)).toBe(1);

  await start(ownDatabases);
  await mailAbout("Ada Two");
});

test("other jobs still run while the mail server leaves every email unanswered", async () => {
  const { owner } = ownDatabases;
  let isSilent = false;
  const unanswered: (() => void)[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(_address, _session, reply) {
      const busy = () => reply(Object.assign(new Error("Busy"), { responseCode: 450 }));
      if (isSilent) unanswered.push(busy);
      else busy();
    },
  });
  server.on("error", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.server.address() as AddressInfo;
  const LEADS_TO = "a@seo.example, b@seo.example, c@seo.example";
  await start(ownDatabases, readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, LEADS_TO }));
  const failed = () => owner.$count(outgoing_mails, sql`subject like '%Ada Three' and attempts > 0`);
  const id = await send(ownDatabases, "Ada Three");
  await vi.waitFor(async () => expect(await failed()).toBe(3), PATIENCE);

  isSilent = true;
  await owner.update(outgoing_mails).set({ next_try_at: sql`now()` });
  await requeueOverdueMails(owner);
  await vi.waitFor(() => expect(unanswered.length).toBeGreaterThan(0), PATIENCE);
  await owner.update(worker_pulse).set({ at: sql`now() - interval '4 minutes'` });
  await owner.execute(sql`select graphile_worker.add_job('requeue_mails')`);
  await vi.waitFor(async () => expect(await jobsStalledSince(owner)).toBeNull(), PATIENCE);
  expect(unanswered).toHaveLength(1);

  for (const busy of unanswered) busy();
  await Promise.all(workers.map((worker) => worker.stop()));
  await owner.delete(outgoing_mails).where(sql`enquiry_id = ${id}`);
  await new Promise<void>((closed) => server.close(closed));
});

test("an email whose worker was killed is sent at the next start", async () => {
  await send(ownDatabases, "Ada Three");
  await ownDatabases.owner.execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1`);
  await start(ownDatabases);
  await mailAbout("Ada Three");
});

test("several workers on one database send each email once", async () => {
  await Promise.all([start(ownDatabases), start(ownDatabases), start(ownDatabases)]);
  const names = Array.from({ length: 20 }, (_, i) => `Crowd ${i}.`);
  await Promise.all(names.map((name) => send(ownDatabases, name)));
  await Promise.all(names.map(mailAbout));
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const subjects = (await readMails(mailServer.folder)).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject?.includes("Crowd"))).toHaveLength(names.length);
});

test("after 30 days, cleanup purges autosaves and deleted records of every kind", async () => {
  const { owner } = ownDatabases;
  const gone = sql`now() - interval '31 days'`;
  const [industry] = await owner
    .insert(industries)
    .values({ name: "Law", deleted_at: gone })
    .returning({ id: industries.id });
  await owner.insert(case_studies).values({
    title: "Case",
    slug: "case",
    client: "Client",
    industry: "Law",
    industry_id: industry!.id,
    deleted_at: gone,
  });
  await owner.insert(blog_posts).values([
    { title: "Old", slug: "old", content: "Words", deleted_at: gone },
    { title: "Recent", slug: "recent", content: "Words", deleted_at: sql`now()` },
  ]);
  await owner.insert(website_content).values({
    page_name: "home",
    section_name: "hero",
    content_key: "title",
    content_value: "Hi",
    deleted_at: gone,
  });
  const autosave = { kind: "blog-post", fields: { title: "Begun" } };
  await owner.insert(autosaves).values([
    { ...autosave, id: crypto.randomUUID(), saved_at: gone },
    { ...autosave, id: crypto.randomUUID(), saved_at: sql`now() - interval '29 days'` },
  ]);
  await start(ownDatabases);
  await owner.execute(sql`select graphile_worker.add_job('tidy_up')`);
  const tables = [blog_posts, case_studies, industries, website_content, autosaves];
  await vi.waitFor(
    async () =>
      expect(await Promise.all(tables.map((table) => owner.$count(table)))).toEqual([1, 0, 0, 0, 1]),
    PATIENCE,
  );
});

test("each night, versions older than 90 days are deleted, except each record's last 100", async () => {
  const { owner } = ownDatabases;
  const add = (key: string, count: number, days: number) =>
    owner.execute(sql`
      insert into revisions (kind, record_key, op, row, at)
        select 'settings', ${key}, 'update', '{}', now() - make_interval(days => ${days}, mins => i)
          from generate_series(1, ${count}::int) as i`);
  await add("many", 60, 1);
  await add("many", 60, 91);
  await add("few", 60, 91);
  await add("recent", 160, 1);
  await start(ownDatabases);
  await owner.execute(sql`select graphile_worker.add_job('tidy_history')`);
  const counts = async () =>
    (
      await owner.execute(
        sql`select record_key, count(*)::int from revisions where kind = 'settings' group by 1 order by 1`,
      )
    ).rows.map(({ record_key, count }) => [record_key, count]);
  await vi.waitFor(
    async () =>
      expect(await counts()).toEqual([
        ["few", 60],
        ["many", 100],
        ["recent", 160],
      ]),
    PATIENCE,
  );
});

test("if one part of the cleanup fails, the other parts still run", async () => {
  const { owner } = ownDatabases;
  await owner.execute(sql`
    insert into autosaves (id, kind, fields, saved_at) values
      (gen_random_uuid(), 'blog-post', '{}', now() - interval '31 days')`);
  // Make the first part of the cleanup fail.
  await owner.execute(sql`alter table rate_limits rename to rate_limits_away`);
  try {
    await start(ownDatabases);
    await owner.execute(sql`select graphile_worker.add_job('tidy_up')`);
    await vi.waitFor(
      async () => expect(await owner.$count(autosaves, sql`saved_at <= now() - interval '30 days'`)).toBe(0),
      PATIENCE,
    );
  } finally {
    await owner.execute(sql`alter table rate_limits_away rename to rate_limits`);
  }
});

test("every email is delivered even if PostgreSQL is killed while emails are being sent", async () => {
  let held = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const arrived = new Set<string>();
  const slow = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    async onData(stream, _session, done) {
      const mail = await PostalMime.parse(await buffer(stream));
      held++;
      await released;
      arrived.add(mail.subject ?? "");
      done();
    },
  });
  slow.on("error", () => {});
  slow.listen(0, "127.0.0.1");
  await once(slow.server, "listening");
  const { port } = slow.server.address() as AddressInfo;

  await onOwnPostgres(async (databases, kill) => {
    // With this pool size, all emails are sent at the same time.
    await start(databases, { ...config, smtpUrl: `smtp://127.0.0.1:${port}`, databasePool: 30 });
    const names = Array.from({ length: 5 }, (_, i) => `Middle ${i}.`);
    for (const name of names) await send(databases, name);
    await vi.waitFor(() => expect(held).toBe(names.length), PATIENCE);
    kill();
    await vi.waitFor(() => send(databases, "Next."), PATIENCE);
    release();
    const wanted = [...names, "Next."];
    await vi.waitFor(
      async () => {
        expect(wanted.filter((name) => ![...arrived].some((subject) => subject.includes(name)))).toEqual([]);
        expect(await databases.owner.$count(outgoing_mails, sql`status <> 'sent'`)).toBe(0);
      },
      // Anything lost between two runs of the worker is found within a minute.
      PATIENCE,
    );
  });
  await new Promise((resolve) => slow.close(() => resolve(null)));
});

test("the worker resumes automatically after PostgreSQL is killed", async () => {
  await onOwnPostgres(async (databases, kill) => {
    await start(databases);
    for (const round of ["first", "second"]) {
      await send(databases, `Before the ${round}`);
      await mailAbout(`Before the ${round}`);
      kill();
      // Wait until the database accepts an enquiry again.
      await vi.waitFor(() => send(databases, `After the ${round}`), PATIENCE);
      await mailAbout(`After the ${round}`);
    }
  });
});

/** Starts a PostgreSQL server that a test may kill. */
async function onOwnPostgres(use: (databases: Databases, kill: () => void) => Promise<void>) {
  const directory = withCluster(fs.mkdtempSync(path.join(folder, "postgres-")));
  const postgres = await startPostgres({ directory, log, settings: { fsync: "off" } });
  const databases = openDatabases(postgres.connection, { owner: 3 });
  try {
    await use(databases, () =>
      process.kill(readPid(path.join(clusterDirectory(directory), "postmaster.pid"))!, "SIGKILL"),
    );
  } finally {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await databases.close();
    await postgres.stop();
  }
}
