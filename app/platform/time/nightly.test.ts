import { expect, test } from "vitest";
import { isNightlyDue } from "./nightly.ts";

const ZONE = "America/New_York";
const at = (text: string) => new Date(text);

test("nightly work is due at 3 AM in the site's time zone, or at any hour if the last run was a day ago", () => {
  const last = at("2026-11-20T08:17:00Z");
  // 3:17 in New York.
  expect(isNightlyDue(last, at("2026-11-21T08:16:59Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), "Europe/London")).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T09:17:00Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-25T18:00:00Z"), ZONE)).toBe(true);
});

test("it runs once per night, and catching up in the evening doesn't skip the next night", () => {
  expect(isNightlyDue(at("2026-11-21T08:05:00Z"), at("2026-11-21T08:55:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(at("2026-11-20T19:00:00Z"), at("2026-11-21T08:17:00Z"), ZONE)).toBe(true);
});

test("it runs on the first night, however recently the site was started", () => {
  const begun = at("2026-11-21T05:00:00Z");
  expect(isNightlyDue(begun, at("2026-11-21T08:17:00Z"), ZONE, true)).toBe(true);
  expect(isNightlyDue(begun, at("2026-11-21T07:17:00Z"), ZONE, true)).toBe(false);
});

test("a wrong clock doesn't delay the next run", () => {
  expect(isNightlyDue(at("2027-11-21T08:17:00Z"), at("2026-11-21T15:00:00Z"), ZONE)).toBe(true);
});
