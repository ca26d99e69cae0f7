import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { readMails, startMailServer } from "../../../tests/support/mail.ts";
import { folderOfFile } from "../../../tests/support/test-folder.ts";
import { readConfig } from "../../platform/config.server.ts";
import { openMailer } from "../../platform/http/mail.server.ts";
import { recordEnquiry } from "../enquiries/queries.server.ts";
import { changeEnquiries, sendMailAgain } from "../enquiries/writes.owner.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { deliverMail } from "./delivery.server.ts";
import { NOTICES_PER_HOUR, readNoticeFlood, VISITOR_MAILS_PER_HOUR } from "./flood.server.ts";
import { outgoing_mails } from "./table.server.ts";
import { readMailTrouble } from "./trouble.owner.server.ts";

const { owner, visitor } = await openTestDatabases();
const folder = folderOfFile();
const mail = await startMailServer(folder);
afterAll(() => mail.stop());
const SITE = "https://seo.example";
const OWNER = "owner@seo.example";
const post = (env: NodeJS.ProcessEnv = {}) => {
  const config = readConfig({ SMTP_URL: mail.url, LEADS_TO: OWNER, SITE_URL: SITE, ...env });
  return { config, mailer: openMailer(config.smtpUrl!) };
};

let read = 0;
/** Returns emails that arrived since the last call. */
async function arrived() {
  const all = await readMails(folder);
  const fresh = all.slice(read);
  read = all.length;
  return fresh;
}

beforeEach(async () => {
  await owner.delete(enquiries);
  await owner.delete(outgoing_mails);
  await owner.delete(website_settings);
  mail.refuseWith = null;
  await arrived();
});

const send = (name: string, more: { email?: string; spamReasons?: string[] } = {}) => {
  const { email = "ada@example.com", spamReasons } = more;
  const enquiry = { name, email, phone: "", website: "", message: `Hello from ${name}`, services: [] };
  return recordEnquiry(
    visitor,
    { ...enquiry, formType: "contact" },
    { page: "/", siteUrl: SITE, spamReasons },
  );
};

/** Adds enquiries whose notifications were already sent. */
const fill = (count: number, values: { status?: string; minutesAgo?: number } = {}) =>
  owner.execute(sql`
    insert into enquiries (id, form_type, name, email, status, created_at)
    select gen_random_uuid(), 'contact', 'Filler', 'f@example.com', ${values.status ?? "new"},
      now() - make_interval(mins => ${values.minutesAgo ?? 1}) from generate_series(1, ${count}::int)`);

const noticeOf = async (enquiry: string) =>
  (await owner.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, enquiry)))[0]!;
const deliver = async (enquiry: string, env?: NodeJS.ProcessEnv) =>
  deliverMail(owner, (await noticeOf(enquiry)).id, post(env));
const letTimePass = () =>
  owner.update(outgoing_mails).set({ next_try_at: sql`now()` }).where(sql`status = 'waiting'`);

/** Sends enquiries during a flood, whose notifications wait for a digest. Returns their IDs. */
async function holdBack(...names: string[]) {
  await fill(NOTICES_PER_HOUR);
  const ids: string[] = [];
  for (const name of names) ids.push(await send(name));
  for (const id of ids) await deliver(id);
  return ids;
}

