import { describe, expect, test } from "vitest";
import { endOfDay, isoDay, longDate, shortDate, weekStarts } from "./dates.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("a date in the current year is shown without the year", () => {
  expect(shortDate(new Date("2026-11-19T12:00:00Z"), "UTC", now)).toBe("Nov 19");
  expect(shortDate(new Date("2025-11-19T12:00:00Z"), "UTC", now)).toBe("Nov 19, 2025");
});

test("dates use the site's time zone", () => {
  expect(shortDate(new Date("2026-11-20T03:00:00Z"), "America/New_York", now)).toBe("Nov 19");
  expect(shortDate(new Date("2026-01-01T03:00:00Z"), "America/New_York", now)).toBe("Dec 31, 2025");
});

describe("blog dates", () => {
  const night = new Date("2026-11-20T03:30:00Z");

  test("'Dates in US long format', in the site's time zone", () => {
    expect(longDate(night, "America/New_York")).toBe("November 19, 2026");
    expect(longDate(night, "Europe/Berlin")).toBe("November 20, 2026");
    expect(isoDay(night, "America/New_York")).toBe("2026-11-19");
  });

  test("an unknown time zone counts as UTC", () => {
    expect(longDate(night, "Atlantis")).toBe("November 20, 2026");
  });

  test.each([
    ["an ordinary day", "2026-11-20T03:30:00Z", "2026-11-20T05:00:00.000Z"],
    ["its last minute", "2026-11-20T04:59:30Z", "2026-11-20T05:00:00.000Z"],
    ["its first moment", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00.000Z"],
    ["the day of 23 hours", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00.000Z"],
    ["the day of 25 hours", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00.000Z"],
  ])("a day ends at midnight in the site's time zone: %s", (_what, now, end) => {
    expect(endOfDay(new Date(now), "America/New_York").toISOString()).toBe(end);
  });
});

test.each([
  ["America/New_York", "2026-11-21T12:00:00Z", ["2026-11-09T05:00:00.000Z", "2026-11-16T05:00:00.000Z"]],
  [
    "the week when the clocks change",
    "2026-11-03T12:00:00Z",
    ["2026-10-26T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
  ],
  [
    "a Sunday still belongs to its week",
    "2026-11-23T04:30:00Z",
    ["2026-11-09T05:00:00.000Z", "2026-11-16T05:00:00.000Z"],
  ],
])("weeks begin on Monday at midnight in the site's time zone: %s", (_what, now, starts) => {
  expect(weekStarts(new Date(now), "America/New_York", 2).map((start) => start.toISOString())).toEqual(
    starts,
  );
});

test("weeks begin at midnight even in zones far from UTC", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(weekStarts(now, "Pacific/Kiritimati", 1)[0]?.toISOString()).toBe("2026-11-15T10:00:00.000Z");
  expect(weekStarts(now, "Pacific/Pago_Pago", 1)[0]?.toISOString()).toBe("2026-11-16T11:00:00.000Z");
});
