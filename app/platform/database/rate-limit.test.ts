import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, openPools } from "../../../tests/support/database.ts";
import { countAttempt, purgeExpiredLimits, secondsUntilOpen } from "./rate-limit.server.ts";
import { rate_limits } from "./rate-limit.table.server.ts";

const database = await createTestDatabase();
const { owner } = openPools(database);

test("a key that has used up its attempts is blocked, and other keys aren't", async () => {
  const limit = { name: "test", points: 3, seconds: 60 };
  for (let i = 0; i < 3; i++) expect(await countAttempt(owner, limit, "1.2.3.4")).toBe(0);
  const seconds = await countAttempt(owner, limit, "1.2.3.4");
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await countAttempt(owner, limit, "1.2.3.5")).toBe(0);
});

test("limits with different names are counted separately", async () => {
  await countAttempt(owner, { name: "one", points: 1, seconds: 60 }, "key");
  expect(await countAttempt(owner, { name: "one", points: 1, seconds: 60 }, "key")).toBeGreaterThan(0);
  expect(await countAttempt(owner, { name: "other", points: 1, seconds: 60 }, "key")).toBe(0);
});

test("checking a limit doesn't count as an attempt", async () => {
  const limit = { name: "look", points: 2, seconds: 60 };
  const look = async () => (await secondsUntilOpen(owner, [[limit, "key"]]))[0];
  for (let i = 0; i < 5; i++) expect(await look()).toBe(0);
  await countAttempt(owner, limit, "key");
  expect(await look()).toBe(0);
  await countAttempt(owner, limit, "key");
  expect(await look()).toBeGreaterThan(0);
  expect(await look()).toBeLessThanOrEqual(60);
});

test("several limits can be checked together", async () => {
  const limit = { name: "together", points: 1, seconds: 60 };
  await countAttempt(owner, limit, "closed");
  await countAttempt(owner, limit, "expired");
  const expired = [[limit, "expired"]] as [[typeof limit, string]];
  expect((await secondsUntilOpen(owner, expired))[0]).toBeGreaterThan(0);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  try {
    expect(await secondsUntilOpen(owner, expired)).toEqual([0]);
  } finally {
    vi.useRealTimers();
  }
  const counted = ["open", "closed", "open"].map((key): [typeof limit, string] => [limit, key]);
  expect(await secondsUntilOpen(owner, counted)).toEqual([0, expect.any(Number), 0]);
  expect((await secondsUntilOpen(owner, counted))[1]).toBeGreaterThan(0);
});

test("stored keys reveal no address and are the same in every process", async () => {
  await owner.delete(rate_limits);
  const limit = { name: "named", points: 3, seconds: 60 };
  await countAttempt(owner, limit, "192.0.2.1");
  const other = openPools(database);
  await countAttempt(other.owner, limit, "192.0.2.1");
  const rows = await owner.select().from(rate_limits);
  expect(rows).toMatchObject([{ points: 2, key: expect.stringMatching(/^named:[0-9a-f]{64}$/) }]);
  const bare = createHash("sha256").update("192.0.2.1").digest("hex");
  expect(rows[0]!.key).not.toContain(bare);
});

test("a window that began while the clock was ahead is discarded", async () => {
  const limit = { name: "ahead", points: 2, seconds: 60 };
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 365 * 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  for (const key of ["full", "full", "full", "begun"]) await countAttempt(owner, limit, key);
  expect(await countAttempt(owner, limit, "full")).toBeGreaterThan(0);
  vi.useRealTimers();
  expect(await secondsUntilOpen(owner, [[limit, "full"]])).toEqual([0]);
  expect(await countAttempt(owner, limit, "full")).toBe(0);
  expect(await countAttempt(owner, limit, "full")).toBe(0);
  expect(await countAttempt(owner, limit, "full")).toBeGreaterThan(0);
  await owner.delete(rate_limits).where(lt(rate_limits.expire, Date.now() + 3_600_000));
  expect(await owner.$count(rate_limits)).toBe(1);
  await purgeExpiredLimits(owner);
  expect(await owner.$count(rate_limits)).toBe(0);
});

test("a long key counts like any other", async () => {
  const limit = { name: "long", points: 1, seconds: 60 };
  expect(await countAttempt(owner, limit, "x".repeat(5000))).toBe(0);
  expect(await countAttempt(owner, limit, "x".repeat(5000))).toBeGreaterThan(0);
});

test("only expired counters are purged", async () => {
  await owner.delete(rate_limits);
  await countAttempt(owner, { name: "kept", points: 1, seconds: 60 }, "key");
  await owner.insert(rate_limits).values({ key: "old", points: 1, expire: Date.now() - 1 });
  await purgeExpiredLimits(owner);
  expect(await owner.$count(rate_limits)).toBe(1);
});
