import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { PATIENCE } from "../../../tests/support/patience.ts";
import { readConfig } from "../../platform/config.server.ts";
import { databaseOn } from "../../platform/database.server.ts";
import { openMailer } from "../../platform/mail.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { deliverMail } from "./delivery.server.ts";
import { recordEnquiry } from "./queries.server.ts";
import type { Enquiry } from "./rules.ts";
import { requeueOverdueMails, secondsUntilTry, sendWaitingForAddress } from "./schedule.server.ts";
import { enquiries, outgoing_mails } from "./table.server.ts";
import { sendMailAgain } from "./writes.owner.server.ts";

const { owner, visitor, openPool } = await openTestDatabases();

const enquiry: Enquiry = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "https://ada.example",
  message: "Line one\nZeile zwei: größer & <kleiner>",
  services: ["Local SEO", "Digital PR"],
  formType: "contact",
};

type Arrived = { from: string; to: string[]; mail: Email };
let arrived: Arrived[] = [];
let servers: SMTPServer[] = [];

/** A real mail server; `answers` says how it behaves, by default it takes everything. */
async function listen(answers: SMTPServerOptions = {}, port = 0) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      const mail = await PostalMime.parse(await buffer(stream));
      const from = session.envelope.mailFrom;
      arrived.push({
        from: from ? from.address : "",
        to: session.envelope.rcptTo.map((one) => one.address),
        mail,
      });
      done();
    },
    ...answers,
  });
  server.on("error", () => {});
  servers.push(server);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return (server.server.address() as AddressInfo).port;
}

const closeAll = async () => {
  await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))));
  servers = [];
};

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });

function postTo(port: number, env: NodeJS.ProcessEnv = {}) {
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, LEADS_TO: "owner@seo.example", ...env });
  return { config, mailer: openMailer(config.smtpUrl ?? "") };
}

/** Records an enquiry as a visitor and gives the id of its mail. */
async function recordMail(changes: Partial<Enquiry> = {}): Promise<string> {
  const id = await recordEnquiry(
    visitor,
    { ...enquiry, ...changes },
    { page: "/contact", siteUrl: "https://seo.example" },
  );
  const [mail] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.enquiry_id, id));
  return mail!.id;
}

async function rowOf(id: string) {
  const [mail] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.id, id));
  return mail!;
}

/** Turns the clock on for a mail that waits: its next try is due now. */
const makeDue = (id: string) =>
  owner
    .update(outgoing_mails)
    .set({ next_try_at: sql`now() - interval '1 second'` })
    .where(eq(outgoing_mails.id, id));

const secondsAhead = (time: Date) => (time.getTime() - Date.now()) / 1000;

beforeEach(async () => {
  await owner.delete(enquiries);
  await owner.delete(website_settings);
  await owner.execute(sql`delete from graphile_worker._private_jobs`);
  arrived = [];
});
afterEach(closeAll);

test("the owner's mail arrives with every field of SPEC 7, in text and HTML, reply-to the visitor", async () => {
  const post = postTo(await listen());
  const id = await recordMail();
  expect(await deliverMail(owner, id, post)).toBe("sent");

  expect(arrived).toHaveLength(1);
  const { from, to, mail } = arrived[0]!;
  expect(to).toEqual(["owner@seo.example"]);
  expect(from).toBe("owner@seo.example");
  expect(mail.from?.address).toBe("owner@seo.example");
  expect(mail.replyTo).toEqual([{ name: "", address: "ada@example.com" }]);
  expect(mail.messageId).toBe((await rowOf(id)).message_id);
  const html = mail.html
    ?.replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
  for (const value of [
    ...[enquiry.name, enquiry.email, enquiry.phone, enquiry.website, "Local SEO, Digital PR", "contact"],
    ...["Line one", "Zeile zwei: größer & <kleiner>", "https://seo.example/contact"],
  ]) {
    expect(mail.text).toContain(value);
    expect(html).toContain(value);
  }
  expect(await rowOf(id)).toMatchObject({
    status: "sent",
    attempts: 1,
    last_error: "",
    sent_at: expect.any(Date),
  });
});

