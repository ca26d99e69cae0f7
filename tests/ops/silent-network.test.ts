// The network drops everything silently, as after a failover.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test, vi } from "vitest";
import { recordEnquiry } from "../../app/features/enquiries/queries.server.ts";
import { outgoing_mails } from "../../app/features/mail/table.server.ts";
import { readConfig } from "../../app/platform/config.server.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { startWorker } from "../../server/worker.ts";
import { createTestDatabase, openPools } from "../support/database.ts";
import { PATIENCE } from "../support/patience.ts";
import { openSilentProxy } from "../support/silent-proxy.ts";

const database = await createTestDatabase();
const { visitor, owner } = openPools(database);

const send = (name: string) =>
  recordEnquiry(
    visitor,
    {
      name,
      email: "ada@example.com",
      phone: "",
      website: "",
      message: "",
      services: [],
      formType: "contact",
    },
    { page: "/contact", siteUrl: "https://seo.example" },
  );

/** Opens a mail server that holds each message until `letGo`. */
async function openSlowMailServer() {
  const taken: string[] = [];
  const letGo = Promise.withResolvers<void>();
  let held = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    async onData(stream, _session, done) {
      const { subject = "" } = await PostalMime.parse(await buffer(stream));
      held++;
      await letGo.promise;
      taken.push(subject);
      done();
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, taken, held: () => held, letGo: letGo.resolve };
}

test("an email is sent once even if the database goes silent during sending", async () => {
  const mailServer = await openSlowMailServer();
  const proxy = await openSilentProxy(database);
  onTestFinished(() => proxy.close());
  const databases = openDatabases(proxy.connection);
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  const config = readConfig({ SMTP_URL: mailServer.url, LEADS_TO: "owner@seo.example" });
  const worker = await startWorker({ databases, config, log });
  onTestFinished(async () => {
    await worker.stop();
    await databases.close();
  });

  await send("Meanwhile.");
  await vi.waitUntil(() => mailServer.held() === 1, PATIENCE);
  proxy.fallSilent();
  mailServer.letGo();
  await vi.waitUntil(() => lines.some((line) => line.includes("lost its database")), PATIENCE);
  await send("After.");
  proxy.speakAgain();

  await vi.waitFor(
    async () => expect(await owner.$count(outgoing_mails, sql`status <> 'sent'`)).toBe(0),
    PATIENCE,
  );
  const sent = ["Meanwhile.", "After."].map((name) => mailServer.taken.filter((one) => one.includes(name)));
  expect(sent.map(({ length }) => length)).toEqual([1, 1]);
});
