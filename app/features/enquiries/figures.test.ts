import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries, enquiry_changes } from "../enquiry-table/table.server.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import { countMails } from "../mail/trouble.owner.server.ts";
import { countPerWeek, listDue, readMonths } from "./figures.server.ts";

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
  expect(await countPerWeek(owner, STARTS)).toEqual([2, 0, 2]);
});

test("a month counts what came in and what was won in it, whenever that came in", async () => {
  const [last, current] = ["2026-10-01T04:00:00Z", "2026-11-01T04:00:00Z"].map((at) => new Date(at)) as [
    Date,
    Date,
  ];
  const addWon = async (at: string, wonAt: string, value?: Partial<typeof enquiries.$inferInsert>) => {
    const id = randomUUID();
    await add(at, { id, status: "won", ...value });
    const change = { enquiry_id: id, field: "status", from: "new" };
    // It was won, lost and won again: the last win counts.
    await owner.insert(enquiry_changes).values([
      { ...change, to: "won", created_at: new Date(at) },
      { ...change, to: "won", created_at: new Date(wonAt) },
    ]);
  };
  const monthly = { value_cents: 150_000, value_per: "month", value_is_estimate: false };
  const once = { value_cents: 40_000, value_per: "once", value_is_estimate: true };
  await add("2026-09-30T23:00:00Z");
  await add("2026-10-31T23:00:00Z");
  await add("2026-11-02T05:00:00Z", { status: "spam" });
  await add("2026-11-02T05:00:00Z", { status: "lost" });
  await addWon("2026-08-02T05:00:00Z", "2026-11-05T05:00:00Z", monthly);
  await addWon("2026-10-02T05:00:00Z", "2026-11-06T05:00:00Z", once);
  await addWon("2026-10-03T05:00:00Z", "2026-10-04T05:00:00Z");
  await addWon("2026-08-03T05:00:00Z", "2026-09-04T05:00:00Z", monthly);
  expect(await readMonths(owner, last, current)).toEqual({
    before: { received: 3, won: 1, once: 0, monthly: 0, isEstimate: false },
    now: { received: 1, won: 2, once: 40_000, monthly: 150_000, isEstimate: true },
  });
});

test("follow-ups that are due are listed oldest first, without those of unanswered or closed enquiries", async () => {
  const at = "2026-11-02T05:00:00Z";
  const due = (name: string, follow_up_on: string, status = "contacted") =>
    add(at, { name, follow_up_on, status });
  await due("Today", "2026-11-29");
  await due("Late", "2026-11-20");
  await due("Tomorrow", "2026-11-30");
  await due("Unanswered", "2026-11-28", "new");
  await due("Lost", "2026-11-28", "lost");
  const { rows, total } = await listDue(owner, "2026-11-29", 5);
  expect(rows.map(({ name }) => name)).toEqual(["Late", "Today"]);
  expect(total).toBe(3);
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