test("a name with line breaks and commands in it stays a name: no header, no recipient more", async () => {
  const post = postTo(await listen());
  const name = "Ada\r\nBcc: eve@example.com\r\n\r\n<script>";
  await deliverMail(owner, await recordMail({ name }), post);
  const { to, mail } = arrived[0]!;
  expect(to).toEqual(["owner@seo.example"]);
  expect(mail.headers.map((header) => header.key)).not.toContain("bcc");
  expect(mail.replyTo).toEqual([{ name: "", address: "ada@example.com" }]);
});

test("it is sent from the login of SMTP_URL where that is an address, else from the contact e-mail, never from the visitor", async () => {
  const port = await listen({
    onAuth: (_auth, _session, done) => done(null, { user: "x" }),
    allowInsecureAuth: true,
  });
  await owner
    .insert(website_settings)
    .values({ setting_key: "contact_email", setting_value: "hello@seo.example" });
  await deliverMail(owner, await recordMail(), postTo(port));
  const SMTP_URL = `smtp://mailer%40seo.example:secret@127.0.0.1:${port}`;
  await deliverMail(owner, await recordMail(), postTo(port, { SMTP_URL }));
  expect(arrived.map(({ from }) => from)).toEqual(["hello@seo.example", "mailer@seo.example"]);
});

test("a login in SMTP_URL with a bare percent sign in it is a login all the same", async () => {
  const users: (string | undefined)[] = [];
  const port = await listen({
    onAuth({ username }, _session, done) {
      users.push(username);
      done(null, { user: "x" });
    },
    allowInsecureAuth: true,
  });
  const SMTP_URL = `smtp://50%off:secret@127.0.0.1:${port}`;
  expect(await deliverMail(owner, await recordMail(), postTo(port, { SMTP_URL }))).toBe("sent");
  expect(users).toEqual(["50%off"]);
});

test("without LEADS_TO the contact e-mail setting at the time of sending is told", async () => {
  const post = postTo(await listen(), { LEADS_TO: "" });
  const id = await recordMail();
  await setContact("hello@seo.example");
  expect(await deliverMail(owner, id, post)).toBe("sent");
  expect(arrived[0]?.to).toEqual(["hello@seo.example"]);
});

const setContact = (setting_value: string) =>
  owner
    .insert(website_settings)
    .values({ setting_key: "contact_email", setting_value })
    .onConflictDoUpdate({ target: website_settings.setting_key, set: { setting_value } });

test("where nobody is known to be told, the mail waits and knows why", async () => {
  await setContact("not an address");
  const post = postTo(await listen(), { LEADS_TO: "" });
  const id = await recordMail();
  expect(await deliverMail(owner, id, post)).toBe("later");
  expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 0, trouble: "no-recipient" });
});

