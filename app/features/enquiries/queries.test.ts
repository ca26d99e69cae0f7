import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { website_settings } from "../settings/table.server.ts";
import { recordEnquiry } from "./queries.server.ts";
import type { Enquiry } from "./rules.ts";

const { owner, visitor } = await openTestDatabases();

const enquiry: Enquiry = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "https://ada.example",
  message: "Hello",
  services: ["Local SEO", "Digital PR"],
  formType: "contact",
};
const facts = { page: "/contact", siteUrl: "https://seo.example" };

beforeEach(async () => {
  await owner.delete(enquiries);
  await owner.execute(sql`delete from graphile_worker._private_jobs`);
});

const fieldsOf = ({ formType: form_type, ...fields }: Enquiry) => ({ form_type, ...fields });

const waitingJobs = async () =>
  (await owner.execute<{ key: string }>(sql`select key from graphile_worker.jobs`)).rows.map(
    (job) => job.key,
  );

test("an enquiry is stored with its notice and email job", async () => {
  const id = await recordEnquiry(visitor, enquiry, facts);
  expect(await owner.select().from(enquiries)).toMatchObject([
    { id, ...fieldsOf(enquiry), page: "/contact", status: "new" },
  ]);
  const mails = await owner.select().from(outgoing_mails);
  expect(mails).toMatchObject([
    { enquiry_id: id, recipient: null, reply_to: "ada@example.com", status: "waiting", attempts: 0 },
  ]);
  expect(mails[0]?.message_id).toMatch(/^<[^@\s]+@seo\.example>$/);
  expect(mails[0]?.text_body).toContain("https://seo.example/contact");
  expect(await waitingJobs()).toEqual([`mail:${mails[0]?.id}`]);
});

test("the owner gets notified when spam is sent again without spam signs", async () => {
  const idempotencyKey = randomUUID();
  const suspect = {
    ...facts,
    idempotencyKey,
    spamReasons: ["It was sent less than two seconds after the page was opened."],
  };
  await recordEnquiry(visitor, enquiry, suspect);
  await recordEnquiry(visitor, enquiry, suspect);
  expect(await owner.$count(enquiries)).toBe(1);
  await recordEnquiry(visitor, enquiry, { ...facts, idempotencyKey });
  expect((await owner.select().from(enquiries)).map(({ status }) => status).sort()).toEqual(["new", "spam"]);
  expect(await owner.$count(outgoing_mails)).toBe(1);
});

test("an enquiry isn't stored if its email can't be stored", async () => {
  await owner.execute(sql`alter table outgoing_mails add constraint no_mail check (subject = '') not valid`);
  try {
    await expect(recordEnquiry(visitor, enquiry, facts)).rejects.toThrow();
    expect(await owner.$count(enquiries)).toBe(0);
  } finally {
    await owner.execute(sql`alter table outgoing_mails drop constraint no_mail`);
  }
});

test("deleting an enquiry deletes its emails", async () => {
  const id = await recordEnquiry(visitor, enquiry, facts);
  await owner.delete(enquiries).where(eq(enquiries.id, id));
  expect(await owner.$count(outgoing_mails)).toBe(0);
});

describe("the confirmation email", () => {
  const setting = (setting_key: string, setting_value: string) =>
    owner.insert(website_settings).values({ setting_key, setting_value });
  const confirmations = () =>
    owner.select().from(outgoing_mails).where(eq(outgoing_mails.kind, "confirmation"));
  beforeEach(() => owner.delete(website_settings));

  test("the confirmation repeats nothing that the visitor typed", async () => {
    await setting("confirmation_mail", "on");
    await setting("contact_email", "hello@seo.example");
    const id = await recordEnquiry(visitor, { ...enquiry, name: "Buy", message: "pills" }, facts);
    const [mail, ...others] = await confirmations();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      enquiry_id: id,
      recipient: "ada@example.com",
      reply_to: "hello@seo.example",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    expect(`${mail?.subject} ${mail?.text_body} ${mail?.html_body}`).not.toMatch(/Buy|pills|ada/i);
    expect(await waitingJobs()).toContain(`mail:${mail?.id}`);
  });

  test("the confirmation is sent once per address and day", async () => {
    await setting("confirmation_mail", "on");
    const sent = ["ada@example.com", "ADA@example.com", "ada@example.com", "bob@example.com"];
    await Promise.all(sent.map((email) => recordEnquiry(visitor, { ...enquiry, email }, facts)));
    expect(await owner.$count(enquiries)).toBe(4);
    expect(await confirmations()).toHaveLength(2);
    // Message-IDs contain the day, so this simulates tomorrow.
    await owner.update(outgoing_mails).set({ message_id: sql`'yesterday' || id` });
    await recordEnquiry(visitor, enquiry, facts);
    expect(await confirmations()).toHaveLength(3);
  });

  test("spam gets no confirmation", async () => {
    await setting("confirmation_mail", "on");
    await recordEnquiry(visitor, enquiry, { ...facts, spamReasons: ["A hidden field was filled in."] });
    expect(await owner.select().from(enquiries)).toMatchObject([
      { ...fieldsOf(enquiry), status: "spam", spam_reasons: ["A hidden field was filled in."] },
    ]);
    expect(await owner.$count(outgoing_mails)).toBe(0);
  });
});
