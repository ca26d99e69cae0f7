import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { openOutbox, postTo, refusal } from "../../../tests/support/outbox.ts";
import { PATIENCE } from "../../../tests/support/patience.ts";
import { sendMailAgain } from "../enquiries/writes.owner.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { deliverMail } from "./delivery.server.ts";
import { outgoing_mails } from "./table.server.ts";

const { owner, arrived, listen, recordMail, rowOf, setContact } = await openOutbox();

test("an email without a recipient stays pending, and the reason is recorded", async () => {
  await setContact("not an address");
  const post = postTo(await listen(), { LEADS_TO: "" });
  const id = await recordMail();
  expect(await deliverMail(owner, id, post)).toBe("postponed");
  expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 0, trouble: "no-recipient" });
});

describe("CONTRACT, LEADS_TO: 'the `contact_email` setting, unless it's still the sample one'", () => {
  const SAMPLE = "hello@example.com";

  test("a notification stays pending if the sample address replaces the owner's", async () => {
    await setContact("owner@seo.example");
    const id = await recordMail();
    expect(await deliverMail(owner, id, postTo(1, { LEADS_TO: "" }))).toBe("later");
    await setContact(SAMPLE);
    expect(await deliverMail(owner, id, postTo(await listen(), { LEADS_TO: "" }))).toBe("postponed");
    expect(await rowOf(id)).toMatchObject({ recipient: null, trouble: "no-recipient" });
    expect(arrived).toEqual([]);
  });

  test("an address in LEADS_TO is used as is and becomes the sender", async () => {
    await setContact(SAMPLE);
    await deliverMail(owner, await recordMail(), postTo(await listen(), { LEADS_TO: SAMPLE }));
    await deliverMail(owner, await recordMail(), postTo(await listen(), { LEADS_TO: "me@seo.example" }));
    expect(arrived.map(({ from, to }) => [from, to.join()])).toEqual([
      [SAMPLE, SAMPLE],
      ["me@seo.example", "me@seo.example"],
    ]);
  });
});

test("each address in LEADS_TO gets its own email, and a rejected address doesn't delay the others", async () => {
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

describe("if LEADS_TO changes while emails are pending, each current recipient gets exactly one email", () => {
  const DOWN = 1;

  /** Also tries copies that are created along the way. */
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
  const received = () => arrived.map(({ to }) => to.join()).sort();
  const [a, b, c] = ["a@seo.example", "b@seo.example", "c@seo.example"];

  test.each([
    ["reordered", `${a}, ${b}`, `${b}, ${a}`, [a, b]],
    ["without its first address", `${a}, ${b}`, b, [b]],
    ["without its second address", `${a}, ${b}`, a, [a]],
    ["extended", a, `${b}, ${a}, ${c}`, [a, b, c]],
    ["replaced by one", `${a}, ${b}`, c, [c]],
    ["replaced by several", a, `${b}, ${c}`, [b, c]],
    ["partly in capitals", `${a}, ${b}`, "B@seo.example, a@seo.example", ["B@seo.example", a]],
  ])("LEADS_TO is %s", async (_what, before, after, expected) => {
    await recordMail();
    await tryAll(DOWN, before);
    await tryAll(await listen(), after);
    expect(received()).toEqual(expected.toSorted());
    expect(await owner.$count(outgoing_mails, sql`status <> 'sent'`)).toBe(0);
    await tryAll(await listen(), before);
    expect(received()).toEqual(expected.toSorted());
  });

  test("a recipient who has the email doesn't get it again when another address is replaced", async () => {
    await recordMail();
    const port = await listen({
      onRcptTo: ({ address }, _session, done) => done(address === b ? refusal(450, "Try later") : undefined),
    });
    await tryAll(port, `${a}, ${b}`);
    await tryAll(await listen(), `${c}, ${a}`);
    expect(received()).toEqual([a, c]);
  });

  test("'Send again' uses the address that replaced the dead one", async () => {
    const id = await recordMail();
    const port = await listen({
      onRcptTo: ({ address }, _session, done) =>
        done(address === a ? refusal(550, "No such user") : undefined),
    });
    await tryAll(port, `${a}, ${b}`);
    expect(received()).toEqual([b]);
    await sendMailAgain(owner, id);
    await tryAll(port, `${c}, ${b}`);
    expect(received()).toEqual([b, c]);
  });

  test("concurrent tries send only one email to a new address", async () => {
    const id = await recordMail();
    await tryAll(DOWN, `${a}, ${b}`);
    const post = postTo(await listen(), { LEADS_TO: `${a}, ${b}, ${c}` });
    const { enquiry_id, subject, text_body, html_body } = await rowOf(id);
    let trying: Promise<unknown> = Promise.resolve();
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
    expect(received()).toEqual([a, b, c]);
  });

  async function expectWaitForLock() {
    const { rows } = await owner.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }

  test("an address that replaces another gets the full number of tries", async () => {
    const id = await recordMail();
    await tryAll(DOWN, a);
    await owner.update(outgoing_mails).set({ attempts: 1000 });
    await tryAll(DOWN, b);
    expect(await rowOf(id)).toMatchObject({ status: "waiting", attempts: 1, recipient: b });
  });

  test("emails whose recipients were all removed are sent to recipients added later", async () => {
    await recordMail();
    await tryAll(DOWN, `${a}, ${b}`);
    await tryAll(await listen(), "");
    expect(received()).toEqual([]);
    await tryAll(await listen(), `${b}, ${a}`);
    expect(received()).toEqual([a, b]);
  });

  test("other recipients' copies are queued before the first email is sent", async () => {
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
