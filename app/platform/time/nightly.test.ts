import { expect, test } from "vitest";
import { isNightlyDue } from "./nightly.ts";

const ZONE = "America/New_York";
const at = (text: string) => new Date(text);

test("the night's work is due at 3 in the morning of the site's time zone, and at any hour when the last time is a day ago", () => {
  const last = at("2026-11-20T08:17:00Z");
  // 3:17 in New York.
  expect(isNightlyDue(last, at("2026-11-21T08:16:59Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T07:17:00Z"), "Europe/London")).toBe(false);
  expect(isNightlyDue(last, at("2026-11-21T09:17:00Z"), ZONE)).toBe(true);
  expect(isNightlyDue(last, at("2026-11-25T18:00:00Z"), ZONE)).toBe(true);
});

test("one night has one; what was made up for in the evening leaves the next night its own", () => {
  expect(isNightlyDue(at("2026-11-21T08:05:00Z"), at("2026-11-21T08:55:00Z"), ZONE)).toBe(false);
  expect(isNightlyDue(at("2026-11-20T19:00:00Z"), at("2026-11-21T08:17:00Z"), ZONE)).toBe(true);
});

test("it is done in the first night, however short that was", () => {
  const begun = at("2026-11-21T05:00:00Z");
  expect(isNightlyDue(begun, at("2026-11-21T08:17:00Z"), ZONE, true)).toBe(true);
  expect(isNightlyDue(begun, at("2026-11-21T07:17:00Z"), ZONE, true)).toBe(false);
});

test("a clock that was wrong does not put off the next one", () => {
  expect(isNightlyDue(at("2027-11-21T08:17:00Z"), at("2026-11-21T15:00:00Z"), ZONE)).toBe(true);
});