describe(`a flood of more than ${NOTICES_PER_HOUR} enquiries within an hour`, () => {
  test("the 60th enquiry has its own email, and later ones share a digest", async () => {
    await fill(NOTICES_PER_HOUR - 1);
    const last = await send("Sixtieth");
    expect(await deliver(last)).toBe("sent");
    expect((await arrived()).map(({ subject }) => subject)).toEqual(["New contact enquiry from Sixtieth"]);

    const ids = [await send("Ada <One>"), await send("Bob"), await send("Cyd")];
    for (const id of ids) expect(await deliver(id)).toBe("postponed");
    const held = await noticeOf(ids[0]!);
    expect(held).toMatchObject({ status: "waiting", trouble: "held", held_for: OWNER, attempts: 0 });
    const times = await Promise.all(ids.map(async (id) => (await noticeOf(id)).next_try_at.getTime()));
    expect(new Set(times).size).toBe(1);
    expect(times[0]! % 600_000).toBe(0);
    expect(times[0]).toBeGreaterThan(Date.now());
    expect(await arrived()).toEqual([]);

    await letTimePass();
    expect(await deliver(ids[1]!)).toBe("sent");
    for (const id of ids) expect(await deliver(id)).toBeNull();
    const [digest, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(digest).toMatchObject({ subject: "3 new enquiries on SEO Pro Zone", envelope: { to: [OWNER] } });
    expect(digest!.text).toContain(`${SITE}/admin-control-panel-seoprozone/enquiries\n`);
    for (const [index, name] of ["Ada <One>", "Bob", "Cyd"].entries()) {
      expect(digest!.text).toContain(`Contact: ${name} <ada@example.com>`);
      expect(digest!.text).toContain(`Hello from ${name}`);
      expect(digest!.text).toContain(`/enquiries?open=${ids[index]}`);
    }
    expect(digest!.html).not.toContain("<One>");
    expect(await owner.$count(outgoing_mails, sql`status = 'sent'`)).toBe(4);
  });

  test("spam and enquiries from more than an hour ago don't count", async () => {
    await fill(200, { status: "spam" });
    await fill(200, { minutesAgo: 61 });
    expect(await deliver(await send("Ada"))).toBe("sent");
    await send("Suspect", { spamReasons: ["Because"] });
    expect((await arrived()).map(({ subject }) => subject)).toEqual(["New contact enquiry from Ada"]);
  });

  test("after the flood, each enquiry has its own email again, and held notifications still arrive", async () => {
    const [held] = (await holdBack("Held")) as [string];
    await owner.update(enquiries).set({ created_at: sql`created_at - interval '2 hours'` });
    expect(await deliver(await send("Quiet"))).toBe("sent");
    await letTimePass();
    expect(await deliver(held)).toBe("sent");
    expect((await arrived()).map(({ subject }) => subject)).toEqual([
      "New contact enquiry from Quiet",
      "New contact enquiry from Held",
    ]);
  });

  test("each address in LEADS_TO gets one digest, even an address that replaced another", async () => {
    await fill(NOTICES_PER_HOUR);
    const LEADS_TO = "a@seo.example, b@seo.example";
    const ids = [await send("Ada"), await send("Bob")];
    const tryAll = async (env: NodeJS.ProcessEnv) => {
      for (let round = 0; round < 3; round++) {
        const waiting = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.status, "waiting"));
        for (const { id } of waiting) await deliverMail(owner, id, post(env));
      }
    };
    await tryAll({ LEADS_TO });
    expect(await owner.$count(outgoing_mails, eq(outgoing_mails.trouble, "held"))).toBe(ids.length * 2);
    await letTimePass();
    await tryAll({ LEADS_TO: "a@seo.example, c@seo.example" });
    expect((await arrived()).map(({ envelope }) => envelope.to.join())).toEqual(["a@seo.example"]);
    await letTimePass();
    await tryAll({ LEADS_TO: "a@seo.example, c@seo.example" });
    const [forC, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(forC).toMatchObject({
      subject: "2 new enquiries on SEO Pro Zone",
      envelope: { to: ["c@seo.example"] },
    });
  });

  test("if the mail server is down, all notifications are retried together", async () => {
    const ids = await holdBack("Ada", "Bob");
    await letTimePass();
    mail.refuseWith = 451;
    expect(await deliver(ids[0]!)).toBe("later");
    for (const id of ids)
      expect(await noticeOf(id)).toMatchObject({ status: "waiting", attempts: 1, trouble: "busy" });
    expect(await readMailTrouble(owner)).toMatchObject({ waiting: 2, latest: { trouble: "busy" } });
    mail.refuseWith = null;
    await letTimePass();
    expect(await deliver(ids[1]!)).toBe("sent");
    expect((await arrived()).map(({ subject }) => subject)).toEqual(["2 new enquiries on SEO Pro Zone"]);
  });

  test("after five permanent rejections, the notifications are marked as rejected", async () => {
    const ids = await holdBack("Ada", "Bob");
    mail.refuseWith = 550;
    for (let tries = 1; tries <= 5; tries++) {
      await letTimePass();
      expect(await deliver(ids[0]!)).toBe(tries < 5 ? "later" : "never");
    }
    for (const id of ids) expect(await noticeOf(id)).toMatchObject({ status: "refused", refusals: 5 });
    await sendMailAgain(owner, (await noticeOf(ids[0]!)).id);
    mail.refuseWith = null;
    expect(await deliver(ids[0]!)).toBe("sent");
    expect((await arrived()).map(({ subject }) => subject)).toEqual(["New contact enquiry from Ada"]);
  });

  test("a retried digest has the same Message-ID unless another notification was added", async () => {
    const ids = await holdBack("Ada", "Bob");
    const sendOnce = async () => {
      await letTimePass();
      await deliver(ids[0]!);
      const [one] = await arrived();
      // Simulates a worker that died before recording the server's reply.
      await owner.update(outgoing_mails).set({ status: "waiting", sent_at: null });
      return one!.messageId;
    };
    const first = await sendOnce();
    expect(await sendOnce()).toBe(first);
    ids.push(await send("Cyd"));
    await deliver(ids[2]!);
    expect(await sendOnce()).not.toBe(first);
  });

  test("several workers send a digest only once", async () => {
    await fill(NOTICES_PER_HOUR);
    const ids = await Promise.all(["Ada", "Bob", "Cyd", "Dee"].map((name) => send(name)));
    await Promise.all(ids.map((id) => deliver(id)));
    await letTimePass();
    await Promise.all(ids.map((id) => deliver(id)));
    // A worker that found every notification locked tries again at the next sweep.
    for (const id of ids) await deliver(id);
    expect((await arrived()).map(({ subject }) => subject)).toEqual(["4 new enquiries on SEO Pro Zone"]);
  });

  test("a digest of hundreds of enquiries lists a hundred and counts the others", async () => {
    const [id] = (await holdBack("Ada")) as [string];
    await owner.execute(sql`
      with more as (
        insert into enquiries (id, form_type, name, email)
        select gen_random_uuid(), 'audit', 'Crowd', 'c@example.com' from generate_series(1, 399) returning id
      )
      insert into outgoing_mails (id, enquiry_id, message_id, recipient, held_for, trouble, subject, text_body, html_body)
      select id, id, id, ${OWNER}::text, ${OWNER}::text, 'held', 's', 't', 'h' from more`);
    await letTimePass();
    expect(await deliver(id)).toBe("sent");
    const [digest] = await arrived();
    expect(digest!.subject).toBe("400 new enquiries on SEO Pro Zone");
    expect(digest!.text!.match(/\?open=/g)).toHaveLength(100);
    expect(digest!.text).toContain("And 300 more");
    expect(await owner.$count(outgoing_mails, sql`status <> 'sent'`)).toBe(0);
  });

  test("deleted enquiries aren't in the digest", async () => {
    const ids = await holdBack("Ada", "Bob", "Cyd");
    await owner.delete(enquiries).where(eq(enquiries.id, ids[1]!));
    await letTimePass();
    await deliver(ids[0]!);
    const [digest] = await arrived();
    expect(digest!.text).not.toContain("Bob");
    expect(digest!.subject).toBe("2 new enquiries on SEO Pro Zone");
  });

  test("the dashboard shows the flood, but the banner on every tab doesn't report a problem", async () => {
    expect(await readNoticeFlood(owner)).toEqual({ lastHour: 0, isFlood: false, held: 0, inLine: 0 });
    const [id] = (await holdBack("Ada")) as [string];
    await owner.update(outgoing_mails).set({ created_at: sql`now() - interval '5 minutes'` });
    expect(await readNoticeFlood(owner)).toEqual({
      lastHour: NOTICES_PER_HOUR + 1,
      isFlood: true,
      held: 1,
      inLine: 0,
    });
    expect(await readMailTrouble(owner)).toMatchObject({ waiting: 0, refused: 0 });
    await changeEnquiries(owner, [id], { status: "contacted" }, { siteUrl: SITE, browser: "" });
    await owner.update(enquiries).set({ created_at: sql`created_at - interval '2 hours'` });
    expect(await readNoticeFlood(owner)).toMatchObject({ isFlood: false, held: 1 });
  });
});