describe("CONTRACT, LEADS_TO: 'the contact_email setting, unless it is still the demo content's'", () => {
  const SAMPLE = "hello@example.com";

  test("nothing is mailed to it, however it is written; the notice waits, and goes to the owner's address once there is one", async () => {
    const post = postTo(await listen(), { LEADS_TO: "" });
    const id = await recordMail();
    for (const sample of [SAMPLE, "Hello@Example.COM"]) {
      await setContact(sample);
      expect(await deliverMail(owner, id, post)).toBe("later");
    }
    expect(await rowOf(id)).toMatchObject({ status: "waiting", recipient: null, trouble: "no-recipient" });
    await setContact("owner@seo.example");
    await owner.execute(sql`delete from graphile_worker._private_jobs`);
    expect(await sendWaitingForAddress(owner)).toBe(1);
    const jobs = await owner.execute(sql`select key from graphile_worker.jobs where run_at <= now()`);
    expect(jobs.rows).toEqual([{ key: `mail:${id}` }]);
    expect(await deliverMail(owner, id, post)).toBe("sent");
    expect(arrived).toMatchObject([{ from: "owner@seo.example", to: ["owner@seo.example"] }]);
  });

  test("a notice that waited for it while it was the owner's waits again once it is the sample's", async () => {
    await setContact("owner@seo.example");
    const id = await recordMail();
    expect(await deliverMail(owner, id, postTo(1, { LEADS_TO: "" }))).toBe("later");
    await setContact(SAMPLE);
    expect(await deliverMail(owner, id, postTo(await listen(), { LEADS_TO: "" }))).toBe("later");
    expect(await rowOf(id)).toMatchObject({ recipient: null, trouble: "no-recipient" });
    expect(arrived).toEqual([]);
  });

  test("an address in LEADS_TO is taken as it is, and is the sender then", async () => {
    await setContact(SAMPLE);
    await deliverMail(owner, await recordMail(), postTo(await listen(), { LEADS_TO: SAMPLE }));
    await deliverMail(owner, await recordMail(), postTo(await listen(), { LEADS_TO: "me@seo.example" }));
    expect(arrived.map(({ from, to }) => [from, to.join()])).toEqual([
      [SAMPLE, SAMPLE],
      ["me@seo.example", "me@seo.example"],
    ]);
  });
});

test("several addresses in LEADS_TO: each gets one mail of its own, and one that is refused holds up no other", async () => {
  const port = await listen({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("gone") ? refusal(550, "No such user") : undefined),
  });
  const post = postTo(port, { LEADS_TO: "gone@seo.example, two@seo.example, three@seo.example" });
  await recordMail();
  for (let round = 0; round < 2; round++) {
    const waiting = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.status, "waiting"));
    for (const { id } of waiting) await deliverMail(owner, id, post);
  }
  expect(arrived.map(({ to }) => to.join()).sort()).toEqual(["three@seo.example", "two@seo.example"]);
  const statuses = (await owner.select().from(outgoing_mails)).map((mail) => mail.status);
  expect(statuses.sort()).toEqual(["sent", "sent", "waiting"]);
  expect(new Set((await owner.select().from(outgoing_mails)).map((mail) => mail.message_id)).size).toBe(3);
});

