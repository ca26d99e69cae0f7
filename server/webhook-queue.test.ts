import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { recordEnquiry } from "../app/features/enquiries/queries.server.ts";
import {
  changeEnquiries,
  deleteEnquiries,
  restoreEnquiries,
} from "../app/features/enquiries/writes.owner.server.ts";
import { deleteSubscriber, restoreSubscriber } from "../app/features/newsletter/queries.owner.server.ts";
import {
  addTest,
  purgeDeliveries,
  queueSince,
  sendAgain,
} from "../app/features/webhooks/deliveries.server.ts";
import { addEndpoint, rotateSecret, updateEndpoint } from "../app/features/webhooks/endpoints.server.ts";
import { claimEndpoint, failOverdue } from "../app/features/webhooks/queue.server.ts";
import type { WebhookInput } from "../app/features/webhooks/rules.ts";
import type { Config } from "../app/platform/config.server.ts";
import { openTestDatabases } from "../tests/support/database.ts";
import { PATIENCE } from "../tests/support/patience.ts";
import { quietLog as log } from "../tests/support/quiet-log.ts";
import { folderOfFile } from "../tests/support/test-folder.ts";
import { openReceiver } from "../tests/support/webhooks.ts";
import { deliverTo, deliverWebhooks, type WebhookTools } from "./webhook-queue.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { owner: db, visitor } = await openTestDatabases();
const receiver = await openReceiver();
const { received } = receiver;
const siteUrl = "https://seopro.test";
const config = {
  siteUrl,
  dataDir: folderOfFile(),
  leadsTo: "owner@seopro.test",
  audit: null,
} as unknown as Config;
let ahead = 0;
const patient = { hopMs: PATIENCE.timeout, dnsMs: PATIENCE.timeout, connectMs: PATIENCE.timeout };
const tools: WebhookTools = {
  db,
  config,
  log,
  network: receiver.network,
  limits: patient,
  ahead: () => ahead,
  paceMs: 0,
};

beforeEach(async () => {
  ahead = 0;
  received.length = 0;
  receiver.answer = receiver.accept;
  await db.execute(
    sql`truncate webhook_endpoints, enquiries, subscribers, outgoing_mails, kept_for_undo cascade`,
  );
});

