import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { weekStarts } from "../../platform/time/dates.ts";
import { enquiries, enquiry_notes } from "../enquiry-table/table.server.ts";
import { people } from "../staff/table.server.ts";
import type { EnquiryView } from "./filter.ts";
import {
  countDue,
  countEnquiries,
  countNewEnquiries,
  eachEnquiry,
  listEnquiries,
  sortOf,
} from "./queries.owner.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(enquiries);
});

async function add(name: string, more: object = {}) {
  const id = randomUUID();
  await owner.insert(enquiries).values({ id, form_type: "contact", name, email: "ada@example.com", ...more });
  return id;
}
const hoursAgo = (hours: number) => ({ created_at: sql`now() - make_interval(hours => ${hours})` });
const ALL = { search: "", status: "all", form: "", today: "2026-11-29" } as const;
const list = (filter: object) =>
  listEnquiries(owner, { ...ALL, sort: "newest", page: 1, perPage: 20, ...filter });
const names = async (filter: object) => (await list(filter)).rows.map(({ name }) => name).sort();

test("enquiries can be searched and filtered, and spam is hidden by default", async () => {
  await add("Ada", { message: "100% sure" });
  await add("Bob", { email: "bob@site.example", form_type: "audit", status: "won" });
  await add("Spammer", { status: "spam" });
  expect(await names({})).toEqual(["Ada", "Bob"]);
  expect(await names({ search: "BOB@" })).toEqual(["Bob"]);
  expect(await names({ search: "100%" })).toEqual(["Ada"]);
  expect(await names({ search: "%" })).toEqual(["Ada"]);
  expect(await names({ status: "spam" })).toEqual(["Spammer"]);
  expect(await names({ form: "audit" })).toEqual(["Bob"]);
  expect(await countNewEnquiries(owner)).toBe(1);
});

test("lists have their enquiries in the order they wait", async () => {
  await add("Fresh", hoursAgo(1));
  await add("Waiting", hoursAgo(30));
  await add("Due", { status: "contacted", follow_up_on: "2026-11-29", ...hoursAgo(2) });
  await add("Late", { status: "new", follow_up_on: "2026-11-01", ...hoursAgo(3) });
  await add("Later", { status: "qualified", follow_up_on: "2026-11-30", ...hoursAgo(4) });
  await add("Won", { status: "won", follow_up_on: "2026-11-29", ...hoursAgo(5) });
  await add("Lost", { status: "lost", ...hoursAgo(6) });
  await add("Spam", { status: "spam", follow_up_on: "2026-11-29" });
  const inOrder = async (status: EnquiryView) =>
    (await list({ status, sort: sortOf(status) })).rows.map(({ name }) => name);
  expect(await inOrder("new")).toEqual(["Waiting", "Late", "Fresh"]);
  expect(await inOrder("overdue")).toEqual(["Waiting"]);
  expect(await inOrder("today")).toEqual(["Late", "Due"]);
  expect(await inOrder("open")).toEqual(["Fresh", "Due", "Late", "Later", "Waiting"]);
  expect(await inOrder("closed")).toEqual(["Won", "Lost"]);
  expect(await inOrder("all")).toEqual(["Fresh", "Due", "Late", "Later", "Won", "Lost", "Waiting"]);
  expect(await countDue(owner, "2026-11-29")).toBe(2);
});

test("the search includes the owner's notes", async () => {
  const id = await add("Ada");
  await add("Bob");
  await owner.insert(enquiry_notes).values({ enquiry_id: id, note: "Wants an offer by Friday" });
  expect(await names({ search: "by friday" })).toEqual(["Ada"]);
});

test("new enquiries are overdue after 24 hours", async () => {
  await add("Old", hoursAgo(25));
  await add("Young", hoursAgo(23));
  await add("Answered", { ...hoursAgo(25), status: "contacted" });
  await add("Won", { ...hoursAgo(25), status: "won" });
  await add("Spammer", { ...hoursAgo(25), status: "spam" });
  await add("Ancient", { ...hoursAgo(24 * 100), status: "lost" });
  expect(await names({ status: "overdue" })).toEqual(["Old"]);
  expect(await names({ status: "new" })).toEqual(["Old", "Young"]);
  expect(await names({ status: "open" })).toEqual(["Answered", "Old", "Young"]);
  expect(await countEnquiries(owner)).toEqual({ due: 0, fresh: 2, overdue: 1, recent: 4, setAside: 1 });
});

test("the header counts the same twelve weeks as the dashboard's chart", async () => {
  const [start] = weekStarts(new Date(), "America/New_York", 12);
  await add("In the first week", { created_at: start });
  await add("Before", { created_at: new Date(start!.getTime() - 1) });
  expect((await countEnquiries(owner)).recent).toBe(1);
});

test("enquiries of people who can't see them anymore count as not assigned", async () => {
  const person = async (name: string, more: object = {}) => {
    const row = {
      name,
      email: `${name}@example.com`,
      role: "enquiries" as const,
      password_hash: "",
      ...more,
    };
    const [added] = await owner.insert(people).values(row).returning({ id: people.id });
    return added!.id;
  };
  const eve = await person("Eve");
  await add("None");
  await add("Eve's", { assigned_to: eve });
  await add("Left", { assigned_to: await person("Lou", { disabled_at: sql`now()` }) });
  await add("Moved", { assigned_to: await person("Mo", { role: "editor" }) });
  expect(await names({ assigned: "me", person: null })).toEqual(["Left", "Moved", "None"]);
  expect(await names({ assigned: "me", person: eve })).toEqual(["Eve's"]);
  await owner.delete(enquiries);
  await owner.delete(people);
});

test("enquiries keep their order across pages", async () => {
  for (let i = 1; i <= 5; i++) await add(`N${i}`, hoursAgo(10 - i));
  for (const search of ["", "n"]) {
    const page = (page: number, sort = "newest") => list({ search, page, sort, perPage: 2 });
    expect((await page(1)).rows.map(({ name }) => name)).toEqual(["N5", "N4"]);
    expect((await page(3)).rows.map(({ name }) => name)).toEqual(["N1"]);
    expect((await page(2, "oldest")).rows.map(({ name }) => name)).toEqual(["N3", "N4"]);
    expect(await page(9)).toMatchObject({ page: 3, pages: 3, matching: 5, hasMore: false });
  }
});

test("the export includes every enquiry exactly once", async () => {
  const rows = Array.from({ length: 2100 }, (_, i) => ({
    id: randomUUID(),
    form_type: "contact",
    name: `N${i}`,
    email: "ada@example.com",
  }));
  await owner.insert(enquiries).values(rows);
  const seen = new Set<string>();
  let total = 0;
  for await (const row of eachEnquiry(owner, ALL)) {
    seen.add(row.id);
    total++;
  }
  expect([seen.size, total]).toEqual([2100, 2100]);
  expect(await list({})).toMatchObject({ matching: 2100, hasMore: false, pages: 105 });
  expect(await list({ search: "ada@" })).toMatchObject({ matching: 1000, hasMore: true, pages: 50 });
});