describe("LEADS_TO changes while mail waits: whoever is told now gets one mail, nobody two", () => {
  const DOWN = 1;

  /** Tries everything that waits, copies that come of it included. */
  async function tryAll(port: number, LEADS_TO: string) {
    const post = postTo(port, { LEADS_TO });
    const seen = new Set<string>();
    for (;;) {
      const waiting = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.status, "waiting"));
      const next = waiting.find(({ id }) => !seen.has(id));
      if (!next) return;
      seen.add(next.id);
      await deliverMail(owner, next.id, post);
    }
  }
  const told = () => arrived.map(({ to }) => to.join()).sort();
  const [a, b, c] = ["a@seo.example", "b@seo.example", "c@seo.example"];

  test.each([
    ["put in another order", `${a}, ${b}`, `${b}, ${a}`, [a, b]],
    ["shortened", `${a}, ${b}`, b, [b]],
    ["shortened by the second", `${a}, ${b}`, a, [a]],
    ["lengthened", a, `${b}, ${a}, ${c}`, [a, b, c]],
    ["replaced by one", `${a}, ${b}`, c, [c]],
    ["replaced by several", a, `${b}, ${c}`, [b, c]],
    ["written in capitals", `${a}, ${b}`, "B@seo.example, a@seo.example", ["B@seo.example", a]],
  ])("%s", async (_what, before, after, expected) => {
    await recordMail();
    await tryAll(DOWN, before);
    await tryAll(await listen(), after);
    expect(told()).toEqual(expected.toSorted());
    expect(await owner.$count(outgoing_mails, sql`status <> 'sent'`)).toBe(0);
    await tryAll(await listen(), before);
    expect(told()).toEqual(expected.toSorted());
  });

  test("who has it already gets no second one when the other address is replaced", async () => {
    await recordMail();
    const port = await listen({
      onRcptTo: ({ address }, _session, done) => done(address === b ? refusal(450, "Try later") : undefined),
    });
    await tryAll(port, `${a}, ${b}`);
    await tryAll(await listen(), `${c}, ${a}`);
    expect(told()).toEqual([a, c]);
  });

  test("'Send again': what a dead address refused goes to the one that took its place", async () => {
    const id = await recordMail();
    const port = await listen({
      onRcptTo: ({ address }, _session, done) =>
        done(address === a ? refusal(550, "No such user") : undefined),
    });
    await tryAll(port, `${a}, ${b}`);
    expect(told()).toEqual([b]);
    await sendMailAgain(owner, id);
    await tryAll(port, `${c}, ${b}`);
    expect(told()).toEqual([b, c]);
  });

  test("two who try the mail and its copy at once write to a new address once", async () => {
    const id = await recordMail();
    await tryAll(DOWN, `${a}, ${b}`);
    const post = postTo(await listen(), { LEADS_TO: `${a}, ${b}, ${c}` });
    const { enquiry_id, subject, text_body, html_body } = await rowOf(id);
    let trying: Promise<unknown> = Promise.resolve();
    // The other one has begun to settle who is told, and has not come to its end.
    await owner.transaction(async (other) => {
      await other.select().from(enquiries).for("no key update");
      trying = deliverMail(owner, id, post);
      await Promise.race([trying, vi.waitFor(expectWaitForLock, PATIENCE)]);
      await other.insert(outgoing_mails).values({
        ...{ id: randomUUID(), message_id: "<copy@seo.example>", recipient: c },
        ...{ enquiry_id, subject, text_body, html_body },
      });
    });
    await trying;
    expect(await owner.$count(outgoing_mails, eq(outgoing_mails.recipient, c))).toBe(1);
    await tryAll(await listen(), `${a}, ${b}, ${c}`);
    expect(told()).toEqual([a, b, c]);
  });

  async function expectWaitForLock() {
    const { rows } = await owner.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }

  test("an address that takes the place of another has all its tries before it", async () => {
    const id = await recordMail();
    await tryAll(DOWN, a);
    await owner.update(outgoing_mails).set({ attempts: 1000 });
    await tryAll(DOWN, b);
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 1, recipient: b });
  });

  test("where nobody is told for a time, nobody is forgotten", async () => {
    await recordMail();
    await tryAll(DOWN, `${a}, ${b}`);
    await tryAll(await listen(), "");
    expect(told()).toEqual([]);
    await tryAll(await listen(), `${b}, ${a}`);
    expect(told()).toEqual([a, b]);
  });

  test("a copy goes out although the mail server holds up the first one", async () => {
    const id = await recordMail();
    let copies = 0;
    const port = await listen({
      async onRcptTo({ address }, _session, done) {
        copies = await owner.$count(outgoing_mails, sql`recipient = ${b} and status = 'waiting'`);
        done(address === a ? refusal(450, "Try later") : undefined);
      },
    });
    await deliverMail(owner, id, postTo(port, { LEADS_TO: `${a}, ${b}` }));
    expect(copies).toBe(1);
  });
});

test.each([
  ["at the greeting", { onConnect: (_session, done) => done(refusal(421, "Try later")) }],
  ["at the sender", { onMailFrom: (_address, _session, done) => done(refusal(421, "Try later")) }],
  ["at the recipient", { onRcptTo: (_address, _session, done) => done(refusal(450, "Try later")) }],
  [
    "after the message",
    { onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(451, "Try later"))) },
  ],
  ["for want of a login", { onRcptTo: (_address, _session, done) => done(refusal(530, "Try later")) }],
  [
    "at the sender, for good",
    { onMailFrom: (_address, _session, done) => done(refusal(553, "Not your address")) },
  ],
] satisfies [string, SMTPServerOptions][])(
  "a server that refuses %s is tried again within a minute, and the mail then arrives once",
  async (_where, answers) => {
    const port = await listen(answers);
    const id = await recordMail();
    expect(await deliverMail(owner, id, postTo(port))).toBe("later");
    const waiting = await rowOf(id);
    expect(waiting).toMatchObject({
      status: "waiting",
      attempts: 1,
      last_error: expect.stringMatching(/Try later|Not your/),
    });
    expect(secondsAhead(waiting.next_try_at)).toBeLessThanOrEqual(60);

    await closeAll();
    const post = postTo(await listen());
    expect(await deliverMail(owner, id, post)).toBe("sent");
    expect(await deliverMail(owner, id, post)).toBeNull();
    expect(arrived).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 2, last_error: "" });
  },
);

