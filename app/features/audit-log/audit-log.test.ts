import { sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import type { Actor } from "./events.ts";
import { findAttack, listEvents, purgeOldEvents } from "./queries.server.ts";
import { OTHER_NETWORKS, recordEvent, recordThrottledLogin, recordWrongLogin } from "./record.server.ts";
import { audit_log } from "./table.server.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(audit_log);
});

const from = (network: string, browser = "Firefox on Linux"): Actor => ({ network, browser, session: null });
const all = async () => (await listEvents(owner, { page: 1, perPage: 1000 })).rows;

test("wrong passwords are counted per network and hour", async () => {
  await Promise.all(Array.from({ length: 30 }, () => recordWrongLogin(owner, from("192.0.2.0/24"))));
  await recordWrongLogin(owner, from("192.0.2.0/24", "Chrome on Windows"));
  await recordWrongLogin(owner, from("198.51.100.0/24"));
  const rows = await all();
  expect(rows.map(({ network, times, browser }) => [network, times, browser])).toEqual([
    ["198.51.100.0/24", 1, "Firefox on Linux"],
    ["192.0.2.0/24", 31, ""],
  ]);
  await owner.execute(sql`update audit_log set hour = hour - interval '1 hour'`);
  await recordWrongLogin(owner, from("192.0.2.0/24"));
  expect(await all()).toHaveLength(3);
});

test("an attack from many networks creates at most 21 rows an hour", async () => {
  for (let i = 0; i < 60; i++) await recordWrongLogin(owner, from(`10.0.${i}.0/24`));
  // A network that already has its own row keeps using it.
  await recordWrongLogin(owner, from("10.0.0.0/24"));
  const rows = await all();
  expect(rows).toHaveLength(21);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(61);
  expect(rows.find(({ network }) => network === OTHER_NETWORKS)?.times).toBe(40);
});

test("a flood of blocked sign-ins is written in batches", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const statements = vi.spyOn(owner, "execute");
  try {
    for (let i = 0; i < 5_000; i++) recordThrottledLogin(owner, from(`10.1.${i % 250}.0/24`));
    await vi.waitFor(async () => expect(await all()).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(async () =>
      expect((await all()).reduce((sum, { times }) => sum + times, 0)).toBe(5_000),
    );
    expect(await all()).toHaveLength(21);
    expect(statements.mock.calls.length).toBeLessThan(25);
  } finally {
    vi.useRealTimers();
    statements.mockRestore();
  }
});

test("60 failed sign-ins within an hour are an attack; 20 aren't", async () => {
  for (let i = 0; i < 20; i++) await recordWrongLogin(owner, from("192.0.2.0/24"));
  expect(await findAttack(owner)).toBeNull();
  for (let i = 0; i < 40; i++) await recordWrongLogin(owner, from("198.51.100.0/24"));
  expect(await findAttack(owner)).toEqual({ tries: 60, networks: 2, since: expect.any(Date) });
  await owner.execute(sql`update audit_log set last_at = last_at - interval '61 minutes'`);
  expect(await findAttack(owner)).toBeNull();
});

test("events are kept for 180 days", async () => {
  await recordEvent(owner, "samples.removed", {});
  await recordEvent(owner, "samples.restored", {});
  await owner.execute(
    sql`update audit_log set last_at = now() - interval '179 days' where event = 'samples.removed'`,
  );
  await owner.execute(
    sql`update audit_log set last_at = now() - interval '181 days' where event = 'samples.restored'`,
  );
  await purgeOldEvents(owner);
  expect((await all()).map(({ event }) => event)).toEqual(["samples.removed"]);
});
