// Sends 10,000 enquiries to a webhook whose tool is down for a day, then measures how long the tool takes to catch up, in
// which order it gets them, and what that costs the visitors who send enquiries in the meantime, and other emails.
import { once } from "node:events";
import fs from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { addEndpoint } from "../app/features/webhooks/endpoints.server.ts";
import { openDatabases } from "../app/platform/database/database.server.ts";
import { startMailServer } from "../tests/support/mail.ts";
import { makeTemporaryFolder } from "../tests/support/site.ts";
import { openSite, postEnquiry } from "./site.ts";
import { inParallel, ms, percentile, say } from "./times.ts";

const ALL = 10_000;
const MEASURED = 400;
const VISITORS_AT_ONCE = 4;
const MAILS = 100;

const pair = fs.readFileSync(path.join(import.meta.dirname, "../tests/support/audit-fixture.pem"), "utf8");
const cert = pair.slice(pair.indexOf("-----BEGIN CERT"));
const folder = makeTemporaryFolder("seo-pro-zone-bench-");
const certificate = path.join(folder, "ca.pem");
fs.writeFileSync(certificate, cert);

let isDown = true;
let tries = 0;
const received: string[] = [];
const tool = https.createServer({ key: pair, cert }, async (request, response) => {
  const body = (await request.toArray()).join("");
  tries++;
  if (!isDown) received.push(JSON.parse(body).data.id);
  response.writeHead(isDown ? 503 : 200).end();
});
await once(tool.listen(0, "127.0.0.1"), "listening");
const { port } = tool.address() as AddressInfo;
const mail = await startMailServer(path.join(folder, "mails"));

const site = await openSite({
  ...{
    TRUST_PROXY: "1",
    SEED: "none",
    AUDIT: "on",
    SMTP_URL: mail.url,
    LEADS_TO: "owner@bench.example",
    AUDIT_TEST_NET: `tool.site.test=93.184.215.14>127.0.0.1:${port}`,
  },
  NODE_EXTRA_CA_CERTS: certificate,
});
const databases = openDatabases(site.database, { owner: 1, visitor: 1 });
let sent = 0;
try {
  // So many that the notifications are held for digests in every phase.
  for (let i = 0; i < 3; i++) await measure(MEASURED);
  print("without a webhook", await measure(MEASURED));
  await measureMails("without a webhook");
  await addEndpoint(
    databases.owner,
    { dataDir: site.folder, siteUrl: site.url },
    {
      ...{
        name: "Tool",
        url: "https://tool.site.test/",
        format: "standard",
        sends_personal: true,
        is_on: true,
      },
      events: ["enquiry.created"],
    },
  );
  print("while its tool is down", await measure(MEASURED));
  await measureMails("while its tool is down");
  await site.query(
    `insert into enquiries (id, form_type, name, email) select gen_random_uuid(), 'contact', 'Ada', 'ada@example.com'
      from generate_series(1, $1::int)`,
    [ALL - MEASURED],
  );
  say(`${tries} tries while it was down`);
  // A day later.
  await site.query("update webhook_deliveries set queued_at = queued_at - interval '1 day'");
  isDown = false;
  const startedAt = performance.now();
  await site.query("update webhook_endpoints set next_try_at = now()");
  print("while it catches up", await measure(MEASURED));
  await measureMails("while it catches up");
  if (received.length > ALL) throw new Error("It caught up before the emails were measured");
  const count = ALL + MEASURED;
  while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 100));
  const seconds = (performance.now() - startedAt) / 1_000;
  say(`caught up on ${count} in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second`);
  const inOrder = await site.query<{ id: string }>(
    "select enquiry_id as id from webhook_deliveries order by at, id",
  );
  const wrong = inOrder.filter(({ id }, i) => id !== received[i]).length;
  say(`${new Set(received).size} arrived, ${wrong} out of order`);
} finally {
  await databases.close();
  await site.close();
  tool.close();
  await mail.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Returns the response times of so many enquiries, in milliseconds. */
async function measure(count: number): Promise<number[]> {
  const times: number[] = [];
  await inParallel(count, VISITORS_AT_ONCE, async () => {
    const startedAt = performance.now();
    const response = await postEnquiry(site.url, sent++, "Ada");
    if (response.status !== 200) throw new Error(`The site answered ${response.status}`);
    await response.text();
    times.push(performance.now() - startedAt);
  });
  return times;
}

/** Prints the time between an email's transaction and the mail server's reply, for emails one after the other. */
async function measureMails(what: string) {
  const times: number[] = [];
  for (let i = 0; i < MAILS; i++) {
    const [row] = await site.query<{ id: string }>(
      // Copies have no limit, unlike notifications.
      `insert into outgoing_mails (id, kind, message_id, recipient, subject, text_body, html_body)
        select id, 'copy', '<' || id || '@bench.example>', 'owner@bench.example', 'Hello', 'Hello', 'Hello'
        from gen_random_uuid() as id returning id`,
    );
    for (let sentMs: number | null = null; sentMs === null; ) {
      const [mail] = await site.query<{ ms: number | null }>(
        "select (extract(epoch from sent_at - created_at) * 1000)::float8 as ms from outgoing_mails where id = $1",
        [row!.id],
      );
      sentMs = mail!.ms;
      if (sentMs === null) await new Promise((resolve) => setTimeout(resolve, 5));
      else times.push(sentMs);
    }
  }
  const at = (share: number) => ms(percentile(times, share));
  say(`${MAILS} emails ${what}: median ${at(0.5)}, 95th percentile ${at(0.95)}`);
}

function print(what: string, times: number[]) {
  const at = (share: number) => ms(percentile(times, share));
  say(`${times.length} enquiries ${what}: median ${at(0.5)}, 95th percentile ${at(0.95)}`);
}