test("the Message-ID is the same on every try, so that a mail that came twice is known as one", async () => {
  const seen: (string | undefined)[] = [];
  const port = await listen({
    async onData(stream, _session, done) {
      const mail = await PostalMime.parse(await buffer(stream));
      seen.push(mail.messageId);
      done(seen.length < 3 ? refusal(451, "Try later") : undefined);
    },
  });
  const id = await recordMail();
  for (let i = 0; i < 3; i++) await deliverMail(owner, id, postTo(port));
  expect(seen).toEqual(Array(3).fill((await rowOf(id)).message_id));
});

test.each([
  ["the recipient", { onRcptTo: (_address, _session, done) => done(refusal(550, "No such user")) }],
  [
    "the message",
    {
      onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(554, "No such user"))),
    },
  ],
] satisfies [string, SMTPServerOptions][])(
  "a permanent refusal of %s: a visitor's mail is marked with its reason, never tried again, and holds up no other",
  async (_what, answers) => {
    const port = await listen(answers);
    const [bad, good] = [await recordMail(), await recordMail()];
    await owner
      .update(outgoing_mails)
      .set({ kind: "confirmation", recipient: "ada@example.com" })
      .where(eq(outgoing_mails.id, bad));
    expect(await deliverMail(owner, bad, postTo(port))).toBe("never");
    expect(await rowOf(bad)).toMatchObject({ status: "refused", attempts: 1, refusals: 1 });
    expect((await rowOf(bad)).last_error).toContain("No such user");

    const post = postTo(await listen());
    expect(await deliverMail(owner, bad, post)).toBeNull();
    expect(await deliverMail(owner, good, post)).toBe("sent");
    expect(arrived).toHaveLength(1);
  },
);

