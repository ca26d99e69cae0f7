import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { withCluster } from "../support/cluster.ts";
import { howMany } from "../support/faults.ts";
import { asOwner } from "../support/log-in.ts";
import { readMails, startMailServer } from "../support/mail.ts";
import { SESSION_COOKIE } from "../support/owner.ts";
import { queryOnce } from "../support/query-once.ts";
import { addSession } from "../support/session.ts";
import { makeTemporaryFolder, startSite } from "../support/site.ts";

/** Milliseconds between Send and each crash. */
const MOMENTS = Array.from({ length: howMany(3, 20) }, (_, i) => i * howMany(40, 6));
/** Replies sent at once, which are at different points when the site dies. */
const AT_ONCE = 3;

test("kill -9 between Send and the response loses no reply, sends none twice and tells other tools once", async () => {
  await ensureBuild();
  const folder = makeTemporaryFolder();
  const mail = await startMailServer(path.join(folder, "mails"));
  const DATA_DIR = withCluster(path.join(folder, "data"));
  const start = () =>
    startSite({ DATA_DIR, SMTP_URL: mail.url, LEADS_TO: "leads@seo.example", SEED: "none" });
  let site = await start();
  onTestFinished(async () => {
    await site.stop("SIGKILL");
    await mail.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  // Until the last start, so that no email is on its way during a crash.
  mail.refuseWith = 451;
  const query = <Row extends object>(text: string, values?: unknown[]) =>
    queryOnce<Row & Record<string, unknown>>(embeddedConnection(DATA_DIR), text, values);
  const Cookie = `${SESSION_COOKIE}=${await addSession(query)}`;
  const reply = (id: string) =>
    asOwner(site.url, { Cookie }).save("enquiries", { intent: "reply", id, message: `Hello ${id}` });

  // Its URL can't be decrypted, so everything that happens waits for it.
  await query(
    `insert into webhook_endpoints (name, url, host, format, secret, events)
     values ('CRM', '', 'crm.example', 'standard', '', '{enquiry.created,enquiry.status_changed,enquiry.replied}')`,
  );

  const ids: string[] = [];
  const acknowledged: string[] = [];
  for (const moment of MOMENTS) {
    const rows = await query<{ id: string }>(
      `insert into enquiries (id, form_type, name, email)
       select gen_random_uuid(), 'contact', 'Ada', 'ada@example.com' from generate_series(1, $1) returning id`,
      [AT_ONCE],
    );
    const sent = rows.map(async ({ id }) => {
      const answer = await reply(id).catch(() => null);
      if (answer?.status === 200) acknowledged.push(id);
      return id;
    });
    await delay(moment);
    site.process.kill("SIGKILL");
    ids.push(...(await Promise.all(sent)));
    await site.ended;
    site = await start();
  }

  const stored = await query<{ id: string }>("select enquiry_id as id from enquiry_messages");
  expect(acknowledged.filter((id) => !stored.some((row) => row.id === id))).toEqual([]);
  // Whoever saw no response sends again.
  for (const id of ids) await reply(id);
  const counts = await query(
    "select count(*)::int as messages, count(distinct enquiry_id)::int as enquiries from enquiry_messages",
  );
  expect(counts).toEqual([{ messages: ids.length, enquiries: ids.length }]);

  mail.refuseWith = null;
  const left = "select 1 from outgoing_mails where status <> 'sent'";
  const hurry = "update graphile_worker._private_jobs set run_at = now() where run_at > now()";
  for (;;) {
    await query(hurry);
    if (!(await query(left)).length) break;
    await delay(100);
  }
  const mails = await readMails(mail.folder);
  const arrived = (to: string) =>
    mails
      .filter(({ envelope }) => envelope.to.includes(to))
      .map(({ text = "" }) => text.split("\n")[0]!.slice(6));
  expect(arrived("ada@example.com").sort()).toEqual([...ids].sort());
  expect(arrived("leads@seo.example").sort()).toEqual([...ids].sort());

  const deliveries = await query(
    `select event, count(*)::int as all, count(distinct enquiry_id)::int as enquiries
     from webhook_deliveries where state = 'waiting' group by 1 order by 1`,
  );
  const each = { all: ids.length, enquiries: ids.length };
  expect(deliveries).toEqual(
    ["enquiry.created", "enquiry.replied", "enquiry.status_changed"].map((event) => ({ event, ...each })),
  );
});
