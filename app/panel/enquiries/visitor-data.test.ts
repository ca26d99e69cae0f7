import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { audits } from "../../features/audit/table.server.ts";
import { recordEnquiry } from "../../features/enquiries/queries.server.ts";
import { addAnswer, sendReply } from "../../features/enquiries/replies.owner.server.ts";
import {
  addNote,
  changeEnquiries,
  deleteEnquiries,
  deleteNote,
  restoreEnquiries,
  restoreNote,
} from "../../features/enquiries/writes.owner.server.ts";
import { enquiries, enquiry_notes } from "../../features/enquiry-table/table.server.ts";
import { outgoing_mails } from "../../features/mail/table.server.ts";
import { deleteSubscriber, restoreSubscriber } from "../../features/newsletter/queries.owner.server.ts";
import { requestSubscription } from "../../features/newsletter/queries.server.ts";
import { subscribers } from "../../features/newsletter/table.server.ts";
import { saveSettings } from "../../features/settings/queries.server.ts";
import { readConfig } from "../../platform/config.server.ts";
import { kept_for_undo } from "../../platform/database/undo.table.server.ts";
import { countPersonData, deletePersonData, readPersonData } from "./visitor-data.server.ts";

const { owner } = await openTestDatabases();
const siteUrl = "https://seo.example";
const config = readConfig({ SITE_URL: siteUrl, LEADS_TO: "owner@seo.example" });

async function send(email: string, message: string) {
  const blank = { phone: "", website: "", services: [] };
  const enquiry = { ...blank, name: "Ada", email, message, formType: "contact" } as const;
  return recordEnquiry(owner, enquiry, { siteUrl, page: "/contact", idempotencyKey: randomUUID() });
}

beforeEach(async () => {
  for (const table of [enquiries, subscribers, outgoing_mails, kept_for_undo]) await owner.delete(table);
  await saveSettings(owner, { confirmation_mail: true });
  const first = await send("Ada@example.com", "First");
  await addNote(owner, first, "Called Ada");
  await changeEnquiries(owner, [first], { status: "won" }, { siteUrl, browser: "Firefox on Windows" });
  const reply = { message: "Hello Ada", follow_up_on: "2026-12-02" };
  await sendReply(owner, config, first, reply, { siteUrl, browser: "" });
  await addAnswer(owner, first, "Write to ada@example.com", { siteUrl, browser: "" });
  const second = await send("ada@example.com", "Second");
  await owner.insert(audits).values({ enquiry_id: second, url: "https://ada.example/", host: "ada.example" });
  await requestSubscription(owner, "ADA@example.com", { siteUrl });
  await addNote(owner, await send("bob@example.com", "Bob’s"), "Called Bob");
  await requestSubscription(owner, "bob@example.com", { siteUrl });
});

test("the export has everything about an email address in any letter case, and nothing about others", async () => {
  const kept = await readPersonData(owner, "ada@EXAMPLE.com");
  expect(kept.enquiries.map(({ message }) => message)).toEqual(["Second", "First"]);
  expect(kept.enquiries[1]?.notes).toMatchObject([{ note: "Called Ada" }]);
  expect(kept.enquiries[1]?.changes).toContainEqual(
    expect.objectContaining({ field: "status", from: "new", to: "won" }),
  );
  expect(kept.enquiries[1]?.messages).toMatchObject([
    { direction: "out", message: "Hello Ada" },
    { direction: "in", message: "Write to ada@example.com" },
  ]);
  expect(kept.enquiries.flatMap(({ mails }) => mails.map(({ kind }) => kind)).sort()).toEqual([
    "confirmation",
    "notice",
    "notice",
    "reply",
  ]);
  expect(kept.enquiries[0]?.audits).toMatchObject([{ url: "https://ada.example/", state: "waiting" }]);
  expect(kept.newsletter).toMatchObject({ email: "ADA@example.com", status: "pending" });
  expect(kept.other_mails).toMatchObject([{ kind: "newsletter" }]);
  const file = JSON.stringify(kept);
  expect(file).not.toMatch(/bob/i);
  expect(await countPersonData(owner, "ada@example.com")).toEqual({
    enquiries: 2,
    notes: 1,
    messages: 2,
    mails: 5,
    subscriptions: 1,
    audits: 1,
  });
});

test("notifications about other people's enquiries aren't the recipient's own data", async () => {
  const notices = () => owner.$count(outgoing_mails, eq(outgoing_mails.kind, "notice"));
  await owner
    .update(outgoing_mails)
    .set({ recipient: "ada@example.com" })
    .where(eq(outgoing_mails.kind, "notice"));
  expect((await countPersonData(owner, "ada@example.com")).mails).toBe(5);
  await deletePersonData(owner, "ada@example.com");
  expect(await notices()).toBe(1);
});

test("nothing is found by part of an address or by wildcards", async () => {
  const none = { enquiries: 0, notes: 0, messages: 0, mails: 0, subscriptions: 0, audits: 0 };
  for (const email of ["ada@example", "%", "a_a@example.com"])
    expect(await countPersonData(owner, email)).toEqual(none);
});

test("deleting a person's data removes their address from every table and keeps other people's data", async () => {
  const others = async () => [
    await owner.select().from(enquiries).where(eq(enquiries.email, "bob@example.com")),
    await owner.select().from(enquiry_notes).where(eq(enquiry_notes.note, "Called Bob")),
    await owner.select().from(subscribers).where(eq(subscribers.email, "bob@example.com")),
  ];
  const before = await others();
  await deletePersonData(owner, "ada@example.com");
  expect(await owner.select().from(audits)).toEqual([]);
  expect(await others()).toEqual(before);
  const { rows: tables } = await owner.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) {
    const { rows } = await owner.execute(
      sql`select 1 from ${sql.identifier(name)} as row where row::text ilike '%ada@example.com%'`,
    );
    expect([name, rows]).toEqual([name, []]);
  }
});

test("once a person's data is deleted, Undo can't restore it", async () => {
  const idsOf = async (email: string) => (await readPersonData(owner, email)).enquiries.map(({ id }) => id);
  const [first, second] = await idsOf("ada@example.com");
  const [bobs] = await idsOf("bob@example.com");
  const [note] = await owner.select().from(enquiry_notes).where(eq(enquiry_notes.enquiry_id, second!));
  await changeEnquiries(owner, [first!], { lost_reason: "Ada moved" }, { siteUrl, browser: "" });
  const noteOfAda = await deleteNote(owner, note!.id);
  const ada = await deleteEnquiries(owner, [first!]);
  const bob = await deleteEnquiries(owner, [bobs!]);
  const subscriber = (await owner.select().from(subscribers)).find(
    ({ email }) => email === "ADA@example.com",
  );
  const adas = await deleteSubscriber(owner, subscriber!.id);
  await deletePersonData(owner, "ada@EXAMPLE.com");
  expect((await owner.select().from(kept_for_undo)).map(({ id }) => id)).toEqual([bob.id]);
  for (const undo of [
    () => restoreEnquiries(owner, ada.id),
    () => restoreNote(owner, noteOfAda.id),
    () => restoreSubscriber(owner, adas.id),
  ])
    await expect(undo()).rejects.toThrow("too late");
  expect(await restoreEnquiries(owner, bob.id)).toBe(1);
});