describe("a notice is the lead's only alarm: a refusal for good is tried again", () => {
  const refusing = (code: number, text: string) =>
    listen({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) });

  test("five times within 24 hours, then it is marked; the reason is kept all the while", async () => {
    const post = postTo(await refusing(550, "5.1.1 No such user"));
    const id = await recordMail();
    let hours = 0;
    for (let tries = 1; tries < 5; tries++) {
      expect(await deliverMail(owner, id, post)).toBe("later");
      const row = await rowOf(id);
      expect(row).toMatchObject({
        status: "waiting",
        attempts: tries,
        refusals: tries,
        trouble: "recipient",
      });
      expect(row.last_error).toContain("No such user");
      hours += secondsAhead(row.next_try_at) / 3600;
    }
    expect(hours).toBeCloseTo(24, 1);
    expect(await deliverMail(owner, id, post)).toBe("never");
    expect(await rowOf(id)).toMatchObject({ status: "refused", attempts: 5, refusals: 5 });
    expect(await deliverMail(owner, id, post)).toBeNull();
  });

  test("the server takes it at the second try: it arrives once", async () => {
    const id = await recordMail();
    expect(await deliverMail(owner, id, postTo(await refusing(550, "No such user")))).toBe("later");
    // What is put off for most of a day is not taken for a clock that ran ahead.
    await owner.update(outgoing_mails).set({ next_try_at: sql`now() + interval '17 hours'` });
    expect(await requeueOverdueMails(owner)).toBe(0);
    expect(await deliverMail(owner, id, postTo(await listen()))).toBe("sent");
    expect(await rowOf(id)).toMatchObject({ status: "sent", trouble: "", last_error: "" });
    expect(arrived).toHaveLength(1);
  });

  test.each([
    "550 5.4.5 Daily user sending limit exceeded",
    "550 5.7.1 Client host blocked",
    "552 5.2.2 Mailbox full",
    "554 Rejected as spam by content filter",
    "550 Greylisted",
  ])("'%s' passes: it is tried like any trouble of the server", async (reply) => {
    const post = postTo(await refusing(Number(reply.slice(0, 3)), reply.slice(4)));
    const id = await recordMail();
    for (let tries = 1; tries <= 6; tries++) expect(await deliverMail(owner, id, post)).toBe("later");
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 6, refusals: 0 });
    expect(secondsAhead((await rowOf(id)).next_try_at)).toBeLessThanOrEqual(300);
  });

  test("'Send again' and another address begin anew", async () => {
    const post = postTo(await refusing(550, "No such user"));
    const id = await recordMail();
    for (let tries = 1; tries <= 5; tries++) await deliverMail(owner, id, post);
    await sendMailAgain(owner, id);
    expect(await deliverMail(owner, id, post)).toBe("later");
    expect(await rowOf(id)).toMatchObject({ attempts: 1, refusals: 1 });
    const { config, mailer } = post;
    await deliverMail(owner, id, { mailer, config: { ...config, leadsTo: "two@seo.example" } });
    expect(await rowOf(id)).toMatchObject({ recipient: "two@seo.example", attempts: 1, refusals: 1 });
  });
});

test("a wrong password or a demand for one is the owner's to mend: the mail waits", async () => {
  const port = await listen({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, "Wrong password")),
  });
  const SMTP_URL = `smtp://user:wrong@127.0.0.1:${port}`;
  const [wrong, none] = [await recordMail(), await recordMail()];
  expect(await deliverMail(owner, wrong, postTo(port, { SMTP_URL }))).toBe("later");
  expect(await deliverMail(owner, none, postTo(port))).toBe("later");
});

test("a connection that drops in the middle of the message loses nothing", async () => {
  const port = await listen({
    onData: (stream) =>
      stream.once("data", () => {
        for (const connection of servers[0]?.connections ?? []) connection.close();
      }),
  });
  const id = await recordMail({ message: "x".repeat(4000) });
  expect(await deliverMail(owner, id, postTo(port))).toBe("later");
  expect(await deliverMail(owner, id, postTo(await listen()))).toBe("sent");
  expect(arrived).toHaveLength(1);
});

test("a server that is away and comes back on the same port gets what waited", async () => {
  const port = await listen();
  await closeAll();
  const post = postTo(port);
  const ids = [await recordMail(), await recordMail()];
  for (const id of ids) expect(await deliverMail(owner, id, post)).toBe("later");
  await listen({}, port);
  for (const id of ids) expect(await deliverMail(owner, id, post)).toBe("sent");
  expect(arrived).toHaveLength(2);
});

test("a server that offers an encryption nobody can check is still reached, as mail servers reach each other", async () => {
  // smtp-server offers STARTTLS with a certificate of its own making.
  const port = await listen({ disabledCommands: [] });
  expect(await deliverMail(owner, await recordMail(), postTo(port))).toBe("sent");
});

test("tries come within a minute at first, then every 30 minutes, and end after 5 days with the reason", async () => {
  const waits = Array.from({ length: 20 }, (_, i) => secondsUntilTry(i + 1));
  expect(waits.slice(0, 3).every((seconds) => seconds <= 60)).toBe(true);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBe(1800);

  const port = await listen({ onRcptTo: (_address, _session, done) => done(refusal(450, "Still busy")) });
  const id = await recordMail();
  let attempts = 0;
  for (let seconds = 0; seconds < 5 * 24 * 3600; seconds += secondsUntilTry(attempts)) attempts++;
  await owner.update(outgoing_mails).set({ attempts: attempts - 2 });
  expect(await deliverMail(owner, id, postTo(port))).toBe("later");
  expect(await deliverMail(owner, id, postTo(port))).toBe("never");
  expect(await rowOf(id)).toMatchObject({
    status: "refused",
    last_error: expect.stringContaining("Still busy"),
  });
});

