import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { withCluster } from "../support/cluster.ts";
import { howMany } from "../support/faults.ts";
import { readMails, startMailServer } from "../support/mail.ts";
import { queryOnce } from "../support/query-once.ts";
import { makeTemporaryFolder, type SiteProcess, startSite } from "../support/site.ts";

const CRASHES = howMany(3, 10);
const SENDERS = 6;

test("kill -9 loses no acknowledged enquiry and no notification", async () => {
  await ensureBuild();
  const folder = makeTemporaryFolder();
  const mail = await startMailServer(path.join(folder, "mails"));
  const DATA_DIR = withCluster(path.join(folder, "data"));
  let site: SiteProcess | undefined;
  onTestFinished(async () => {
    await site?.stop("SIGKILL");
    await mail.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const start = () =>
    startSite({
      DATA_DIR,
      SMTP_URL: mail.url,
      LEADS_TO: "leads@seo.example",
      TRUST_PROXY: "1",
      SEED: "none",
    });

  const acknowledged = new Map<string, string>();
  let sent = 0;
  for (let crash = 0; crash < CRASHES; crash++) {
    site = await start();
    // Each run gets its own hour, because many enquiries within an hour share one email.
    await queryOnce(
      embeddedConnection(DATA_DIR),
      "update enquiries set created_at = created_at - interval '1 hour'",
    );
    const { url, process } = site;
    // Each crash comes after a different number of enquiries.
    const killAfter = acknowledged.size + 5 + crash * 3;
    const senders = Array.from({ length: SENDERS }, async () => {
      for (;;) {
        const name = `Visitor ${++sent}.`;
        const id = await post(url, name, sent);
        if (id === null) return;
        acknowledged.set(id, name);
        if (acknowledged.size >= killAfter) process.kill("SIGKILL");
      }
    });
    await Promise.all(senders);
    expect(await site.ended).toEqual({ code: null, signal: "SIGKILL" });
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(CRASHES * 5);

  site = await start();
  const connection = embeddedConnection(DATA_DIR);
  const rows = await queryOnce<{ id: string; name: string }>(connection, "select id, name from enquiries");
  const stored = new Map(rows.map(({ id, name }) => [id, name]));
  expect([...acknowledged].filter(([id, name]) => stored.get(id) !== name)).toEqual([]);

  const count = "select count(*)::int as waiting from outgoing_mails where status <> 'sent'";
  while ((await queryOnce<{ waiting: number }>(connection, count))[0]?.waiting) await delay(100);
  const messageIds = new Map<string, Set<string>>();
  for (const { subject = "", messageId = "" } of await readMails(mail.folder)) {
    const name = /Visitor \d+\./.exec(subject)?.[0] ?? subject;
    messageIds.set(name, (messageIds.get(name) ?? new Set()).add(messageId));
  }
  // An email in transit during a crash may arrive twice, with the same Message-ID.
  expect([...acknowledged.values()].filter((name) => messageIds.get(name)?.size !== 1)).toEqual([]);
});

/**
 * Posts an enquiry.
 * @returns its ID, or null if the site died first or returned 503
 */
async function post(url: string, name: string, from: number): Promise<string | null> {
  const response = await fetch(`${url}/api/send-contact-email`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": `10.0.${from >> 8}.${from & 255}` },
    body: JSON.stringify({ name, email: "ada@example.com", message: "Hello", formType: "contact" }),
  }).catch(() => null);
  if (!response) return null;
  const body = await response.text().catch(() => null);
  if (body === null || response.status === 503) return null;
  if (response.status !== 200) throw new Error(`The site answered ${response.status}: ${body}`);
  return (JSON.parse(body) as { id: string }).id;
}
