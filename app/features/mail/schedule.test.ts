import { eq, sql } from "drizzle-orm";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, test } from "vitest";
import { openOutbox, postTo, refusal, secondsAhead } from "../../../tests/support/outbox.ts";
import { sendMailAgain } from "../enquiries/writes.owner.server.ts";
import { deliverMail } from "./delivery.server.ts";
import { requeueOverdueMails, secondsUntilTry } from "./schedule.server.ts";
import { outgoing_mails } from "./table.server.ts";

const { owner, arrived, listen, closeAll, recordMail, rowOf, makeDue } = await openOutbox();

describe("a permanently rejected notification is retried", () => {
  const refusing = (code: number, text: string) =>
    listen({ onRcptTo: (_address, _session, done) => done(refusal(code, text)) });

  test("after five tries within 24 hours, the notification is marked as rejected", async () => {
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

  test("an email that the server accepts on the second try arrives once", async () => {
    const id = await recordMail();
    expect(await deliverMail(owner, id, postTo(await refusing(550, "No such user")))).toBe("later");
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
  ])("'%s' is temporary, so the notification is retried as usual", async (reply) => {
    const post = postTo(await refusing(Number(reply.slice(0, 3)), reply.slice(4)));
    const id = await recordMail();
    for (let tries = 1; tries <= 6; tries++) expect(await deliverMail(owner, id, post)).toBe("later");
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 6, refusals: 0 });
    expect(secondsAhead((await rowOf(id)).next_try_at)).toBeLessThanOrEqual(300);
  });

  test("'Send again' or a new address restarts the retries", async () => {
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

test("retries slow down to every 30 minutes and end after 5 days", async () => {
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

test("concurrent workers send the same email once", async () => {
  const post = postTo(await listen());
  const id = await recordMail();
  const outcomes = await Promise.all([1, 2, 3].map(() => deliverMail(owner, id, post)));
  expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
  expect(arrived).toHaveLength(1);
});

test("an overdue email is requeued if its worker was killed", async () => {
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

test("an email that a fast clock delayed for years is requeued", async () => {
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

test("an email that is requeued while being sent is sent once", async () => {
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
  "a server that hangs %s is abandoned for now, and the email arrives once it's back",
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

test("every email arrives after an hour-long mail server outage", async () => {
  const port = await listen();
  await closeAll();
  const post = postTo(port);
  const ids = await Promise.all([1, 2, 3].map(() => recordMail()));
  let minutes = 0;
  for (let attempts = 0; minutes < 60; minutes += secondsUntilTry(++attempts) / 60) {
    for (const id of ids) {
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