test("two workers at one mail send it once", async () => {
  const post = postTo(await listen());
  const id = await recordMail();
  const outcomes = await Promise.all([1, 2, 3].map(() => deliverMail(owner, id, post)));
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
  expect(arrived).toHaveLength(1);
});

test("a mail whose job was lost with a killed worker is queued again when it is due, one that is not due is left", async () => {
  const [lost, later, sent] = [await recordMail(), await recordMail(), await recordMail()];
  await owner.execute(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`);
  await makeDue(lost);
  await owner
    .update(outgoing_mails)
    .set({ next_try_at: sql`now() + interval '1 hour'` })
    .where(eq(outgoing_mails.id, later));
  await owner.update(outgoing_mails).set({ status: "sent" }).where(eq(outgoing_mails.id, sent));

  expect(await requeueOverdueMails(owner)).toBe(1);
  expect(await requeueOverdueMails(owner)).toBe(1);
  const free = await owner.execute(sql`select key from graphile_worker.jobs where locked_at is null`);
  expect(free.rows).toEqual([{ key: `mail:${lost}` }]);
});

test("what a clock that ran ahead put off for years is queued again once the clock is right", async () => {
  const id = await recordMail();
  await owner.update(outgoing_mails).set({
    created_at: sql`now() + interval '4 years'`,
    next_try_at: sql`now() + interval '4 years'`,
  });
  await owner.execute(sql`update graphile_worker._private_jobs set run_at = now() + interval '4 years'`);
  const due = async () =>
    (await owner.execute(sql`select key from graphile_worker.jobs where run_at <= now()`)).rows;
  expect(await requeueOverdueMails(owner)).toBe(1);
  expect(await due()).toEqual([{ key: `mail:${id}` }]);

  const { next_try_at } = await rowOf(id);
  expect(secondsAhead(next_try_at)).toBeGreaterThan(0);
  await sendMailAgain(owner, id);
  expect(secondsAhead((await rowOf(id)).next_try_at)).toBeLessThanOrEqual(0);
});

test("a mail that is being sent while it is queued again is sent once", async () => {
  let queued = 0;
  const port = await listen({
    async onRcptTo(_address, _session, done) {
      queued = await requeueOverdueMails(owner);
      done();
    },
  });
  const id = await recordMail();
  await makeDue(id);
  const post = postTo(port);
  expect(await deliverMail(owner, id, post)).toBe("sent");
  expect(queued).toBe(1);
  expect(await deliverMail(owner, id, post)).toBeNull();
  expect(arrived).toHaveLength(1);
});

test("a failed try leaves exactly one job, at the time of the next try", async () => {
  const port = await listen({ onMailFrom: (_address, _session, done) => done(refusal(421, "Try later")) });
  const id = await recordMail();
  await deliverMail(owner, id, postTo(port));
  const jobs = await owner.execute(sql`
    select key, run_at = (select next_try_at from outgoing_mails) as on_time from graphile_worker.jobs`);
  expect(jobs.rows).toEqual([{ key: `mail:${id}`, on_time: true }]);
});

test.each([
  ["before its greeting", { onConnect: () => {} }],
  ["after the message", { onData: (stream) => stream.resume() }],
] satisfies [string, SMTPServerOptions][])(
  "a server that hangs %s is given up for now, and the mail arrives once it is back",
  async (_where, answers) => {
    const port = await listen(answers);
    const id = await recordMail();
    const SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=200&socketTimeout=200`;
    expect(await deliverMail(owner, id, postTo(port, { SMTP_URL }))).toBe("later");
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 1 });

    expect(await deliverMail(owner, id, postTo(await listen()))).toBe("sent");
    expect(arrived).toHaveLength(1);
  },
);