describe(`at most ${VISITOR_MAILS_PER_HOUR} emails per hour go to visitors, including newsletters`, () => {
  const add = async (kind: string, values: Partial<typeof outgoing_mails.$inferInsert> = {}) => {
    const id = randomUUID();
    const recipient = `${id}@example.com`;
    const content = { subject: "s", text_body: "t", html_body: "h" };
    await owner.insert(outgoing_mails).values({ id, kind, message_id: id, recipient, ...content, ...values });
    return id;
  };
  const release = (count: number) =>
    owner.execute(sql`
      insert into outgoing_mails (id, kind, message_id, subject, text_body, html_body, status, released_at)
      select gen_random_uuid(), 'newsletter', gen_random_uuid(), '', '', '', 'sent', now() - interval '59 minutes'
      from generate_series(1, ${count}::int)`);
  const rowOf = async (id: string) =>
    (await owner.select().from(outgoing_mails).where(eq(outgoing_mails.id, id)))[0];

  test("the hundredth email is sent; the next one is queued and sent later", async () => {
    await release(VISITOR_MAILS_PER_HOUR - 1);
    const [last, next] = [await add("confirmation"), await add("newsletter")];
    expect(await deliverMail(owner, last, post())).toBe("sent");
    expect(await deliverMail(owner, next, post())).toBe("postponed");
    expect(await rowOf(next)).toMatchObject({ status: "waiting", trouble: "in-line", attempts: 0 });
    expect(await readNoticeFlood(owner)).toMatchObject({ inLine: 1 });
    expect(await readMailTrouble(owner)).toMatchObject({ waiting: 0 });
    await owner.update(outgoing_mails).set({ released_at: sql`released_at - interval '2 minutes'` });
    expect(await deliverMail(owner, next, post())).toBe("sent");
    expect(await arrived()).toHaveLength(2);
  });

  test("concurrent tries stay within the limit, and a retry doesn't count again", async () => {
    await release(VISITOR_MAILS_PER_HOUR - 2);
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => add("confirmation")));
    mail.refuseWith = 451;
    await Promise.all(ids.map((id) => deliverMail(owner, id, post())));
    expect(await owner.$count(outgoing_mails, sql`released_at is not null and status = 'waiting'`)).toBe(2);
    mail.refuseWith = null;
    await Promise.all(ids.map((id) => deliverMail(owner, id, post())));
    expect(await arrived()).toHaveLength(2);
  });

  test("with a thousand emails to visitors queued, further ones are discarded", async () => {
    await release(VISITOR_MAILS_PER_HOUR);
    await owner.execute(sql`
      insert into outgoing_mails (id, kind, message_id, recipient, subject, text_body, html_body, trouble)
      select gen_random_uuid(), 'confirmation', gen_random_uuid(), 'x@example.com', '', '', '', 'in-line'
      from generate_series(1, 1000)`);
    const id = await add("confirmation");
    expect(await deliverMail(owner, id, post())).toBe("postponed");
    expect(await rowOf(id)).toBeUndefined();
    expect(await deliver(await send("Ada"))).toBe("sent");
  });

  test("each mailbox gets one confirmation a day, regardless of plus tags and Gmail dots", async () => {
    await owner.insert(website_settings).values({ setting_key: "confirmation_mail", setting_value: "on" });
    for (const email of ["ada@example.com", "ada+1@example.com", "ada+2@example.com"])
      await send("Ada", { email });
    for (const email of ["bob.b@gmail.com", "b.obb@googlemail.com"]) await send("Bob", { email });
    expect(await owner.$count(enquiries)).toBe(5);
    expect(await owner.$count(outgoing_mails, eq(outgoing_mails.kind, "confirmation"))).toBe(2);
  });
});

