import { like } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { cheapPasswordHash } from "../../../tests/support/cheap-password.ts";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { rate_limits } from "../../platform/database/rate-limit.table.server.ts";
import { ensureAdminPassword, isAdminPassword } from "./password.server.ts";
import { countWaiting, isPasswordOf } from "./password-hash.server.ts";
import { admin_credentials } from "./table.server.ts";
import { attempt as attemptWith } from "./throttle.server.ts";

const { owner } = await openTestDatabases();
const password_hash = cheapPasswordHash("right");
beforeEach(async () => {
  await owner.delete(rate_limits);
  await owner.delete(admin_credentials);
  await owner.insert(admin_credentials).values({ password_hash });
});

/** Checks the site's password, as signing in does. A correct one replaces the cheap hash. */
const attemptPassword = (password: string, typist: Parameters<typeof attemptWith>[1]) =>
  attemptWith(owner, typist, (lane) => isAdminPassword(owner, password, lane));
/** Unlike `attemptPassword`, doesn't replace the cheap hash after a correct password. */
const attempt = async (password: string, ip = "203.0.113.1", knownBrowser: string | null = null) =>
  (await attemptWith(owner, { ip, knownBrowser }, (lane) => isPasswordOf(password, password_hash, lane)))
    .outcome;
const times = <T>(count: number, run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)));

test("CONTRACT: 'correct passwords don't count'", async () => {
  for (let i = 0; i < 2; i++) expect(await attempt("right")).toBe("right");
  await times(9, () => attempt("wrong"));
  expect(await attempt("right")).toBe("right");
  expect(await attempt("wrong")).toBe("wrong");
  expect(await attempt("right")).toBe("throttled");
});

test("the sender's remaining tries are reported after a wrong password", async () => {
  const left = async (ip: string, knownBrowser: string | null = null) => {
    const result = await attemptPassword("wrong", { ip, knownBrowser });
    return result.outcome === "wrong" ? result.triesLeft : result.outcome;
  };
  expect([await left("203.0.113.1"), await left("203.0.113.1")]).toEqual([9, 8]);
  await times(7, () => attempt("wrong"));
  expect([await left("203.0.113.1", "known"), await left("203.0.113.1")]).toEqual([9, "throttled"]);
  await owner.insert(rate_limits).values(await fullCounter());
  expect(await left("203.0.113.2")).toBe(0);
});

test("concurrent guesses are counted one by one", async () => {
  const outcomes = await times(25, () => attempt("wrong"));
  expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(10);
});

test("an IPv6 /64 network counts as one address", async () => {
  await attempt("wrong", "2001:db8:1:2::1");
  await owner.update(rate_limits).set({ points: 10 });
  expect(await attempt("right", "2001:db8:1:2:ffff::1")).toBe("throttled");
  expect(await attempt("right", "2001:db8:1:3::1")).toBe("right");
});

test("during an attack from many addresses, each address gets one try", async () => {
  await owner.insert(rate_limits).values(await fullCounter());
  expect(await attempt("wrong", "198.51.100.1")).toBe("wrong");
  expect(await attempt("wrong", "198.51.100.1")).toBe("throttled");
  expect(await attempt("right", "198.51.100.2")).toBe("right");
});

test("wider IPv6 networks have their own limits", async () => {
  const wrongFrom = async (count: number, addressOf: (i: number) => string) => {
    let wrong = 0;
    for (let i = 0; i < count; i++) {
      // Resets the site-wide limit, so only the networks' limits apply.
      await owner.delete(rate_limits).where(like(rate_limits.key, "login-all%"));
      if ((await attempt("wrong", addressOf(i))) === "wrong") wrong++;
    }
    return wrong;
  };
  // 40 per /56, 160 per /48.
  expect(await wrongFrom(45, (i) => `2001:db8:1:${i.toString(16)}::1`)).toBe(40);
  expect(await attempt("right", "2001:db8:1:ff::1")).toBe("throttled");
  expect(await attempt("right", "2001:db8:1:100::1")).toBe("right");
  expect(await wrongFrom(130, (i) => `2001:db8:1:${(i + 1).toString(16)}00::1`)).toBe(120);
  expect(await attempt("right", "2001:db8:1:ff00::1")).toBe("throttled");
  expect(await attempt("right", "2001:db8:2::1")).toBe("right");
  await owner.delete(rate_limits);
  expect(await wrongFrom(45, (i) => `192.0.2.${i}`)).toBe(45);
});

