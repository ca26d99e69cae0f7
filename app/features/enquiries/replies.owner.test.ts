import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openOutbox, postTo } from "../../../tests/support/outbox.ts";
import { kept_for_undo } from "../../platform/database/undo.table.server.ts";
import { enquiries, enquiry_messages } from "../enquiry-table/table.server.ts";
import { deliverMail } from "../mail/delivery.server.ts";
import { VISITOR_MAILS_PER_HOUR } from "../mail/flood.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { readMailTrouble } from "../mail/trouble.owner.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { fillAuditMails } from "./audit-mails.server.ts";
import { findEnquiry, listEnquiries } from "./queries.owner.server.ts";
import { addAnswer, deleteAnswer, restoreAnswer, sendReply, undoReply } from "./replies.owner.server.ts";
import { changeEnquiries, deleteEnquiries, restoreEnquiries } from "./writes.owner.server.ts";

const { owner, arrived, listen, recordMail, rowOf, setContact } = await openOutbox();
const BY = { siteUrl: "https://seo.example", browser: "Firefox" };
const { config } = postTo(25, { SITE_URL: BY.siteUrl });
const STEP = "2026-12-02";

/** Records an enquiry and returns its id. */
async function add(changes: Parameters<typeof recordMail>[0] = {}) {
  return (await rowOf(await recordMail(changes))).enquiry_id!;
}
const send = (id: string, message: string, follow_up_on = STEP) =>
  sendReply(owner, config, id, { message, follow_up_on }, BY);
const found = async (id: string) => (await findEnquiry(owner, id))!;

test("a reply and its email are stored together; the enquiry is contacted and has a next step", async () => {
  await setContact("office@seo.example");
  const id = await add();
  const reply = await send(id, "Hello Ada");
  const { status, follow_up_on, messages, changes } = await found(id);
  expect([status, follow_up_on]).toEqual(["contacted", STEP]);
  expect(messages).toMatchObject([{ id: reply, direction: "out", message: "Hello Ada" }]);
  expect(changes.map(({ field }) => field).sort()).toEqual(["follow_up_on", "status"]);
  const mail = await rowOf(reply);
  expect(mail).toMatchObject({
    ...{ kind: "reply", recipient: "ada@example.com", reply_to: "office@seo.example", status: "waiting" },
    ...{ enquiry_id: id, message_id: `<${reply}@seo.example>` },
  });
  expect(mail.next_try_at.getTime() - mail.created_at.getTime()).toBe(20_000);
});

test("a sent reply goes to the owner too, as the same message, and later ones continue the thread", async () => {
  await setContact("office@seo.example");
  const post = postTo(await listen());
  const id = await add();
  const first = await send(id, "Hello Ada");
  expect(await deliverMail(owner, first, post)).toBe("sent");
  const [copy] = await owner.select().from(outgoing_mails).where(eq(outgoing_mails.kind, "copy"));
  expect(await deliverMail(owner, copy!.id, post)).toBe("sent");
  expect(await deliverMail(owner, first, post)).toBeNull();
  expect(arrived.map(({ to }) => to)).toEqual([["ada@example.com"], ["office@seo.example"]]);
  for (const { from, mail } of arrived) {
    expect(from).toBe("office@seo.example");
    expect(mail).toMatchObject({
      ...{ messageId: `<${first}@seo.example>`, to: [{ address: "ada@example.com" }] },
      ...{ replyTo: [{ address: "office@seo.example" }], text: expect.stringMatching(/^Hello Ada\n\nOn /) },
    });
  }
  const second = await send(id, "And another thing", "");
  expect(await found(id)).toMatchObject({ follow_up_on: null });
  await deliverMail(owner, second, post);
  expect(arrived[2]?.mail).toMatchObject({
    ...{ inReplyTo: `<${first}@seo.example>`, references: `<${first}@seo.example>` },
    ...{ subject: `Re: ${arrived[0]?.mail.subject}`, text: expect.stringMatching(/^And another thing\n*$/) },
  });
});

