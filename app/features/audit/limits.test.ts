import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { rate_limits } from "../../platform/database/rate-limit.table.server.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { builtInSettings } from "../settings/defaults.ts";
import { planAudit } from "./limits.server.ts";
import { addAudit } from "./queries.server.ts";
import type { AuditReason } from "./states.ts";
import { audits } from "./table.server.ts";

const { owner } = await openTestDatabases();
const config = { audit: {}, siteUrl: "https://own.example.org" };

beforeEach(async () => {
  await owner.delete(enquiries);
  await owner.delete(rate_limits);
});

/** Requests an audit from this IP address. Returns why it was skipped, or null. */
async function ask(ip: string, perDay = "200"): Promise<AuditReason | null> {
  const id = randomUUID();
  await owner.insert(enquiries).values({ id, form_type: "audit", name: "Ada", email: "ada@example.com" });
  const settings = { ...builtInSettings(), audits_per_day: perDay };
  const plan = await planAudit(
    owner,
    { id, website: `https://${id}.example.org/` },
    { config, settings, ip },
  );
  if (!plan!.skipped) {
    await addAudit(owner, id, plan!);
    await owner.update(audits).set({ state: "done" });
  }
  return plan!.skipped;
}
async function countMade(ips: string[], perDay?: string): Promise<number> {
  let made = 0;
  for (const ip of ips) if ((await ask(ip, perDay)) === null) made++;
  return made;
}
const times = (count: number, ip: (i: number) => string) => Array.from({ length: count }, (_, i) => ip(i));

test("audits are limited per IP address, and for IPv6 also per /56 and /48 network", async () => {
  expect(await countMade(times(5, () => "203.0.113.1"))).toBe(3);
  expect(await countMade(times(5, (i) => `2001:db8::${i}`))).toBe(3);
  // One customer may have a whole /56 or /48.
  expect(await countMade(times(10, (i) => `2001:db8:1:${i}::1`))).toBe(6);
  expect(await countMade(times(20, (i) => `2001:db8:2:${i.toString(16)}00::1`))).toBe(12);
  expect(await ask("2001:db8:3::1")).toBeNull();
});

test("a fifth of the daily audits are reserved for new networks", async () => {
  const regulars = times(4, (i) => `203.0.113.${i}`);
  expect(await countMade([...regulars, ...regulars, ...regulars], "10")).toBe(8);
  expect(await ask("203.0.113.0", "10")).toBe("day-is-full");
  // The network isn't new once one of its addresses has requested an audit.
  await ask("2001:db8::1", "10");
  expect(await ask("2001:db8:0:ffff::1", "10")).toBe("day-is-full");
  expect(await ask("198.51.100.1", "10")).toBeNull();
  expect(await ask("198.51.100.2", "10")).toBe("day-is-full");
});
