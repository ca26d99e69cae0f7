// Decision 0008.
import { expect, test } from "vitest";
import { storeCheapPassword } from "../support/cheap-password.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { openTestSite } from "../support/test-site.ts";

const site = await openTestSite({ TRUST_PROXY: "1" });

const post = (password: string, address: string, cookie?: string) =>
  fetch(`${site.url}${PANEL}.data`, {
    method: "POST",
    body: new URLSearchParams({ password }),
    headers: { "X-Forwarded-For": address, ...(cookie && { Cookie: cookie }) },
    redirect: "manual",
  });
/** React Router responds to its own scripts with 202 instead of a redirect. */
const RIGHT = 202;
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0]!)
    .filter((cookie) => !cookie.startsWith("panel_notice"));
type Row = { event: string; network: string; times: number; details: Record<string, unknown> };
const events = () => site.query<Row>("select event, network, times, details from audit_log order by last_at");

test("a flood of wrong passwords from one /48 doesn't lock out a known browser", async () => {
  const owner = cookiesOf(await post(ADMIN_PASSWORD, "2001:db8:9:1::1"));
  expect(owner.map((cookie) => cookie.split("=")[0])).toEqual(["panel_session", "panel_browser"]);
  await storeCheapPassword(site.query);

  const TRIES = 400;
  let next = 0;
  const statuses: number[] = [];
  const attack = async () => {
    for (let i = next++; i < TRIES; i = next++)
      statuses.push((await post("guess", `2001:db8:9:${(i * 163).toString(16)}::1`)).status);
  };
  await Promise.all(Array.from({ length: 20 }, attack));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  const checked = statuses.filter((status) => status === 401).length;
  expect(checked).toBeLessThanOrEqual(160);
  expect(checked).toBeGreaterThanOrEqual(100);

  // Signs in from a blocked network without and with the cookie, then from elsewhere.
  expect((await post(ADMIN_PASSWORD, "2001:db8:9:ffff::1")).status).toBe(429);
  const again = await post(ADMIN_PASSWORD, "2001:db8:9:ffff::1", owner[1]);
  expect(again.status).toBe(RIGHT);
  expect((await post(ADMIN_PASSWORD, "198.51.100.7")).status).toBe(RIGHT);

  // The cookie works for one sign-in, which sets a new cookie.
  expect((await post(ADMIN_PASSWORD, "2001:db8:9:ffff::1", owner[1])).status).toBe(429);
  const session = cookiesOf(again).join("; ");
  const dashboard = await fetch(`${site.url}${PANEL}/dashboard`, { headers: { Cookie: session } });
  expect(await dashboard.text()).toContain("Someone is guessing passwords");
  expect((await post(ADMIN_PASSWORD, "2001:db8:9:ffff::1", session)).status).toBe(RIGHT);
});

test("the attack adds two rows to the security log, and no log has a full IP address", async () => {
  await expect
    .poll(async () =>
      (await events())
        .filter(({ event }) => event === "login.throttled")
        .reduce((sum, { times }) => sum + times, 0),
    )
    .toBeGreaterThanOrEqual(240);
  const tried = (await events()).filter(({ event }) => event.startsWith("login.") && event !== "login.right");
  expect(tried.map(({ event, network }) => [event, network]).sort()).toEqual([
    ["login.throttled", "2001:db8:9::/48"],
    ["login.wrong", "2001:db8:9::/48"],
  ]);
  const lines = site
    .stderr()
    .split("\n")
    .filter((line) => line.includes('"event":"login.'));
  expect(lines.length).toBeLessThan(200);
  expect(lines.some((line) => line.includes('"event":"login.wrong","times":1'))).toBe(true);
  for (const line of lines) expect(line).not.toMatch(/2001:db8:9:[0-9a-f]|198\.51\.100\.7/);
});