test("the queries for a flood and a long queue use an index", async () => {
  await owner.execute(sql`
    insert into enquiries (id, form_type, name, email, created_at)
    select gen_random_uuid(), 'contact', 'Old', 'o@example.com', now() - n * interval '5 minutes'
    from generate_series(1, 20000) n`);
  await owner.execute(sql`
    insert into outgoing_mails (id, kind, message_id, recipient, subject, text_body, html_body, status, sent_at, released_at)
    select gen_random_uuid(), 'newsletter', n, 'x@example.com', '', '', '', 'sent', now(), now() - n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await owner.execute(sql`analyze enquiries, outgoing_mails`);
  const plan = async (query: ReturnType<typeof sql>) =>
    (await owner.execute<{ "QUERY PLAN": string }>(sql`explain ${query}`)).rows
      .map((row) => row["QUERY PLAN"])
      .join("\n");
  const lastHour = sql`select count(*) from enquiries where status <> 'spam' and created_at > now() - interval '1 hour'`;
  const released = sql`select count(*) from outgoing_mails where released_at > now() - interval '1 hour'`;
  const held = sql`select count(*) from outgoing_mails where status = 'waiting' and trouble = 'held'`;
  for (const query of [lastHour, released, held]) expect(await plan(query)).not.toContain("Seq Scan");
});