test("replies that follow each other quickly are in one thread, too, but not after a rejected one", async () => {
  const id = await add();
  const first = await rowOf(await send(id, "Hello"));
  const second = await send(id, "PS");
  expect(await rowOf(second)).toMatchObject({
    subject: `Re: ${first.subject}`,
    headers: { "In-Reply-To": first.message_id, References: first.message_id },
  });
  await owner.update(outgoing_mails).set({ status: "refused" }).where(eq(outgoing_mails.kind, "reply"));
  expect(await rowOf(await send(id, "Once more"))).toMatchObject({ subject: first.subject, headers: {} });
});

test("the enquiry's own confirmation begins the thread, once it's sent", async () => {
  await owner.insert(website_settings).values({ setting_key: "confirmation_mail", setting_value: "on" });
  const id = await add();
  await owner.update(outgoing_mails).set({ status: "sent" }).where(eq(outgoing_mails.kind, "confirmation"));
  const [confirmation] = await owner.select().from(outgoing_mails).where(sql`kind = 'confirmation'`);
  expect(await rowOf(await send(id, "Hello"))).toMatchObject({
    subject: `Re: ${confirmation!.subject}`,
    headers: { "In-Reply-To": confirmation!.message_id, References: confirmation!.message_id },
  });
});

test("the same reply isn't sent twice, even at once, and is allowed to someone else", async () => {
  const [ada, bob] = [await add(), await add({ name: "Bob" })];
  const tries = await Promise.allSettled([1, 2, 3].map(() => send(ada, "Hello")));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await send(bob, "Hello");
  await expect(send(ada, "Hello")).rejects.toThrow("You sent exactly this reply in the last 24 hours.");
  expect(await owner.$count(outgoing_mails, sql`kind = 'reply'`)).toBe(2);
});

test("at most 60 replies an hour are sent", async () => {
  const id = await add();
  await owner.execute(sql`insert into enquiry_messages (enquiry_id, direction, message, created_at)
    select ${id}, 'out', n::text, now() - interval '59 minutes' from generate_series(1, 60) n`);
  await expect(send(id, "Hello")).rejects.toThrow("You've sent 60 replies in the last hour.");
  await owner.update(enquiry_messages).set({ created_at: sql`created_at - interval '2 minutes'` });
  await send(id, "Hello");
});

test("replies are sent even when other emails to visitors are queued", async () => {
  await owner.execute(sql`
    insert into outgoing_mails (id, kind, message_id, subject, text_body, html_body, status, released_at)
    select gen_random_uuid(), 'newsletter', gen_random_uuid(), '', '', '', 'sent', now()
    from generate_series(1, ${VISITOR_MAILS_PER_HOUR})`);
  const reply = await send(await add(), "Hello");
  expect(await deliverMail(owner, reply, postTo(await listen()))).toBe("sent");
});

test("Undo stops a reply and sets back what it changed", async () => {
  const id = await add();
  const { updated_at: _, ...before } = await found(id);
  const reply = await send(id, "Hello");
  await undoReply(owner, reply, BY);
  const { changes, updated_at, ...after } = await found(id);
  expect({ ...after, changes: [] }).toEqual(before);
  expect(changes).toHaveLength(4);
  await expect(undoReply(owner, reply, BY)).rejects.toThrow("It's already on its way.");
  await send(id, "Hello");
});

test("a reply that changed nothing else can be undone, too", async () => {
  const id = await add();
  await changeEnquiries(owner, [id], { status: "qualified" }, BY);
  await undoReply(owner, await send(id, "Hello", ""), BY);
  expect(await found(id)).toMatchObject({ status: "qualified", messages: [] });
});

test.each([
  ["due", { next_try_at: sql`now()` }],
  ["tried", { attempts: 1 }],
  ["sent", { status: "sent" }],
  ["an answer's", { kind: "copy" }],
])("a reply that's %s can't be undone", async (_, set) => {
  const id = await add();
  const reply = await send(id, "Hello");
  await owner.update(outgoing_mails).set(set).where(eq(outgoing_mails.id, reply));
  await expect(undoReply(owner, reply, BY)).rejects.toThrow("It's already on its way.");
  expect(await found(id)).toMatchObject({ status: "contacted", messages: [{ id: reply }] });
});

