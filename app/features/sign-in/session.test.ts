import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { endOtherSession, endSession, hasSession, listSessions, startSession } from "./session.server.ts";
import { admin_sessions } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(admin_sessions);
});

const browser = (setCookie?: string) =>
  new Request("http://localhost/", { headers: setCookie ? { Cookie: setCookie.split(";")[0] ?? "" } : {} });
const ORIGIN = { browser: "Firefox on Linux", network: "192.0.2.0/24" };
const OTHER = { browser: "Safari on iPhone", network: "2001:db8:1::/48" };
const logIn = async (request = browser(), isSecure = false) =>
  (await startSession(owner, request, { isSecure, ...ORIGIN })).setCookie;
const age = (what: "last_seen_at" | "created_at", by: string) =>
  owner.execute(sql`update admin_sessions set ${sql.identifier(what)} = now() - ${by}::interval`);

test("the database stores only a hash, which can't be used to sign in", async () => {
  const cookie = await logIn();
  const [row] = await owner.select().from(admin_sessions);
  const value = decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? "");
  expect(row?.id_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(atob(value)).not.toContain(row?.id_hash);
  await expect(visitor.select().from(admin_sessions)).rejects.toThrow();
});

test("a session ends after 8 hours without activity", async () => {
  const cookie = await logIn();
  await age("last_seen_at", "7 hours 59 minutes");
  expect(await hasSession(owner, browser(cookie))).toBe(true);
  const [row] = await owner
    .select({ isFresh: sql`last_seen_at > now() - interval '1 minute'` })
    .from(admin_sessions);
  expect(row?.isFresh).toBe(true);
  await age("last_seen_at", "8 hours 1 second");
  expect(await hasSession(owner, browser(cookie))).toBe(false);
});

test("a session ends 7 days after the sign-in, even if it's active", async () => {
  const cookie = await logIn();
  await age("created_at", "6 days 23 hours");
  expect(await hasSession(owner, browser(cookie))).toBe(true);
  await age("created_at", "7 days 1 second");
  expect(await hasSession(owner, browser(cookie))).toBe(false);
});

test("Logout deletes the row, so a copied cookie stops working", async () => {
  const cookie = await logIn();
  const other = await logIn();
  const gone = await endSession(owner, browser(cookie), { isSecure: false });
  expect(gone.setCookie).toMatch(/^panel_session=;.*Max-Age=0/);
  expect(gone.wasLoggedIn).toBe(true);
  expect((await endSession(owner, browser(cookie), { isSecure: false })).wasLoggedIn).toBe(false);
  expect((await endSession(owner, browser(), { isSecure: false })).wasLoggedIn).toBe(false);
  expect(await hasSession(owner, browser(cookie))).toBe(false);
  expect(await hasSession(owner, browser(other))).toBe(true);
});

test("a sign-in deletes the browser's earlier session and expired sessions", async () => {
  const cookie = await logIn();
  await logIn(browser(cookie));
  expect(await hasSession(owner, browser(cookie))).toBe(false);
  await age("last_seen_at", "9 hours");
  await logIn();
  expect(await owner.select().from(admin_sessions)).toHaveLength(1);
});

test("the session list shows the requesting browser first", async () => {
  const own = await logIn();
  const other = browser((await startSession(owner, browser(), { ...OTHER, isSecure: false })).setCookie);
  await age("last_seen_at", "2 minutes");
  // The browser has changed networks.
  expect(await hasSession(owner, other, "198.51.100.0/24")).toBe(true);
  const rows = await listSessions(owner, browser(own));
  expect(rows.map(({ browser, network, isThis }) => ({ browser, network, isThis }))).toEqual([
    { ...ORIGIN, isThis: true },
    { ...OTHER, network: "198.51.100.0/24", isThis: false },
  ]);
  expect(await endOtherSession(owner, browser(own), rows[1]!.id_hash)).toEqual({
    ...OTHER,
    network: "198.51.100.0/24",
  });
  expect(await endOtherSession(owner, browser(own), rows[1]!.id_hash)).toBeNull();
  expect(await endOtherSession(owner, browser(own), rows[0]!.id_hash)).toBeNull();
});
