import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { findKnownBrowser, forgetOtherBrowsers, rememberBrowser } from "./known-browser.server.ts";
import { known_browsers } from "./table.server.ts";

const { owner, visitor } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(known_browsers);
});

const browser = (setCookie?: string) =>
  new Request("http://localhost/", { headers: setCookie ? { Cookie: setCookie.split(";")[0] ?? "" } : {} });
const remember = (request = browser(), isSecure = false) =>
  rememberBrowser(owner, request, { isSecure, person: null });
const find = (setCookie?: string) => findKnownBrowser(owner, browser(setCookie));

test("a known browser has a random id in an HttpOnly, same-site cookie", async () => {
  const cookie = await remember();
  expect(cookie).toMatch(/^panel_browser=/);
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/", `Max-Age=${90 * 24 * 3600}`])
    expect(cookie.split("; ")).toContain(part);
  expect(cookie).not.toContain("Secure");
  expect(await remember(browser(), true)).toContain("; Secure");
  expect(await find(cookie)).toMatch(/^[0-9a-f]{64}$/);
  expect(await find()).toBeNull();
  expect(await find("panel_browser=Im1hZGUtdXAi")).toBeNull();
  expect(await find("panel_browser=%")).toBeNull();
});

test("the database stores only a hash of the id, hidden from the visitor role", async () => {
  const cookie = await remember();
  const [row] = await owner.select().from(known_browsers);
  expect(atob(decodeURIComponent(/=([^;]*)/.exec(cookie)?.[1] ?? ""))).not.toContain(row?.id_hash);
  await expect(visitor.select().from(known_browsers)).rejects.toThrow();
});

test("each sign-in issues a new id and invalidates the previous one", async () => {
  const first = await remember();
  const second = await remember(browser(first));
  expect(await find(first)).toBeNull();
  expect(await find(second)).not.toBeNull();
  expect(await owner.$count(known_browsers)).toBe(1);
});

test("a browser stays known for 90 days", async () => {
  const cookie = await remember();
  await owner.execute(sql`update known_browsers set created_at = now() - interval '89 days'`);
  expect(await find(cookie)).not.toBeNull();
  await owner.execute(sql`update known_browsers set created_at = now() - interval '91 days'`);
  expect(await find(cookie)).toBeNull();
  await remember();
  expect(await owner.$count(known_browsers)).toBe(1);
});

test("only the 100 newest browsers are remembered", async () => {
  await owner.execute(
    sql`insert into known_browsers select 'old ' || i, now() - i * interval '1 minute' from generate_series(1, 120) i`,
  );
  const cookie = await remember();
  expect(await owner.$count(known_browsers)).toBe(100);
  expect(await find(cookie)).not.toBeNull();
  expect(await owner.$count(known_browsers, sql`id_hash = 'old 1'`)).toBe(1);
});

test("all browsers except the current one can be forgotten", async () => {
  const own = await remember();
  const other = await remember();
  await forgetOtherBrowsers(owner, await find(own));
  expect(await find(own)).not.toBeNull();
  expect(await find(other)).toBeNull();
});
