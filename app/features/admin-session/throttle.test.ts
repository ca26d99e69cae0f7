import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { rate_limits } from "../../platform/rate-limit.table.server.ts";
import { ensureAdminPassword } from "./password.server.ts";
import { attemptPassword } from "./throttle.server.ts";

const { owner } = await openTestDatabases();
await ensureAdminPassword(owner, { adminPassword: "right", dataDir: "/nonexistent" });
beforeEach(async () => {
  await owner.delete(rate_limits);
});

const attempt = async (password: string, address = "203.0.113.1") =>
  (await attemptPassword(owner, password, address)).outcome;
const times = <T>(count: number, run: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)));

test("CONTRACT: '10 wrong passwords in 15 minutes from one address, then 429, while other addresses still get in'", async () => {
  expect(new Set(await times(10, () => attempt("wrong")))).toEqual(new Set(["wrong"]));
  const refused = await attemptPassword(owner, "right", "203.0.113.1");
  expect(refused).toEqual({ outcome: "throttled", seconds: expect.any(Number) });
  expect(refused.outcome === "throttled" && refused.seconds).toBeGreaterThan(14 * 60);
  expect(refused.outcome === "throttled" && refused.seconds).toBeLessThanOrEqual(15 * 60);
  expect(await attempt("right", "203.0.113.2")).toBe("right");
});

test("'right passwords do not count'", async () => {
  for (let i = 0; i < 2; i++) expect(await attempt("right")).toBe("right");
  await times(9, () => attempt("wrong"));
  expect(await attempt("right")).toBe("right");
  expect(await attempt("wrong")).toBe("wrong");
  expect(await attempt("right")).toBe("throttled");
});

test("guesses sent all at once are counted one by one", async () => {
  const outcomes = await times(25, () => attempt("wrong"));
  expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(10);
});

test("a connection's whole IPv6 network is one address", async () => {
  await attempt("wrong", "2001:db8:1:2::1");
  await owner.update(rate_limits).set({ points: 10 });
  expect(await attempt("right", "2001:db8:1:2:ffff::1")).toBe("throttled");
  expect(await attempt("right", "2001:db8:1:3::1")).toBe("right");
});

test("while very many are wrong, each address has one try, so that the owner still gets in", async () => {
  await owner.insert(rate_limits).values(await fullCounter());
  expect(await attempt("wrong", "198.51.100.1")).toBe("wrong");
  expect(await attempt("wrong", "198.51.100.1")).toBe("throttled");
  expect(await attempt("right", "198.51.100.2")).toBe("right");
});

/** The counter of all addresses together, as a hundred wrong passwords leave it. */
async function fullCounter() {
  await attempt("wrong", "192.0.2.1");
  const all = (await owner.select().from(rate_limits)).find(({ key }) => key.startsWith("login-all"));
  await owner.delete(rate_limits);
  return { ...all!, points: 100 };
}