test("a visitor blocked by their own limit doesn't use up their network's limit", async () => {
  for (let i = 0; i < 60; i++) await attempt("wrong", "2001:db8:1:1::1");
  expect(await attempt("right", "2001:db8:1:2::1")).toBe("right");
});

test("of many concurrent guesses, only the checked ones count", async () => {
  const outcomes = await times(60, (i) => attempt("wrong", `2001:db8:1:${i.toString(16)}::1`));
  expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(40);
  const counters = await owner.select().from(rate_limits);
  const points = counters
    .filter(({ key }) => key.startsWith("login-address") || key.startsWith("login-48"))
    .reduce((sum, { points }) => sum + points, 0);
  expect(points).toBe(80);
});

test("during an attack, all unknown browsers together get 200 more checks", async () => {
  await owner.insert(rate_limits).values(await fullCounter());
  expect(await attempt("wrong", "198.51.100.1")).toBe("wrong");
  await owner.update(rate_limits).set({ points: 199 }).where(like(rate_limits.key, "login-crowd-all%"));
  expect(await attempt("right", "198.51.100.2")).toBe("right");
  expect(await attempt("wrong", "198.51.100.3")).toBe("wrong");
  expect(await attempt("right", "198.51.100.4")).toBe("throttled");
});

test("attacks don't block known browsers, which may fail 10 times", async () => {
  await owner.insert(rate_limits).values(await fullCounter());
  await attempt("wrong", "198.51.100.1");
  await owner.update(rate_limits).set({ points: 1000 });
  expect(await attempt("right", "198.51.100.1")).toBe("throttled");
  expect(await attempt("right", "198.51.100.1", "known")).toBe("right");
  expect(await times(10, () => attempt("wrong", "198.51.100.9", "known"))).not.toContain("throttled");
  expect(await attempt("right", "198.51.100.9", "known")).toBe("throttled");
  expect(await attempt("right", "198.51.100.9", "another known")).toBe("right");
  // CONTRACT: '10 wrong passwords in 15 minutes from one address', from any browser.
  await owner.delete(rate_limits);
  await times(10, () => attempt("wrong", "198.51.100.9", "known"));
  expect(await attempt("right", "198.51.100.9")).toBe("throttled");
});

test("known browsers are checked before unknown ones", async () => {
  // A full-cost hash makes checks slow enough to queue.
  await ensureAdminPassword(owner, { adminPassword: "right", dataDir: "/nonexistent" });
  const order: string[] = [];
  const others = times(5, async (i) => {
    await attemptPassword("wrong", { ip: `198.51.100.${i}`, knownBrowser: null });
    order.push("other");
  });
  await vi.waitUntil(() => countWaiting("open") === 4);
  const { outcome } = await attemptPassword("right", { ip: "192.0.2.1", knownBrowser: "known" });
  order.push("owner");
  expect(outcome).toBe("right");
  await others;
  // One check was already running, and the next may have started while the owner's attempt was counted.
  expect(order.indexOf("owner")).toBeLessThanOrEqual(2);
});

test("blocked attempts cause no database writes", async () => {
  await times(10, () => attempt("wrong"));
  const before = await owner.select().from(rate_limits);
  await times(20, () => attempt("wrong"));
  expect(await owner.select().from(rate_limits)).toEqual(before);
});

/** Returns the shared counter after 100 wrong passwords. */
async function fullCounter() {
  await attempt("wrong", "192.0.2.1");
  const all = (await owner.select().from(rate_limits)).find(({ key }) => key.startsWith("login-all"));
  await owner.delete(rate_limits);
  return { ...all!, points: 100 };
}