test("a server that looks at a message for longer than at anything else before it takes it gets it once", async () => {
  const SCAN_MS = 11_000;
  const port = await listen({
    onData(stream, _session, done) {
      stream.resume().on("end", () => setTimeout(done, SCAN_MS));
    },
  });
  const id = await recordMail();
  expect(await deliverMail(owner, id, postTo(port))).toBe("sent");
  expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 1 });
});

test("a database that breaks off idle transactions lets a slow mail server finish: the mail arrives once", async () => {
  const application_name = "impatient";
  const pool = openPool({
    max: 1,
    application_name,
    onConnect: async (client) => {
      await client.query("set idle_in_transaction_session_timeout = '100ms'");
    },
  });
  const port = await listen({
    async onRcptTo(_address, _session, done) {
      await vi.waitFor(async () => {
        const { rows } = await owner.execute(sql`
          select 1 from pg_stat_activity where application_name = ${application_name}
            and state = 'idle in transaction' and clock_timestamp() - state_change < interval '300 ms'`);
        expect(rows).toEqual([]);
      }, PATIENCE);
      done();
    },
  });
  const id = await recordMail();
  const delivering = deliverMail(databaseOn(pool), id, postTo(port));
  await delivering.finally(() => pool.end());
  expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 1 });
});

describe("mail to a visitor", () => {
  const confirmation = async (port: number, LEADS_TO: string) => {
    const id = randomUUID();
    await owner.insert(outgoing_mails).values({
      id,
      kind: "confirmation",
      message_id: `<${id}@seo.example>`,
      recipient: "ada@example.com",
      subject: "Received",
      text_body: "Text",
      html_body: "<p>Text</p>",
      headers: { "Auto-Submitted": "auto-replied", "List-Unsubscribe": "<https://seo.example/x>" },
    });
    return { id, outcome: await deliverMail(owner, id, postTo(port, { LEADS_TO })) };
  };

  test("goes to the visitor, from the owner, with the headers of its own", async () => {
    const { outcome } = await confirmation(await listen(), "one@seo.example, two@seo.example");
    expect(outcome).toBe("sent");
    expect(arrived).toMatchObject([{ from: "one@seo.example", to: ["ada@example.com"] }]);
    const headers = arrived[0]?.mail.headers.map(({ key, value }) => [key, value]);
    expect(headers).toContainEqual(["auto-submitted", "auto-replied"]);
    expect(headers).toContainEqual(["list-unsubscribe", "<https://seo.example/x>"]);
  });

  test("waits where the owner has no address to send from: it never goes out in the visitor's own name", async () => {
    const { id, outcome } = await confirmation(await listen(), "");
    expect(outcome).toBe("later");
    expect(await rowOf(id)).toMatchObject({ status: "waiting", trouble: "no-sender" });
    expect(arrived).toEqual([]);
  });
});

test("a server that is down for an hour: tried again in time, and every mail arrives once it is back", async () => {
  const port = await listen();
  await closeAll();
  const post = postTo(port);
  const ids = await Promise.all([1, 2, 3].map(() => recordMail()));
  let minutes = 0;
  for (let attempts = 0; minutes < 60; minutes += secondsUntilTry(++attempts) / 60) {
    for (const id of ids) {
      // The clock is moved, not waited for: what is due now was put off until now.
      await makeDue(id);
      expect(await deliverMail(owner, id, post)).toBe("later");
    }
  }
  await listen({}, port);
  for (const id of ids) {
    expect(secondsAhead((await rowOf(id)).next_try_at)).toBeLessThanOrEqual(1800);
    await makeDue(id);
  }
  expect(await requeueOverdueMails(owner)).toBe(3);
  for (const id of ids) expect(await deliverMail(owner, id, post)).toBe("sent");
  expect(arrived).toHaveLength(3);
});
