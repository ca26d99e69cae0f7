import { expect, test } from "vitest";
import { isNightlyDue } from "./nightly.ts";

const ZONE = "America/New_York";
const at = (text: string) => new Date(text);

test("nightly work is due at 3 AM, or a day after the last run", () => {
  // 3:17 AM in New York.
  const last = at("2026-11-20T08:17:00Z");
  expect(isNightlyDue(last, at("2026-11-21T08:16:59Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), "Europe/London")).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T09:17:00Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-25T18:00:00Z"), ZONE)).toBe(true);
});

test("nightly work runs once per night, even after a late run", () => {
  expect(isNightlyDue(at("2026-11-21T08:05:00Z"), at("2026-11-21T08:55:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(at("2026-11-20T19:00:00Z"), at("2026-11-21T08:17:00Z"), ZONE)).toBe(true);
});

test("after a run in the afternoon, the next one is at night again", () => {
  expect(isNightlyDue(at("2026-11-20T22:00:00Z"), at("2026-11-21T08:17:00Z"), ZONE)).toBe(true);
});

test("nightly work that never ran is due on the first night", () => {
  const begun = at("2026-11-21T05:00:00Z");
  expect(isNightlyDue(begun, at("2026-11-21T08:17:00Z"), ZONE, true)).toBe(true);
  expect(isNightlyDue(begun, at("2026-11-21T07:17:00Z"), ZONE, true)).toBe(false);
});

test("a last run in the future doesn't delay nightly work", () => {
  expect(isNightlyDue(at("2027-11-21T08:17:00Z"), at("2026-11-21T15:00:00Z"), ZONE)).toBe(true);
});
