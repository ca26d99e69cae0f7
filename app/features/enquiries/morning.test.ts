import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { readConfig } from "../../platform/config.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { saveSettings } from "../settings/queries.server.ts";
import { people } from "../staff/table.server.ts";
import { remindOfDue } from "./morning.server.ts";

const { owner } = await openTestDatabases();
const config = readConfig({
  SITE_URL: "https://seo.example",
  ADMIN_PASSWORD: "correct horse battery staple",
  LEADS_TO: "boss@seo.example",
});
/** 8:00 in New York. */
const EIGHT = new Date("2026-11-30T13:00Z");

beforeEach(async () => {
  await owner.delete(outgoing_mails);
  await owner.delete(enquiries);
  await owner.delete(people);
});

async function add(name: string, more: object = {}) {
  const values = { id: randomUUID(), form_type: "contact", name, email: "ada@example.com", ...more };
  await owner.insert(enquiries).values(values);
}
async function addPerson(name: string, role: "enquiries" | "owner" = "enquiries") {
  const person = { name, role, email: `${name.toLowerCase()}@seo.example`, password_hash: "" };
  const [row] = await owner.insert(people).values(person).returning({ id: people.id });
  return row!.id;
}
const due = { status: "contacted", follow_up_on: "2026-11-30" };
const hoursAgo = (hours: number) => ({ created_at: sql`now() - make_interval(hours => ${hours})` });
const mails = () =>
  owner
    .select({
      to: outgoing_mails.recipient,
      subject: outgoing_mails.subject,
      text: outgoing_mails.text_body,
      html: outgoing_mails.html_body,
    })
    .from(outgoing_mails)
    .orderBy(outgoing_mails.recipient);

test("nothing due, no email", async () => {
  await add("Fresh", hoursAgo(2));
  await add("Later", { status: "contacted", follow_up_on: "2026-12-01" });
  await add("Won", { ...due, status: "won" });
  await add("Spam", { ...due, status: "spam" });
  expect(await remindOfDue(owner, config, EIGHT)).toBe(0);
  expect(await mails()).toEqual([]);
});

test("one email a day lists what's due and what waits for an answer", async () => {
  await add("Ada", { ...due, follow_up_on: "2026-11-27" });
  await add("Bob <b>", due);
  await add("Cleo", hoursAgo(26));
  await add("Dan", { ...hoursAgo(30), follow_up_on: "2026-11-30" });
  for (let run = 0; run < 3; run++) await remindOfDue(owner, config, EIGHT);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: "boss@seo.example",
    subject: "3 follow-ups are due today, 1 enquiry needs an answer",
  });
  expect(mail!.text).toContain(
    "Follow up:\n- Ada (3 days late)\n- Dan (Today)\n- Bob <b> (Today)\n\nNot answered yet:\n- Cleo (Overdue: waiting 26 hours)\n",
  );
  expect(mail!.text).toContain("https://seo.example/admin-control-panel-seoprozone/enquiries?status=today");
  expect(mail!.html).toContain("- Bob &lt;b&gt; (Today)</p>");
  // The next day has its own.
  await remindOfDue(owner, config, new Date("2026-12-01T13:00Z"));
  expect(await mails()).toHaveLength(2);
});

test("8:00 is in the site's time zone, whatever its minutes and its summer time", async () => {
  await add("Ada", { ...due, follow_up_on: "2026-01-01" });
  const at = (moment: string) => remindOfDue(owner, config, new Date(moment));
  for (const other of ["12:45", "13:15", "14:00", "01:00", "08:00"])
    expect(await at(`2026-11-30T${other}Z`)).toBe(0);
  expect(await at("2026-07-30T12:00Z")).toBe(1);
  await saveSettings(owner, { time_zone: "Asia/Kathmandu" });
  expect(await at("2026-11-30T02:15Z")).toBe(1);
  await saveSettings(owner, { time_zone: "America/New_York" });
});

test("people get what's assigned to them, and the owner the rest", async () => {
  const [eve, former, boss] = [
    await addPerson("Eve"),
    await addPerson("Former"),
    await addPerson("Boss", "owner"),
  ];
  await owner.update(people).set({ disabled_at: new Date() }).where(eq(people.id, former));
  await add("Hers", { ...due, assigned_to: eve });
  await add("Orphan", { ...due, assigned_to: former });
  await add("His", { ...hoursAgo(25), assigned_to: boss });
  await add("No one's", due);
  expect(await remindOfDue(owner, config, EIGHT)).toBe(2);
  const [toBoss, toEve] = await mails();
  // The owner's own and the unassigned ones share an email, because both go to the same mailbox.
  expect(toBoss).toMatchObject({
    to: "boss@seo.example",
    subject: "2 follow-ups are due today, 1 enquiry needs an answer",
  });
  expect(toEve).toMatchObject({ to: "eve@seo.example", subject: "1 follow-up is due today" });
  expect(toEve!.text).toContain("- Hers (Today)");
  expect(toEve!.text).not.toContain("Orphan");
});

test("long lists are cut, and say how much is missing", async () => {
  for (let i = 0; i < 23; i++) await add(`Visitor ${i}`, due);
  await remindOfDue(owner, config, EIGHT);
  const [mail] = await mails();
  expect(mail!.subject).toBe("23 follow-ups are due today");
  expect(mail!.text.match(/^- /gm)).toHaveLength(11);
  expect(mail!.text).toContain("- and 13 more");
});
