import { expect, test } from "vitest";
import { judgeResponse, secondsUntilRetry } from "./retries.ts";

test("the wait grows from five seconds to a day, with at most 10% added", () => {
  const steps = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400];
  steps.forEach((seconds, failures) => {
    const wait = secondsUntilRetry(failures + 1);
    expect(wait).toBeGreaterThanOrEqual(seconds);
    expect(wait).toBeLessThanOrEqual(seconds * 1.1);
  });
});

test.each([
  ["120", 120],
  ["0", 5],
  ["99999999999999999999", 86_400],
  ["Mon, 23 Nov 2026 09:02:00 GMT", 120],
  ["Mon, 23 Nov 2020 09:02:00 GMT", 5],
])("Retry-After: %s means %i seconds", (header, seconds) => {
  expect(secondsUntilRetry(5, header, Date.parse("2026-11-23T09:00:00Z"))).toBe(seconds);
});

test.each(["", "soon", "-5", "1e9", "NaN", "\u0000"])("a senseless Retry-After is ignored: %j", (header) => {
  expect(secondsUntilRetry(2, header)).toBeGreaterThanOrEqual(300);
});

test.each([
  [200, "done"],
  [204, "done"],
  [299, "done"],
  [null, "down"],
  [0, "down"],
  [301, "down"],
  [304, "down"],
  [400, "rejected"],
  [401, "rejected"],
  [404, "rejected"],
  [408, "down"],
  [410, "gone"],
  [422, "rejected"],
  [429, "down"],
  [500, "down"],
  [503, "down"],
  [999, "down"],
] as const)("a response with status %s means %s", (status, is) => {
  expect(judgeResponse(status, undefined, { endpoint: 0, delivery: 0 }).is).toBe(is);
});