/** Sends everything that's due, as the runner does. */
async function run(with_ = tools) {
  for (;;) {
    const claimed = await claimEndpoint(db, [], ahead);
    if (!claimed) return;
    await deliverTo(claimed.id, with_, new AbortController().signal);
  }
}
const EVERY = {
  name: "Tool",
  url: "https://hook.site.test/in?key=1",
  format: "standard",
  events: [
    "enquiry.created",
    "enquiry.status_changed",
    "enquiry.replied",
    "audit.finished",
    "subscriber.confirmed",
  ],
  sends_personal: false,
  is_on: true,
} as const;
async function endpoint(changes: Partial<WebhookInput> = {}) {
  const secret = await addEndpoint(db, config, { ...EVERY, events: [...EVERY.events], ...changes });
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from webhook_endpoints order by created_at desc, id limit 1`,
  );
  return { id: rows[0]!.id, secret };
}
const ADA = {
  ...{ name: "Ada Lovelace", email: "ada@visitor.test", phone: "+1 212 555 0100", website: "visitor.test" },
  message: "My <!channel> secret & @here \u2028 plan",
};
const send = (changes: { message?: string } = {}, facts: { spamReasons?: string[] } = {}) =>
  recordEnquiry(
    visitor,
    { ...ADA, formType: "contact", services: [], ...changes },
    { page: "/contact", siteUrl, ...facts },
  );
const states = async () =>
  (
    await db.execute<{
      event: string;
      state: string;
      attempts: number;
      status: number | null;
      trouble: string;
    }>(sql`select event, state, attempts, status, trouble from webhook_deliveries order by at, id`)
  ).rows;
const only = async () => (await states())[0]!;
const endpointRow = async () =>
  (
    await db.execute<{ is_on: boolean; off_reason: string; failures: number }>(
      sql`select * from webhook_endpoints`,
    )
  ).rows[0]!;
function* forever() {
  for (;;) yield Buffer.alloc(65_536, "a");
}
const types = () => received.map(({ json }) => json.type);

test("an enquiry arrives with a signature that the reference library accepts", async () => {
  const { secret } = await endpoint();
  const id = await send();
  await run();
  const [one] = received;
  expect(one).toMatchObject({ host: "hook.site.test", path: "/in?key=1" });
  expect(new Webhook(secret).verify(one!.body, one!.headers as Record<string, string>)).toEqual(one!.json);
  expect(() => new Webhook(secret).verify(`${one!.body} `, one!.headers as Record<string, string>)).toThrow();
  expect(one!.json).toMatchObject({
    type: "enquiry.created",
    data: {
      id,
      url: `${siteUrl}/admin-control-panel-seoprozone/enquiries?open=${id}`,
      form: "contact",
      status: "new",
    },
  });
  expect(await only()).toMatchObject({ state: "done", attempts: 1, status: 200, trouble: "" });
});

test("without personal data, nothing a visitor typed is sent in any format; with it, never in a header", async () => {
  for (const format of ["standard", "slack", "teams"] as const) {
    await endpoint({ name: format, format });
    await endpoint({ name: `${format} too`, format, sends_personal: true });
  }
  await send();
  await run();
  expect(received).toHaveLength(6);
  const typed = /lovelace|212 555|visitor\.test|@here/i;
  const withIt = received.filter(({ body }) => typed.test(body));
  expect(withIt).toHaveLength(3);
  for (const { headers } of received) expect(JSON.stringify(headers)).not.toMatch(typed);
});

test("while a secret is being replaced, both verify; a day later, only the new one signs", async () => {
  const { id, secret } = await endpoint();
  const next = await rotateSecret(db, config, id);
  await send();
  await run();
  const headers = received[0]!.headers as Record<string, string>;
  for (const one of [secret, next])
    expect(() => new Webhook(one).verify(received[0]!.body, headers)).not.toThrow();
  ahead = DAY + MINUTE;
  await send({ message: "Later" });
  await run();
  expect(headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  expect(String(received[1]!.headers["webhook-signature"]).split(" ")).toHaveLength(1);
});

test("300 enquiries during a day's outage all arrive once, in order", async () => {
  await endpoint();
  const sent: string[] = [];
  receiver.answer = (_, response) => response.writeHead(503).end();
  for (; ahead < DAY; ahead += 20 * MINUTE) {
    for (let n = 0; n < 5 && sent.length < 300; n++) sent.push(await send({ message: `No. ${sent.length}` }));
    await run();
  }
  expect(sent).toHaveLength(300);
  const tries = received.length;
  expect(tries).toBeLessThan(10);
  expect(new Set(received.map(({ json }) => json.data.id))).toEqual(new Set([sent[0]]));
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  receiver.answer = receiver.accept;
  received.length = 0;
  for (; received.length < 300 && ahead < 3 * DAY; ahead += 20 * MINUTE) await run();
  expect(received.map(({ json }) => json.data.id)).toEqual(sent);
  expect(new Set((await states()).map(({ state }) => state))).toEqual(new Set(["done"]));
});

test("what an endpoint rejects is retried on its own and doesn't hold up the rest", async () => {
  await endpoint();
  const bad = await send();
  const good = await send({ message: "Second" });
  receiver.answer = ({ json }, response) => response.writeHead(json.data.id === bad ? 422 : 200).end();
  await run();
  expect(received.map(({ json }) => json.data.id)).toEqual([bad, good]);
  await run();
  expect(received).toHaveLength(2);
  ahead = 10;
  await run();
  expect(received.map(({ json }) => json.data.id)).toEqual([bad, good, bad]);
  expect((await states()).map(({ state, status }) => [state, status])).toEqual([
    ["waiting", 422],
    ["done", 200],
  ]);
  ahead = 3 * DAY + MINUTE;
  await failOverdue(db, ahead);
  expect(await only()).toMatchObject({ state: "failed", status: 422 });
});

test("Retry-After decides when to try again, up to a day", async () => {
  await endpoint();
  await send();
  receiver.answer = (_, response) => response.writeHead(429, { "Retry-After": "999999999" }).end();
  await run();
  ahead = DAY - MINUTE;
  await run();
  expect(received).toHaveLength(1);
  ahead = DAY + MINUTE;
  await run();
  expect(received).toHaveLength(2);
});

test("a 410 switches the endpoint off and emails the owner, without a word about the visitor", async () => {
  await endpoint();
  await send();
  await send({ message: "Second" });
  receiver.answer = (_, response) => response.writeHead(410).end();
  await run();
  expect(await endpointRow()).toMatchObject({ is_on: false, off_reason: "gone" });
  expect((await states()).map(({ state }) => state)).toEqual(["failed", "waiting"]);
  const { rows } = await db.execute<{ recipient: string; text: string }>(
    sql`select recipient, subject || text_body || html_body as text from outgoing_mails where subject like 'The webhook%'`,
  );
  expect(rows).toMatchObject([{ recipient: "owner@seopro.test" }]);
  expect(rows[0]!.text).toContain("The webhook Tool was switched off");
  expect(rows[0]!.text).not.toMatch(/ada|visitor/i);
  await run();
  expect(received).toHaveLength(1);
});

test("five days without a success switch the endpoint off, and a success before that starts over", async () => {
  await endpoint();
  receiver.answer = (_, response) => response.writeHead(500).end();
  const daily = async () => {
    await send({ message: `At ${ahead}` });
    for (const end = ahead + DAY; ahead < end; ahead += HOUR) await run();
  };
  for (let day = 0; day < 4; day++) await daily();
  expect(await endpointRow()).toMatchObject({ is_on: true });
  receiver.answer = receiver.accept;
  await daily();
  expect(await endpointRow()).toMatchObject({ failures: 0, failing_since: null });
  receiver.answer = (_, response) => response.writeHead(500).end();
  for (let day = 0; day < 4; day++) await daily();
  expect(await endpointRow()).toMatchObject({ is_on: true });
  for (let day = 0; day < 3; day++) await daily();
  expect(await endpointRow()).toMatchObject({ is_on: false, off_reason: "failing" });
});

describe("hostile endpoints", () => {
  const troubleOf = async (with_: Partial<WebhookTools>, changes: Partial<WebhookInput> = {}) => {
    await endpoint(changes);
    await send();
    await run({ ...tools, ...with_ });
    const { state, status, trouble } = await only();
    return { state, status, trouble };
  };

  test("redirects aren't followed", async () => {
    receiver.answer = (_, response) =>
      response.writeHead(302, { Location: "https://hook.site.test/other" }).end();
    expect(await troubleOf({})).toEqual({ state: "waiting", status: 302, trouble: "" });
    expect(received).toHaveLength(1);
  });

  test.each(["10.0.0.7", "127.0.0.1", "169.254.169.254", "::1", "64:ff9b::a00:7"])(
    "a name that DNS points to %s is refused",
    async (address) => {
      const network = { ...receiver.network, resolve: async () => [address] };
      expect(await troubleOf({ network })).toEqual({ state: "waiting", status: null, trouble: "refused" });
      expect(received).toHaveLength(0);
    },
  );

  test("the site's own host is refused, even if it moved there later", async () => {
    const moved = { ...config, siteUrl: "https://www.hook.site.test" };
    expect(await troubleOf({ config: moved })).toMatchObject({ trouble: "refused" });
    expect(received).toHaveLength(0);
  });

  test("a certificate for another host is refused", async () => {
    expect(await troubleOf({}, { url: "https://elsewhere.org/" })).toMatchObject({ trouble: "tls" });
  });

  test("silence counts as an outage, after the time limit", async () => {
    receiver.answer = () => {};
    expect(await troubleOf({ limits: { ...patient, hopMs: 500 } })).toMatchObject({
      ...{ state: "waiting", trouble: "time-out" },
    });
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ["damaged", (response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end("not gzip")],
    ["unknown", (response) => response.writeHead(200, { "Content-Encoding": "zstd" }).end("x")],
    [
      "broken off",
      (response) => response.writeHead(200, { "Content-Length": 9 }).write("x", () => response.destroy()),
    ],
    ["endless", (response) => pipeline(Readable.from(forever()), response.writeHead(200), () => {})],
  ])("once the status says so, it doesn't matter that the body is %s", async (_, answer) => {
    receiver.answer = (_, response) => answer(response);
    expect(await troubleOf({})).toEqual({ state: "done", status: 200, trouble: "" });
  });

  test("a response is kept as a kilobyte of plain text", async () => {
    receiver.answer = (_, response) => response.end(`\u0000\u001b[31m\u202e<b>no${"x".repeat(100_000)}`);
    await endpoint();
    await send();
    await run();
    const { rows } = await db.execute<{ answer: string }>(sql`select answer from webhook_deliveries`);
    expect(rows[0]!.answer).toMatch(/^\[31m <b>nox+$/);
    expect(Buffer.byteLength(rows[0]!.answer)).toBeLessThanOrEqual(1_024);
  });
});

test("a killed process's delivery is tried again with the same id", async () => {
  await endpoint();
  await send();
  let first: string | undefined;
  // The process dies after the tool got the message and before the result is stored.
  receiver.answer = ({ headers }, response) => {
    first = String(headers["webhook-id"]);
    response.end();
  };
  const dead = { ...tools, db: { ...db, transaction: () => Promise.reject(new Error("killed")) } as never };
  Object.setPrototypeOf(dead.db, db);
  await deliverTo((await claimEndpoint(db, [], ahead))!.id, dead, new AbortController().signal);
  expect(first).toBeDefined();
  expect(await only()).toMatchObject({ state: "waiting", attempts: 0 });
  await run();
  expect(received).toHaveLength(1);
  ahead = MINUTE;
  await run();
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([first, first]);
  expect(await only()).toMatchObject({ state: "done", attempts: 1 });
});

test("the runner survives a database without its tables, and goes on afterwards", async () => {
  await endpoint();
  await send();
  await db.execute(sql`alter table webhook_deliveries rename to away`);
  const stopping = new AbortController();
  let polls = 0;
  const counting = { ...tools, ahead: () => ++polls && ahead };
  const running = deliverWebhooks(counting, stopping.signal);
  await expect.poll(() => polls, PATIENCE).toBeGreaterThan(2);
  await db.execute(sql`alter table away rename to webhook_deliveries`);
  await expect.poll(() => received.length, PATIENCE).toBe(1);
  stopping.abort();
  await running;
});

describe("events", () => {
  test("spam isn't sent, and once it's marked as not spam, it's sent once", async () => {
    await endpoint({ events: ["enquiry.created"] });
    const id = await send({}, { spamReasons: ["honeypot"] });
    await run();
    expect(received).toHaveLength(0);
    const by = { siteUrl, browser: "" };
    for (const status of ["new", "spam", "contacted"]) await changeEnquiries(db, [id], { status }, by);
    await run();
    await changeEnquiries(db, [id], { status: "spam" }, by);
    await changeEnquiries(db, [id], { status: "new" }, by);
    await run();
    expect(types()).toEqual(["enquiry.created"]);
  });

  test("an enquiry from before the webhook isn't new, even after it was marked as spam by mistake", async () => {
    const id = await send();
    await endpoint({ events: ["enquiry.created"] });
    for (const status of ["spam", "new"])
      await changeEnquiries(db, [id], { status }, { siteUrl, browser: "" });
    expect(await states()).toEqual([]);
  });

  test("what's marked as spam before it could be sent isn't sent, unless that's undone", async () => {
    await endpoint({ events: ["enquiry.created"] });
    const id = await send();
    const by = { siteUrl, browser: "" };
    await changeEnquiries(db, [id], { status: "spam" }, by);
    await run();
    expect(received).toHaveLength(0);
    expect(await only()).toMatchObject({ state: "dropped" });
    await changeEnquiries(db, [id], { status: "new" }, by);
    await run();
    expect(types()).toEqual(["enquiry.created"]);
  });

  test("changes, replies, audits and subscribers are events; restoring them after a delete isn't", async () => {
    await endpoint();
    const id = await send();
    await changeEnquiries(db, [id], { status: "won" }, { siteUrl, browser: "" });
    await db.execute(sql`insert into outgoing_mails (id, enquiry_id, kind, message_id, recipient, subject, text_body, html_body)
      values (gen_random_uuid(), ${id}, 'reply', 'x', 'a@b.test', '', '', ''), (gen_random_uuid(), ${id}, 'copy', 'x', 'a@b.test', '', '', '')`);
    await db.execute(sql`update outgoing_mails set status = 'sent', sent_at = now() where message_id = 'x'`);
    await db.execute(
      sql`insert into audits (enquiry_id, url, host) values (${id}, 'https://visitor.test/', 'visitor.test')`,
    );
    await db.execute(sql`update audits set state = 'done', result = '{"findings": []}', finished_at = now()`);
    await db.execute(sql`insert into subscribers (email, token) values ('reader@visitor.test', 'x')`);
    await db.execute(sql`update subscribers set status = 'confirmed', confirmed_at = now()`);
    await run();
    expect(types()).toEqual([...EVERY.events]);
    expect(received[1]!.json.data).toMatchObject({ from: "new", to: "won", status: "won" });
    expect(received[3]!.json.data.audit).toEqual({ score: null });
    expect(received.map(({ body }) => body).join()).not.toContain("visitor.test");

    const { id: undo } = await deleteEnquiries(db, [id]);
    const { rows } = await db.execute<{ id: string }>(sql`select id from subscribers`);
    const { id: undoSubscriber } = await deleteSubscriber(db, rows[0]!.id);
    // Deliveries are deleted with what they're about.
    expect(await states()).toEqual([]);
    await restoreEnquiries(db, undo);
    await restoreSubscriber(db, undoSubscriber);
    expect(await states()).toEqual([]);
  });

  test("the body says what's true when it's sent", async () => {
    await endpoint({ events: ["enquiry.created"] });
    const id = await send();
    await changeEnquiries(db, [id], { status: "won" }, { siteUrl, browser: "" });
    await run();
    expect(received[0]!.json.data.status).toBe("won");
  });

  test("an endpoint that's off or doesn't want an event gets no delivery", async () => {
    await endpoint({ is_on: false });
    await endpoint({ events: ["subscriber.confirmed"] });
    await send();
    expect(await states()).toEqual([]);
  });
});

describe("what the owner does", () => {
  test("a test is sent at once, even if the endpoint is off or down, and a success ends an outage", async () => {
    const { id } = await endpoint();
    await send();
    receiver.answer = (_, response) => response.writeHead(500).end();
    await run();
    await addTest(db, id);
    await run();
    expect(types()).toEqual(["enquiry.created", "test"]);
    expect(await endpointRow()).toMatchObject({ failures: 1 });
    receiver.answer = receiver.accept;
    await addTest(db, id);
    await run();
    expect(types()).toEqual(["enquiry.created", "test", "test", "enquiry.created"]);
    await updateEndpoint(db, config, id, 1, { ...EVERY, events: [...EVERY.events], url: "", is_on: false });
    await addTest(db, id);
    await run();
    expect(types().at(-1)).toBe("test");
    expect(received).toHaveLength(5);
  });

  test("a delivery sent again keeps its id", async () => {
    await endpoint();
    await send();
    await run();
    const id = String(received[0]!.headers["webhook-id"]);
    await sendAgain(db, id);
    await run();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
  });

  test("everything since a date is sent oldest first, without what's already waiting", async () => {
    const { id } = await endpoint({ is_on: false, events: ["enquiry.created", "enquiry.status_changed"] });
    const first = await send();
    await send({ message: "Spam" }, { spamReasons: ["honeypot"] });
    const second = await send({ message: "Second" });
    await changeEnquiries(db, [first], { status: "won" }, { siteUrl, browser: "" });
    const since = new Date(Date.now() - HOUR * 1_000);
    await expect(queueSince(db, id, since)).rejects.toThrow("Turn the webhook on first.");
    await db.execute(sql`update webhook_endpoints set is_on = true`);
    const third = await send({ message: "Third" });
    expect(await queueSince(db, id, since)).toBe(3);
    await expect(queueSince(db, id, since)).rejects.toThrow("Nothing happened");
    await run();
    expect(received.map(({ json }) => json.data.id)).toEqual([first, second, first, third]);
  });

  test("deliveries are deleted 30 days after they ended", async () => {
    await endpoint();
    await send();
    await send({ message: "Second" });
    await run();
    await db.execute(
      sql`update webhook_deliveries set done_at = now() - interval '31 days' where attempts = 1 and id = (select min(id::text)::uuid from webhook_deliveries)`,
    );
    await purgeDeliveries(db);
    expect(await states()).toHaveLength(1);
  });
});
