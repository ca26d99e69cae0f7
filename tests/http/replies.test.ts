import { beforeEach, describe, expect, test } from "vitest";
import { readMails, waitForMail } from "../support/mail.ts";
import { PANEL } from "../support/owner.ts";
import { elementsOf, wordsOf } from "../support/page.ts";
import { openPanelSite, openTestMail } from "../support/test-site.ts";

const mail = await openTestMail();
const { clear, query, read, save } = await openPanelSite({
  SMTP_URL: mail.url,
  LEADS_TO: "leads@seo.example",
});

let id = "";
beforeEach(async () => {
  mail.refuseWith = null;
  // Emails first: the worker locks one while it's sent, then needs its enquiry for the copy.
  await clear("outgoing_mails", "enquiries");
  const [row] = await query<{ id: string }>(
    `insert into enquiries (id, form_type, name, email, message)
     values (gen_random_uuid(), 'contact', 'Ada', 'ada@example.com', 'Can you help?') returning id`,
  );
  id = row!.id;
});

const article = async () => elementsOf(await read(`${PANEL}/enquiries?open=${id}`), "article")[0] ?? "";
const reply = (message: string, more = {}) => save("enquiries", { intent: "reply", id, message, ...more });
/** Ends the time in which replies can be undone. */
const endUndo = () => query("update graphile_worker._private_jobs set run_at = now() where run_at > now()");
const arrives = (to: string, text: string) =>
  waitForMail(mail.folder, (one) => one.envelope.to.includes(to) && (one.text ?? "").startsWith(text));

test("a reply reaches the visitor, with a copy for the owner, and the next one is in the same thread", async () => {
  const sent = await reply("Hello Ada", { follow_up_on: "2027-01-04" });
  expect([sent.status, sent.text]).toEqual([200, expect.stringContaining("Reply saved and on its way")]);
  expect(wordsOf(await article())).toMatch(/Your reply to ada@example.com goes out within 20 seconds. Undo/);
  expect(await query("select status, follow_up_on::text from enquiries")).toEqual([
    { status: "contacted", follow_up_on: "2027-01-04" },
  ]);
  await endUndo();
  const first = await arrives("ada@example.com", "Hello Ada");
  const copy = await arrives("leads@seo.example", "Hello Ada");
  expect(first.envelope.to).toEqual(["ada@example.com"]);
  expect(first.text).toMatch(/On .*, Ada wrote:\n> Can you help\?/);
  expect(first.replyTo).toMatchObject([{ address: "leads@seo.example" }]);
  const { messageId, subject, text, html } = copy;
  expect(first).toMatchObject({ messageId, subject, text, html });
  expect(copy).toMatchObject({
    to: [{ address: "ada@example.com" }],
    envelope: { to: ["leads@seo.example"] },
  });
  await expect
    .poll(async () => wordsOf(await article()))
    .toMatch(/You replied sent to ada@example.com Hello Ada/);

  await reply("One more thing");
  await endUndo();
  const second = await arrives("ada@example.com", "One more thing");
  expect(second).toMatchObject({ inReplyTo: first.messageId, references: first.messageId });
  expect(second.subject).toBe(`Re: ${first.subject}`);
});

test("an undone reply is never sent, and the enquiry waits for an answer again", async () => {
  await reply("Too quick");
  const [row] = await query<{ id: string }>("select id from enquiry_messages");
  const undone = await save("enquiries", { intent: "undo-reply", id: row!.id });
  expect([undone.status, undone.text]).toEqual([200, expect.stringContaining("The reply wasn't sent")]);
  expect(await query("select status, follow_up_on from enquiries")).toEqual([
    { status: "new", follow_up_on: null },
  ]);
  expect(await query("select id from outgoing_mails where kind in ('reply', 'copy')")).toEqual([]);
  await reply("Better");
  await endUndo();
  await arrives("ada@example.com", "Better");
  expect((await readMails(mail.folder)).filter(({ text = "" }) => text.startsWith("Too quick"))).toEqual([]);
  const late = await save("enquiries", { intent: "undo-reply", id: row!.id });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining("It's already on its way.")]);
});

test("a rejected reply is shown on every tab and can be sent again", async () => {
  mail.refuseWith = 550;
  await reply("Hello Ada");
  await endUndo();
  const notice = async () => wordsOf(await read(`${PANEL}/industries`));
  await expect.poll(notice).toContain("1 email to a visitor was rejected: see the enquiry");
  expect(wordsOf(await article())).toMatch(/You replied rejected .* Hello Ada .*Send again/);
  mail.refuseWith = null;
  const [row] = await query<{ id: string }>("select id from enquiry_messages");
  await save("enquiries", { intent: "send-again", id: row!.id });
  await arrives("ada@example.com", "Hello Ada");
  await expect.poll(notice).not.toContain("rejected");
});

test("what a sender answered is listed, makes the enquiry due, and can be deleted", async () => {
  expect((await save("enquiries", { intent: "add-answer", id, answer: "Yes, please" })).text).toContain(
    "Answer added",
  );
  expect(wordsOf(await article())).toMatch(/Ada wrote Yes, please/);
  expect(wordsOf(await read(`${PANEL}/enquiries?status=today`))).toContain("1 follow-up due");
  const [row] = await query<{ id: string }>("select id from enquiry_messages");
  const gone = await save("enquiries", { intent: "delete-answer", id: row!.id });
  expect(wordsOf(await article())).not.toContain("Yes, please");
  const undo = /"restore-answer".*?"([\da-f-]{36})"/.exec(gone.text)?.[1] ?? "";
  expect((await save("enquiries", { intent: "restore-answer", id: undo })).text).toContain("Answer restored");
  expect(wordsOf(await article())).toContain("Yes, please");
});

describe("what can't be sent is kept in the form, with a reason", () => {
  test.each([
    ["a blank reply", "  ", "Write something first."],
    ["a placeholder", "Hi {first name}", "Replace {first name} with the real words, or delete it."],
    ["too long a reply", "x".repeat(20_001), "Shorten this to 20,000 characters or fewer."],
  ])("%s", async (_, message, reason) => {
    const { status, text } = await reply(message);
    expect([status, text]).toEqual([400, expect.stringContaining(reason)]);
    expect(await query("select 1 from enquiry_messages")).toEqual([]);
  });

  test("a reply that was sent before", async () => {
    await reply("Hello Ada");
    expect((await reply("Hello Ada")).text).toContain("You sent exactly this reply in the last 24 hours.");
  });

  test("a day that isn't one", async () => {
    expect((await reply("Hello", { follow_up_on: "2027-02-30" })).status).toBe(400);
  });
});
