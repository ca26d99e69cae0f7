import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { recordEnquiry } from "./queries.server.ts";
import type { Enquiry } from "./rules.ts";
import { enquiries, outgoing_mails } from "./table.server.ts";

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

const waitingJobs = async () =>
  (await owner.execute<{ key: string }>(sql`select key from graphile_worker.jobs`)).rows.map(
    (job) => job.key,
  );

test("a visitor's enquiry is stored with every field, one mail to whoever is told, and the job that sends it", async () => {
  const id = await recordEnquiry(visitor, enquiry, facts);
  const { formType: form_type, ...fields } = enquiry;
  expect(await owner.select().from(enquiries)).toMatchObject([
    { id, form_type, ...fields, page: "/contact", status: "new" },
  ]);
  const mails = await owner.select().from(outgoing_mails);
  expect(mails).toMatchObject([
    { enquiry_id: id, recipient: null, reply_to: "ada@example.com", status: "waiting", attempts: 0 },
  ]);
  expect(mails[0]?.message_id).toMatch(/^<[^@\s]+@seo\.example>$/);
  expect(mails[0]?.text_body).toContain("https://seo.example/contact");
  expect(await waitingJobs()).toEqual([`mail:${mails[0]?.id}`]);
});

test("the visitor's role can add but never read, change or remove what was sent", async () => {
  await recordEnquiry(visitor, enquiry, facts);
  const refused = { cause: { code: "42501" } };
  await expect(visitor.select().from(enquiries)).rejects.toMatchObject(refused);
  await expect(visitor.select().from(outgoing_mails)).rejects.toMatchObject(refused);
  await expect(visitor.update(enquiries).set({ name: "x" })).rejects.toMatchObject(refused);
  await expect(visitor.delete(outgoing_mails)).rejects.toMatchObject(refused);
});

test("the same key with the same content is one enquiry and one mail, also when sent at the same moment", async () => {
  const idempotencyKey = randomUUID();
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => recordEnquiry(visitor, enquiry, { ...facts, idempotencyKey })),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await owner.$count(enquiries)).toBe(1);
  expect(await owner.$count(outgoing_mails)).toBe(1);
});

test("the same key with a corrected word is a new enquiry: nothing that a visitor wrote is dropped", async () => {
  const idempotencyKey = randomUUID();
  const first = await recordEnquiry(visitor, enquiry, { ...facts, idempotencyKey });
  const second = await recordEnquiry(visitor, { ...enquiry, phone: "0" }, { ...facts, idempotencyKey });
  expect(second).not.toBe(first);
  expect(await owner.$count(outgoing_mails)).toBe(2);
});

test("without a key, the same content twice is two enquiries", async () => {
  await recordEnquiry(visitor, enquiry, facts);
  await recordEnquiry(visitor, enquiry, facts);
  expect(await owner.$count(enquiries)).toBe(2);
});

test("an enquiry whose mail cannot be stored is not stored either", async () => {
  await owner.execute(sql`alter table outgoing_mails add constraint no_mail check (subject = '') not valid`);
  try {
    await expect(recordEnquiry(visitor, enquiry, facts)).rejects.toThrow();
    expect(await owner.$count(enquiries)).toBe(0);
  } finally {
    await owner.execute(sql`alter table outgoing_mails drop constraint no_mail`);
  }
});

test("removing an enquiry removes its mails", async () => {
  const id = await recordEnquiry(visitor, enquiry, facts);
  await owner.delete(enquiries).where(eq(enquiries.id, id));
  expect(await owner.$count(outgoing_mails)).toBe(0);
});
