import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { recordEnquiry } from "../app/features/enquiries/queries.server.ts";
import { outgoing_mails } from "../app/features/enquiries/table.server.ts";
import { readConfig } from "../app/platform/config.server.ts";
import { type Databases, migrateDatabase, openDatabases } from "../app/platform/database.server.ts";

import { openTestDatabases } from "../tests/support/database.ts";
import { readMails, startMailServer, waitForMail } from "../tests/support/mail.ts";
import { quietLog as log } from "../tests/support/quiet-log.ts";
import { startPostgres } from "./postgres.ts";
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

test("what a visitor sends arrives at the mail server, without anybody asking for it", async () => {
  await start(ownDatabases);
  await send(ownDatabases, "Ada One");
  expect((await mailAbout("Ada One")).envelope.to).toEqual(["owner@seo.example"]);
});

test("without SMTP_URL mails wait in the outbox, and go out once there is one", async () => {
  await start(ownDatabases, readConfig({ LEADS_TO: "owner@seo.example" }));
  await send(ownDatabases, "Ada Two");
  await workers.pop()?.stop();
  expect(await ownDatabases.owner.$count(outgoing_mails, sql`status = 'waiting'`)).toBe(1);

  await start(ownDatabases);
  await mailAbout("Ada Two");
});

test("a mail whose worker was killed in the middle goes out at the next start, not after the queue's four hours", async () => {
  await send(ownDatabases, "Ada Three");
  await ownDatabases.owner.execute(sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1`);
  await start(ownDatabases);
  await mailAbout("Ada Three");
});

test("several workers on one database send each mail once", async () => {
  await Promise.all([start(ownDatabases), start(ownDatabases), start(ownDatabases)]);
  const names = Array.from({ length: 20 }, (_, i) => `Crowd ${i}.`);
  await Promise.all(names.map((name) => send(ownDatabases, name)));
  await Promise.all(names.map(mailAbout));
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const subjects = (await readMails(mailServer.folder)).map((mail) => mail.subject);
  expect(subjects.filter((subject) => subject?.includes("Crowd"))).toHaveLength(names.length);
});

test("when PostgreSQL is killed and comes back, the worker goes on by itself", async () => {
  const directory = path.join(folder, "postgres");
  const postgres = await startPostgres({ directory, log, settings: { fsync: "off" } });
  await migrateDatabase(postgres.connection, log);
  const databases = openDatabases(postgres.connection, { max: 3 });
  try {
    await start(databases);
    for (const round of ["first", "second"]) {
      await send(databases, `Before the ${round}`);
      await mailAbout(`Before the ${round}`);
      process.kill(postmasterOf(directory), "SIGKILL");
      // As soon as the database takes an enquiry again.
      await vi.waitFor(() => send(databases, `After the ${round}`), { timeout: 20_000, interval: 100 });
      await mailAbout(`After the ${round}`);
    }
  } finally {
    await workers.pop()?.stop();
    await databases.close();
    await postgres.stop();
  }
});

function postmasterOf(directory: string): number {
  const file = fs
    .readdirSync(directory, { recursive: true, encoding: "utf8" })
    .find((name) => path.basename(name) === "postmaster.pid");
  return Number(fs.readFileSync(path.join(directory, file!), "utf8").split("\n")[0]);
}
