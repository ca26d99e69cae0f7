import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { countMails } from "../mail/trouble.owner.server.ts";
import { readEnquiryFigures } from "./figures.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(enquiries);
});

const add = (at: string, more: Partial<typeof enquiries.$inferInsert> = {}) =>
  owner.insert(enquiries).values({
    id: randomUUID(),
    form_type: "contact",
    name: "Ada",
    email: "ada@example.com",
    created_at: new Date(at),
    ...more,
  });

const STARTS = ["2026-11-02T05:00:00Z", "2026-11-09T05:00:00Z", "2026-11-16T05:00:00Z"].map(
  (start) => new Date(start),
);

test("enquiries are counted per week, without spam", async () => {
  await add("2026-11-02T04:59:59Z");
  await add("2026-11-02T05:00:00Z");
  await add("2026-11-09T04:59:59Z");
  await add("2026-11-16T05:00:00Z");
  await add("2026-11-17T05:00:00Z", { status: "won" });
  await add("2026-11-17T05:00:00Z", { status: "spam" });
  expect(await readEnquiryFigures(owner, STARTS)).toMatchObject({ weeks: [2, 0, 2], total: 4 });
});

test("utm_source takes precedence over the referring host", async () => {
  const at = "2026-11-17T05:00:00Z";
  await add(at, { page: "/contact", referrer_host: "www.google.com" });
  await add(at, { page: "/contact", referrer_host: "www.google.com", utm: { utm_source: "News" } });
  await add(at, { page: "/", utm: { utm_source: "news", utm_medium: "mail" } });
  await add(at);
  await add(at);
  const { pages, sources } = await readEnquiryFigures(owner, STARTS);
  expect(pages.named).toEqual([
    { name: "", enquiries: 2 },
    { name: "/contact", enquiries: 2 },
    { name: "/", enquiries: 1 },
  ]);
  expect(sources.named).toEqual([
    { name: "", enquiries: 2 },
    { name: "news", enquiries: 2 },
    { name: "google.com", enquiries: 1 },
  ]);
});

test("the top five pages are named and the others are counted together", async () => {
  for (const page of ["/a", "/b", "/c", "/d", "/e", "/f", "/g", "/a"])
    await add("2026-11-17T05:00:00Z", { page });
  const { pages } = await readEnquiryFigures(owner, STARTS);
  expect(pages.named.map(({ name }) => name)).toEqual(["/a", "/b", "/c", "/d", "/e"]);
  expect(pages.others).toBe(2);
});

test("pending and rejected emails are counted", async () => {
  expect(await countMails(owner)).toEqual({ waiting: 0, refused: 0, hasSent: false });
  const mail = (status: string) => ({
    id: randomUUID(),
    message_id: `<${randomUUID()}@seo.example>`,
    subject: "New enquiry",
    text_body: "",
    html_body: "",
    status,
  });
  await owner.insert(outgoing_mails).values(["waiting", "waiting", "refused", "sent"].map(mail));
  expect(await countMails(owner)).toEqual({ waiting: 2, refused: 1, hasSent: true });
});
