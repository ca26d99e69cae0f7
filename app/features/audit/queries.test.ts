import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import {
  addAudit,
  claimAudit,
  findAudit,
  findShared,
  finishAudit,
  purgeOldAudits,
  requeueAbandonedAudits,
  requeueAudit,
  tokenOf,
} from "./queries.server.ts";
import type { AuditResult } from "./result.ts";
import { audits } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();

async function enquiry() {
  const id = randomUUID();
  await owner.insert(enquiries).values({ id, form_type: "audit", name: "Ada", email: "ada@example.com" });
  return id;
}

async function ask(host: string, url = `https://${host}/`) {
  const enquiryId = await enquiry();
  const token = await tokenOf(owner, enquiryId);
  const plan = { url, host, token, skipped: null, isKnown: false };
  await visitor.transaction((tx) => addAudit(tx, enquiryId, plan));
  return { token, enquiryId };
}

const result = (host: string): AuditResult => ({
  ...{ version: 1, url: `https://${host}/`, host, finalUrl: null, checkedAt: "2026-01-01T00:00:00.000Z" },
  ...{ tookMs: 1, trouble: null, title: "", description: "", h1: "", findings: [] },
});

beforeEach(async () => {
  await owner.delete(enquiries);
});

test("a report is found only by its token, which is stored as a hash", async () => {
  const { token, enquiryId } = await ask("one.example");
  expect(Buffer.from(token, "base64url")).toHaveLength(16);
  expect(await findAudit(owner, token)).toMatchObject({ enquiry_id: enquiryId, state: "waiting" });
  expect(await findAudit(owner, token.replace(/.$/, token.endsWith("A") ? "Q" : "A"))).toBeNull();
  expect(await findAudit(owner, "x".repeat(100_000))).toBeNull();
  expect(JSON.stringify(await owner.select().from(audits))).not.toContain(token);
  expect(await tokenOf(owner, enquiryId)).toBe(token);
});

test.each([
  ["that is done", { state: "done" }],
  ["with a result", { result: result("one.example") }],
  ["in the owner's name", { by_owner: true }],
  ["without a token", { token_hash: null }],
])("the visitor role can't add an audit %s", async (_what, wrong) => {
  const row = { enquiry_id: await enquiry(), token_hash: randomUUID(), url: "https://x.example/", host: "x" };
  await expect(visitor.insert(audits).values({ ...row, ...wrong })).rejects.toMatchObject({
    cause: { code: "42501" },
  });
});

test("the oldest queued audit whose host isn't being checked is claimed first", async () => {
  await ask("one.example");
  await ask("one.example");
  await ask("two.example");
  const first = await claimAudit(owner, []);
  expect(first).toMatchObject({ host: "one.example", state: "running", attempts: 1 });
  const second = await claimAudit(owner, ["one.example"]);
  expect(second).toMatchObject({ host: "two.example" });
  expect(await claimAudit(owner, ["one.example", "two.example"])).toBeNull();
  const taken = await Promise.all([claimAudit(owner, []), claimAudit(owner, [])]);
  expect(taken.filter(Boolean)).toMatchObject([{ host: "one.example" }]);
});

test("audits of the same URL share their result for 10 minutes", async () => {
  await ask("one.example.org");
  const first = await claimAudit(owner, []);
  await finishAudit(owner, first!.id, result("one.example.org"), null);
  await ask("one.example.org");
  const second = await claimAudit(owner, []);
  expect(await findShared(owner, second!)).toEqual(result("one.example.org"));
  expect(await findShared(owner, { ...second!, by_owner: true })).toBeNull();
  await owner.update(audits).set({ finished_at: sql`now() - interval '11 minutes'` });
  expect(await findShared(owner, second!)).toBeNull();
});

test.each([
  ["another path", "https://one.example.org/private"],
  ["a query", "https://one.example.org/?invite=SECRET"],
  ["another scheme", "http://one.example.org/"],
  ["another port", "https://one.example.org:22/"],
  ["a password", "https://ada:secret@one.example.org/"],
])("different URLs on the same host don't share a result: %s", async (_what, url) => {
  for (const [first, second] of [
    ["https://one.example.org/", url],
    [url, "https://one.example.org/"],
  ]) {
    await ask("one.example.org", first);
    const made = await claimAudit(owner, []);
    await finishAudit(owner, made!.id, result("one.example.org"), null);
    await ask("one.example.org", second);
    expect(await findShared(owner, (await claimAudit(owner, []))!)).toBeNull();
    await owner.delete(enquiries);
  }
});

test.each([
  "https://one.example.org/?invite=SECRET",
  "https://one.example.org:22/",
  "https://ada:secret@one.example.org/",
])("results for URLs with secrets or unusual ports aren't shared: %s", async (url) => {
  await ask("one.example.org", url);
  await finishAudit(owner, (await claimAudit(owner, []))!.id, result("one.example.org"), null);
  await ask("one.example.org", url);
  expect(await findShared(owner, (await claimAudit(owner, []))!)).toBeNull();
});

test("the owner's audits aren't shared with visitors", async () => {
  await ask("one.example.org");
  const made = await claimAudit(owner, []);
  await finishAudit(owner, made!.id, result("one.example.org"), null);
  await owner.update(audits).set({ by_owner: true });
  await ask("one.example.org");
  expect(await findShared(owner, (await claimAudit(owner, []))!)).toBeNull();
});

test("an interrupted audit is retried once and then fails", async () => {
  const { token } = await ask("one.example");
  await requeueAudit(owner, (await claimAudit(owner, []))!.id);
  expect(await findAudit(owner, token)).toMatchObject({ state: "waiting" });
  await claimAudit(owner, []);
  await requeueAbandonedAudits(owner);
  expect(await findAudit(owner, token)).toMatchObject({ state: "running" });
  await owner.update(audits).set({ started_at: sql`now() - interval '31 seconds'` });
  await requeueAbandonedAudits(owner);
  expect(await findAudit(owner, token)).toMatchObject({ state: "failed", reason: "broken-off" });
});

test("audits are deleted after 90 days, or with their enquiry", async () => {
  const { enquiryId } = await ask("one.example");
  await ask("two.example");
  await owner.delete(enquiries).where(eq(enquiries.id, enquiryId));
  expect(await owner.$count(audits)).toBe(1);
  await purgeOldAudits(owner);
  expect(await owner.$count(audits)).toBe(1);
  await owner.update(audits).set({ requested_at: sql`now() - interval '91 days'` });
  await purgeOldAudits(owner);
  expect(await owner.$count(audits)).toBe(0);
});
