import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries, enquiry_notes } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { countOldEnquiries, emptySentMails, purgeOldEnquiries } from "./retention.server.ts";
import { sendMailAgain } from "./writes.owner.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(outgoing_mails);
  await owner.delete(enquiries);
  await owner.delete(website_settings);
});

async function add(name: string, months: { came: number; changed?: number; noted?: number }) {
  const ago = (count: number) => sql`now() - make_interval(months => ${count}::integer, mins => 5)`;
  const [row] = await owner
    .insert(enquiries)
    .values({
      id: sql`gen_random_uuid()`,
      form_type: "contact",
      name,
      email: "ann@example.com",
      created_at: ago(months.came),
      updated_at: ago(months.changed ?? months.came),
    })
    .returning({ id: enquiries.id });
  const enquiry_id = row!.id;
  if (months.noted !== undefined)
    await owner.insert(enquiry_notes).values({ enquiry_id, note: "Called", created_at: ago(months.noted) });
  await owner.insert(outgoing_mails).values({
    id: sql`gen_random_uuid()`,
    enquiry_id,
    message_id: `<${enquiry_id}@x>`,
    subject: "",
    text_body: "",
    html_body: "",
  });
}
const keep = async (months: string, since = "25 hours") => {
  await owner.insert(website_settings).values({
    setting_key: "keep_enquiries_months",
    setting_value: months,
    updated_at: sql`now() - ${since}::interval`,
  });
};
const forget = () => owner.transaction(purgeOldEnquiries);
const names = async () =>
  (await owner.select().from(enquiries).orderBy(enquiries.name)).map(({ name }) => name);

test("old enquiries are deleted with their notes and emails", async () => {
  await add("old", { came: 12, noted: 12 });
  await add("changed", { came: 30, changed: 11 });
  await add("noted", { came: 30, changed: 12, noted: 11 });
  await add("young", { came: 11 });
  await keep("12");
  expect(await countOldEnquiries(owner, 12)).toBe(1);
  expect(await forget()).toEqual({ count: 1, hasMore: false });
  expect(await names()).toEqual(["changed", "noted", "young"]);
  expect(await owner.$count(outgoing_mails)).toBe(3);
  expect(await owner.$count(enquiry_notes)).toBe(1);
});

test("enquiries are kept without a retention period, and for a day after it's set", async () => {
  await add("old", { came: 100 });
  expect(await forget()).toEqual({ count: 0, hasMore: false });
  await keep("1", "23 hours");
  expect(await forget()).toEqual({ count: 0, hasMore: false });
  await owner.delete(website_settings);
  await keep("nonsense");
  expect(await forget()).toEqual({ count: 0, hasMore: false });
  expect(await names()).toEqual(["old"]);
});

test("enquiries are deleted in batches, except locked ones", async () => {
  for (let i = 0; i < 3; i++) await add(`old ${i}`, { came: 2 });
  await owner.execute(sql`
    insert into enquiries (id, form_type, name, email, created_at, updated_at)
    select gen_random_uuid(), 'contact', 'many', 'ann@example.com', now() - interval '1 year', now() - interval '1 year'
    from generate_series(1, 499)`);
  await keep("1");
  await owner.transaction(async (other) => {
    await other.execute(sql`select 1 from enquiries where name = 'old 0' for update`);
    expect(await forget()).toEqual({ count: 500, hasMore: true });
    expect(await forget()).toEqual({ count: 1, hasMore: false });
  });
  expect(await names()).toEqual(["old 0"]);
});

test("a sent email's text is cleared after two weeks", async () => {
  const mail = (subject: string, status: string, days: number | null) => ({
    id: sql`gen_random_uuid()`,
    kind: "newsletter",
    message_id: `<${subject}@x>`,
    recipient: "ann@example.com",
    subject,
    text_body: "secret",
    html_body: "<p>secret</p>",
    headers: { "List-Unsubscribe": "<https://seo.example/secret>" },
    status,
    sent_at: days === null ? null : sql`now() - make_interval(days => ${days}::integer)`,
    created_at: sql`now() - interval '60 days'`,
  });
  await owner
    .insert(outgoing_mails)
    .values([
      mail("old", "sent", 15),
      mail("late", "sent", 13),
      mail("refused", "refused", null),
      mail("waiting", "waiting", null),
    ]);
  await emptySentMails(owner);
  const rows = await owner.select().from(outgoing_mails).orderBy(outgoing_mails.subject);
  const bodies = rows.map(({ subject, text_body, html_body, headers }) => [
    subject,
    text_body,
    html_body,
    Object.keys(headers).length,
  ]);
  expect(bodies).toEqual([
    ["late", "secret", "<p>secret</p>", 1],
    ["old", "", "", 0],
    ["refused", "secret", "<p>secret</p>", 1],
    ["waiting", "secret", "<p>secret</p>", 1],
  ]);
  // "Send again" ignores sent emails.
  for (const { id } of rows) await sendMailAgain(owner, id);
  const after = await owner.select().from(outgoing_mails).orderBy(outgoing_mails.subject);
  expect(after.map(({ status }) => status)).toEqual(["sent", "sent", "waiting", "waiting"]);
});
