import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { outgoing_mails } from "../mail/table.server.ts";
import {
  countSubscribers,
  deleteSubscriber,
  listSubscribers,
  readRefusedInvitations,
  restoreSubscriber,
} from "./queries.owner.server.ts";
import { requestSubscription } from "./queries.server.ts";
import { subscribers } from "./table.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(subscribers);
  await owner.delete(outgoing_mails);
});

const ALL = { search: "", status: "" } as const;
const list = (filter: object) =>
  listSubscribers(owner, { ...ALL, sort: "newest", page: 1, perPage: 20, ...filter });
const emails = async (filter: object) => (await list(filter)).rows.map(({ email }) => email);
const add = (email: string, status: string, daysAgo = 0) =>
  owner.insert(subscribers).values({
    email,
    status,
    token: randomUUID(),
    created_at: sql`now() - make_interval(days => ${daysAgo})`,
  });

test("subscribers are listed newest first, with search, status and counts", async () => {
  await add("ada@example.com", "confirmed", 1);
  await add("bob_1@example.com", "pending", 2);
  await add("bob21@example.com", "unsubscribed", 3);
  expect(await emails({})).toEqual(["ada@example.com", "bob_1@example.com", "bob21@example.com"]);
  expect(await emails({ search: "BOB_" })).toEqual(["bob_1@example.com"]);
  expect(await emails({ status: "unsubscribed" })).toEqual(["bob21@example.com"]);
  expect(await countSubscribers(owner)).toEqual({ confirmed: 1, pending: 1, unsubscribed: 1 });
  expect(await list({ page: 9, perPage: 2 })).toMatchObject({ page: 2, pages: 2, matching: 3 });
});

test("the list can be sorted by date in both directions, and by email address", async () => {
  await add("Bea@example.com", "confirmed", 1);
  await add("ada@example.com", "pending", 3);
  await add("Cyd@example.com", "confirmed", 2);
  const names = async (sort: string) => (await emails({ sort })).map((email) => email.slice(0, 3)).join(" ");
  expect(await names("newest")).toBe("Bea Cyd ada");
  expect(await names("oldest")).toBe("ada Cyd Bea");
  expect(await names("email")).toBe("ada Bea Cyd");
  expect((await emails({ sort: "email", search: "example" }))[0]).toBe("ada@example.com");
});

test("a search finds up to 1,000 subscribers", async () => {
  const many = Array.from({ length: 1100 }, (_, i) => ({ email: `n${i}@example.com`, token: `t${i}` }));
  await owner.insert(subscribers).values(many);
  expect(await list({ search: "example" })).toMatchObject({ matching: 1000, hasMore: true });
});

test("a rejected email counts until there's a newer one or the subscriber is confirmed", async () => {
  const siteUrl = "https://seo.example";
  const DAY_MS = 86_400_000;
  const ask = (email: string, daysAgo: number) =>
    requestSubscription(owner, email, { siteUrl, now: new Date(Date.now() - daysAgo * DAY_MS) });
  const set = (email: string, values: Partial<typeof outgoing_mails.$inferInsert>) =>
    owner.update(outgoing_mails).set(values).where(eq(outgoing_mails.recipient, email));
  const refused = { status: "refused", last_error: "No such user" };
  const ADA = "Ada@example.com";

  await ask(ADA, 2);
  await set(ADA, refused);
  await ask("bob@example.com", 2);
  await add("nobody@example.com", "pending");
  expect(await readRefusedInvitations(owner)).toEqual({ count: 1, email: ADA });
  const mails = new Map((await list({})).rows.map(({ email, mail }) => [email, mail]));
  expect(mails.get(ADA)).toMatchObject(refused);
  expect(mails.get("bob@example.com")).toMatchObject({ status: "waiting", last_error: "" });
  expect(mails.get("nobody@example.com")).toBeNull();

  await set(ADA, { created_at: new Date(Date.now() - 2 * DAY_MS) });
  await ask(ADA, 1);
  expect((await list({ search: "ada" })).rows[0]!.mail).toMatchObject({ status: "waiting" });
  expect(await readRefusedInvitations(owner)).toEqual({ count: 0, email: null });
  await set(ADA, refused);
  expect(await readRefusedInvitations(owner)).toEqual({ count: 1, email: ADA });
  await owner.update(subscribers).set({ status: "confirmed" });
  expect(await readRefusedInvitations(owner)).toEqual({ count: 0, email: null });
});

test("Undo restores a deleted subscriber and their email, but keeps a newer sign-up", async () => {
  await requestSubscription(owner, "Ada@example.com", { siteUrl: "https://seo.example" });
  await requestSubscription(owner, "bob@example.com", { siteUrl: "https://seo.example" });
  const before = await owner.select().from(subscribers).orderBy(subscribers.email);
  const { id } = before.find(({ email }) => email === "Ada@example.com")!;

  const { id: removed } = await deleteSubscriber(owner, id);
  expect(await emails({})).toEqual(["bob@example.com"]);
  expect(await owner.select().from(outgoing_mails)).toMatchObject([{ recipient: "bob@example.com" }]);
  await restoreSubscriber(owner, removed);
  expect(await owner.select().from(subscribers).orderBy(subscribers.email)).toEqual(before);
  expect(await owner.$count(outgoing_mails)).toBe(2);

  await deleteSubscriber(owner, id);
  await add("ada@example.com", "confirmed");
  await restoreSubscriber(owner, removed);
  expect(await emails({ search: "ada" })).toEqual(["ada@example.com"]);
});
