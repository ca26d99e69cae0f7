import { expect, test } from "vitest";
import { contact } from "../copy/contact.ts";
import { readOpeningHours } from "./opening-hours.ts";

test("Business hours: Mon-Fri 9:00 AM-6:00 PM, Sat 10:00 AM-4:00 PM, Sun closed", () => {
  expect(contact.hours.items.map(readOpeningHours)).toEqual([
    { days: [1, 2, 3, 4, 5], open: { from: 540, to: 1080 } },
    { days: [6], open: { from: 600, to: 960 } },
    { days: [0], open: null },
  ]);
});

test("days may run over the end of the week, noon and midnight are read right", () => {
  const hours = { days: "Saturday – Monday", hours: "12 AM – 12:30 PM" };
  expect(readOpeningHours(hours)).toEqual({ days: [6, 0, 1], open: { from: 0, to: 750 } });
});

test("wording that is not understood is left alone", () => {
  expect(readOpeningHours({ days: "Weekdays", hours: "9:00 AM-6:00 PM" })).toBeNull();
  expect(readOpeningHours({ days: "Mon", hours: "by appointment" })).toBeNull();
  expect(readOpeningHours({ days: "", hours: "" })).toBeNull();
});