test("an audit that ends meanwhile doesn't replace the reply", async () => {
  const id = await add();
  const reply = await send(id, "Hello");
  const result = { host: "ada.example", findings: [], trouble: null } as never;
  await owner.transaction((tx) => fillAuditMails(tx, id, { result, reportUrl: "x", siteUrl: BY.siteUrl }));
  expect((await rowOf(reply)).text_body).toMatch(/^Hello\n/);
});

test("an answer makes the next step of an open enquiry due today", async () => {
  const id = await add();
  await addAnswer(owner, id, "Yes, please", BY);
  const { status, follow_up_on, messages } = await found(id);
  expect(status).toBe("contacted");
  expect(Math.abs(Date.parse(follow_up_on!) - Date.now())).toBeLessThan(2 * 86_400_000);
  expect(messages).toMatchObject([{ direction: "in", message: "Yes, please" }]);
  await changeEnquiries(owner, [id], { status: "won", follow_up_on: "" }, BY);
  await addAnswer(owner, id, "Thanks", BY);
  expect(await found(id)).toMatchObject({ status: "won", follow_up_on: null });
});

test("answers can be deleted and restored; replies can't", async () => {
  const id = await add();
  const reply = await send(id, "Hello");
  await addAnswer(owner, id, "Yes", BY);
  const { messages } = await found(id);
  const answer = messages.find(({ direction }) => direction === "in")!.id;
  const { id: undo } = await deleteAnswer(owner, answer);
  await deleteAnswer(owner, reply);
  expect((await found(id)).messages).toMatchObject([{ id: reply }]);
  await restoreAnswer(owner, undo);
  expect((await found(id)).messages).toEqual(messages);
});

test("messages are deleted and restored with their enquiry, even by an older version's Undo", async () => {
  const id = await add();
  await send(id, "Hello");
  await addAnswer(owner, id, "Yes", BY);
  const before = await found(id);
  const { id: undo } = await deleteEnquiries(owner, [id]);
  expect(await owner.$count(enquiry_messages)).toBe(0);
  await restoreEnquiries(owner, undo);
  expect(await found(id)).toEqual(before);
  const { id: older } = await deleteEnquiries(owner, [id]);
  await owner.update(kept_for_undo).set({ rows: sql`rows - 'enquiry_messages'` });
  await restoreEnquiries(owner, older);
  expect((await found(id)).messages).toEqual([]);
});

test("a search finds replies and answers", async () => {
  const id = await add();
  await send(id, "We propose a zebra crossing");
  await addAnswer(owner, id, "A giraffe, please", BY);
  const paging = { page: 1, perPage: 20, sort: "newest" as const, today: STEP };
  for (const [search, count] of Object.entries({ zebra: 1, GIRAFFE: 1, okapi: 0 })) {
    const { rows } = await listEnquiries(owner, { ...paging, search, status: "all", form: "" });
    expect(rows, search).toHaveLength(count);
  }
});

test("a rejected reply is reported until another one is sent or the enquiry is closed", async () => {
  const id = await add();
  const reply = await send(id, "Hello");
  const refuse = () =>
    owner
      .update(outgoing_mails)
      .set({ status: "refused", last_error: "Unknown" })
      .where(eq(outgoing_mails.id, reply));
  await refuse();
  expect(await readMailTrouble(owner)).toMatchObject({ toSenders: 1, enquiry: id, refused: 0 });
  await changeEnquiries(owner, [id], { status: "lost" }, BY);
  expect(await readMailTrouble(owner)).toMatchObject({ toSenders: 0 });
  await changeEnquiries(owner, [id], { status: "qualified" }, BY);
  const second = await send(id, "Hello again");
  expect(await readMailTrouble(owner)).toMatchObject({ toSenders: 1 });
  await owner.update(outgoing_mails).set({ status: "sent" }).where(eq(outgoing_mails.id, second));
  expect(await readMailTrouble(owner)).toMatchObject({ toSenders: 0 });
});

test("a deleted enquiry can't be answered", async () => {
  const id = await add();
  await owner.delete(enquiries);
  await expect(send(id, "Hello")).rejects.toThrow("This enquiry has been deleted.");
  await expect(addAnswer(owner, id, "Hello", BY)).rejects.toThrow("This enquiry has been deleted.");
});
