import { expect, test } from "vitest";
import { contact } from "../../copy/site/contact.ts";
import { addDays, addWorkingDays, isDay, showDay, workingDays } from "./next-step.ts";

test("working days are the days that the business is open", () => {
  // Monday to Saturday.
  const working = workingDays(contact.hours.items);
  expect(addWorkingDays("2026-11-27", 3, working)).toBe("2026-12-01");
  const weekdays = workingDays([{ days: "Holidays", hours: "by appointment" }]);
  expect(addWorkingDays("2026-11-27", 3, weekdays)).toBe("2026-12-02");
  expect(addWorkingDays("2026-11-28", 1, weekdays)).toBe("2026-11-30");
});

test("days are counted across months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
});

test("days are named relative to today", () => {
  const shown = (day: string) => showDay(day, "2026-11-29");
  expect(["2026-11-29", "2026-11-30", "2026-12-01", "2027-01-05"].map(shown)).toEqual([
    ...["Today", "Tomorrow", "Dec 1", "Jan 5, 2027"],
  ]);
  expect(["2026-11-28", "2026-11-19"].map(shown)).toEqual(["1 day late", "10 days late"]);
});

test("only real days are accepted", () => {
  expect(["2026-11-29", "2028-02-29"].map(isDay)).toEqual([true, true]);
  for (const text of ["2026-02-29", "2026-11-31", "0026-11-29", "2026-1-2", "2026-11-29T10:00", "today"])
    expect([text, isDay(text)]).toEqual([text, false]);
});
