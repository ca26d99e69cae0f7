import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import { DomUtils, parseDocument } from "htmlparser2";
import PostalMime from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, test, vi } from "vitest";
import { enquiry, openOutbox, postTo, refusal, secondsAhead } from "../../../tests/support/outbox.ts";
import { PATIENCE } from "../../../tests/support/patience.ts";
import { databaseOn } from "../../platform/database/database.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { deliverMail } from "./delivery.server.ts";
import { outgoing_mails } from "./table.server.ts";

const { owner, openPool, arrived, servers, listen, closeAll, recordMail, rowOf } = await openOutbox();

test("the owner's email has every field of SPEC 7, as text and HTML, with the visitor as reply-to", async () => {
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
  const html = DomUtils.textContent(parseDocument(mail.html ?? ""));
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

test("a name with line breaks and commands adds no headers or recipients", async () => {
  const post = postTo(await listen());
  const name = "Ada\r\nBcc: eve@example.com\r\n\r\n<script>";
  await deliverMail(owner, await recordMail({ name }), post);
  const { to, mail } = arrived[0]!;
  expect(to).toEqual(["owner@seo.example"]);
  expect(mail.headers.map((header) => header.key)).not.toContain("bcc");
  expect(mail.replyTo).toEqual([{ name: "", address: "ada@example.com" }]);
});

test("the sender is the SMTP_URL login if that's an address, otherwise the contact email", async () => {
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

test("a login in SMTP_URL may contain a bare percent sign", async () => {
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

test.each([
  ["at the greeting", { onConnect: (_session, done) => done(refusal(421, "Try later")) }],
  ["at the sender", { onMailFrom: (_address, _session, done) => done(refusal(421, "Try later")) }],
  ["at the recipient", { onRcptTo: (_address, _session, done) => done(refusal(450, "Try later")) }],
  [
    "after the message",
    { onData: (stream, _session, done) => stream.resume().on("end", () => done(refusal(451, "Try later"))) },
  ],
  ["for lack of a login", { onRcptTo: (_address, _session, done) => done(refusal(530, "Try later")) }],
  [
    "at the sender, permanently",
    { onMailFrom: (_address, _session, done) => done(refusal(553, "Not your address")) },
  ],
] satisfies [string, SMTPServerOptions][])(
  "after a rejection %s, the email is retried within a minute and arrives once",
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

test("the Message-ID is the same on every attempt, so duplicates can be recognized", async () => {
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
  "a permanent rejection of %s is recorded, and a visitor's email isn't retried and doesn't delay others",
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

test("with a wrong or missing password, the email stays pending", async () => {
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

test("no email is lost if the connection drops in the middle of the message", async () => {
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

test("a server whose certificate can't be verified is still used", async () => {
  // smtp-server offers STARTTLS with a self-signed certificate.
  const port = await listen({ disabledCommands: [] });
  expect(await deliverMail(owner, await recordMail(), postTo(port))).toBe("sent");
});

test("a message arrives once, even if the server scans it for a long time", async () => {
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

test("a slow mail server gets one copy, even though the database ends idle transactions", async () => {
  const application_name = "impatient";
  const pool = openPool({
    max: 1,
    application_name,
    onConnect: async (client) => {
      await client.query("set idle_in_transaction_session_timeout = '1s'");
    },
  });
  const port = await listen({
    async onRcptTo(_address, _session, done) {
      await vi.waitFor(async () => {
        const { rows } = await owner.execute(sql`
          select 1 from pg_stat_activity where application_name = ${application_name}
            and state = 'idle in transaction' and clock_timestamp() - state_change < interval '1.5 s'`);
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

test("an email that's being sent isn't sent again, even if its database connection is lost", async () => {
  const application_name = "lost";
  const pool = openPool({ max: 1, application_name });
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const port = await listen({
    async onMailFrom(_address, _session, done) {
      begun.resolve();
      await released.promise;
      done();
    },
  });
  const id = await recordMail();
  const first = deliverMail(databaseOn(pool), id, postTo(port));
  first.catch(() => {});
  await begun.promise;
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${application_name}`;
  await vi.waitFor(async () => expect((await owner.execute(end)).rows).toEqual([]), PATIENCE);
  // A server that accepts the email at once.
  const other = postTo(await listen());
  expect(await deliverMail(owner, id, other)).toBeNull();
  released.resolve();
  await expect(first).rejects.toThrow();
  await pool.end();
  expect(arrived).toHaveLength(1);
  // The next attempt records the server's reply.
  expect(await deliverMail(owner, id, other)).toBe("sent");
  expect(await rowOf(id)).toMatchObject({ status: "sent" });
  expect(arrived).toHaveLength(1);
});

describe("email to a visitor", () => {
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

  test("is sent to the visitor, from the owner, with its own headers", async () => {
    const { outcome } = await confirmation(await listen(), "one@seo.example, two@seo.example");
    expect(outcome).toBe("sent");
    expect(arrived).toMatchObject([{ from: "one@seo.example", to: ["ada@example.com"] }]);
    const headers = arrived[0]?.mail.headers.map(({ key, value }) => [key, value]);
    expect(headers).toContainEqual(["auto-submitted", "auto-replied"]);
    expect(headers).toContainEqual(["list-unsubscribe", "<https://seo.example/x>"]);
  });

  test("stays pending if the owner has no address to send from", async () => {
    const { id, outcome } = await confirmation(await listen(), "");
    expect(outcome).toBe("postponed");
    expect(await rowOf(id)).toMatchObject({ status: "waiting", trouble: "no-sender" });
    expect(arrived).toEqual([]);
  });
});
