import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { assistantOf } from "./sources.ts";
import { changeEnquiries } from "./writes.owner.server.ts";
import { readYield } from "./yield.server.ts";
import { startOf, type YieldBy } from "./yield.ts";

const { owner } = await openTestDatabases();
const BY = { siteUrl: "https://seo.example", browser: "" };
beforeEach(() => owner.delete(enquiries));

type More = Partial<typeof enquiries.$inferInsert> & { daysAgo?: number };
async function add({ daysAgo = 0, ...more }: More = {}) {
  const id = randomUUID();
  const created_at = sql`now() - make_interval(days => ${daysAgo})`;
  const one = { id, form_type: "contact", name: "Ada", email: "ada@example.com" };
  await owner.insert(enquiries).values({ ...one, created_at, ...more });
  return id;
}
const change = (id: string, fields: Parameters<typeof changeEnquiries>[2]) =>
  changeEnquiries(owner, [id], fields, BY);
const names = async (by: YieldBy) =>
  (await readYield(owner, by, null)).map(({ name, enquiries }) => `${name} ${enquiries}`);

test("what enquiries became is counted; estimates are never among the values, and spam isn't counted", async () => {
  await add({ page: "/contact" });
  await add({ page: "/contact", status: "spam" });
  const [first, second, third] = [
    await add({ page: "/contact", daysAgo: 4 }),
    await add({ page: "/contact", daysAgo: 10 }),
    await add({ page: "/contact", daysAgo: 2 }),
  ];
  await change(first, { status: "won", value: "300000 month" });
  await change(second, { status: "won", value: "50000 once" });
  await change(third, { status: "won", value: "100 month estimate" });
  const lost = await add({ page: "/contact" });
  await change(lost, { status: "lost", value: "900 once" });
  const [row, ...others] = await readYield(owner, "page", null);
  expect(others).toEqual([]);
  expect({ ...row, days: Math.round(row!.days!) }).toEqual({
    ...{ name: "/contact", enquiries: 5, answered: 4, won: 3 },
    ...{ once: 50_000, monthly: 300_000, about_once: 0, about_monthly: 100, days: 4 },
  });
});

test("each period begins that many days ago", async () => {
  for (const daysAgo of [10, 60, 200, 500]) await add({ daysAgo });
  for (const [days, count] of [
    ["30", 1],
    ["90", 2],
    ["365", 3],
    ["all", 4],
  ] as const)
    expect((await readYield(owner, "page", startOf(days)))[0]?.enquiries, days).toBe(count);
});

test("rows are first pages, services, case studies or campaigns; an enquiry may count for several", async () => {
  const trail = ["/blog/a", "/case-studies/x", "/case-studies", "/case-studies/y", "/case-studies/x"];
  await add({ trail, services: ["Local SEO", "Digital PR"], utm: { utm_campaign: "spring" } });
  await add({ trail: ["/"], services: ["Local SEO"] });
  await add();
  expect(await names("landing")).toEqual([" 1", "/ 1", "/blog/a 1"]);
  expect(await names("service")).toEqual(["Local SEO 2", " 1", "Digital PR 1"]);
  expect(await names("case-study")).toEqual([" 2", "/case-studies/x 1", "/case-studies/y 1"]);
  expect(await names("campaign")).toEqual([" 2", "spring 1"]);
});

test.each([
  ["ChatGPT", { utm: { utm_source: "chatgpt.com" } }],
  ["ChatGPT", { referrer_host: "chatgpt.com" }],
  ["Perplexity", { referrer_host: "www.perplexity.ai" }],
  ["Gemini", { referrer_host: "gemini.google.com" }],
  ["Copilot", { referrer_host: "copilot.microsoft.com" }],
  ["Claude", { referrer_host: "claude.ai" }],
  ["google.com", { referrer_host: "www.google.com" }],
  ["newsletter", { utm: { utm_source: "Newsletter" }, referrer_host: "www.google.com" }],
  ["google ads", { utm: { gclid: "x" }, referrer_host: "www.google.com" }],
  ["facebook", { utm: { fbclid: "x" } }],
  ["notclaude.ai", { referrer_host: "notclaude.ai" }],
  ["", {}],
])("the source is %j for %j", async (name, more) => {
  await add(more);
  const [row] = await readYield(owner, "source", null);
  expect(assistantOf(row!.name) ?? row!.name).toBe(name);
});
