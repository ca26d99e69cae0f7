import { expect, test } from "vitest";
import { contact } from "../../copy/site/contact.ts";
import { readOpeningHours } from "./opening-hours.ts";

test("the built-in business hours are parsed", () => {
  expect(contact.hours.items.map(readOpeningHours)).toEqual([
    { days: [1, 2, 3, 4, 5], open: { from: 540, to: 1080 } },
    { days: [6], open: { from: 600, to: 960 } },
    { days: [0], open: null },
  ]);
});

test("days can wrap around the end of the week", () => {
  const hours = { days: "Saturday – Monday", hours: "12 AM – 12:30 PM" };
  expect(readOpeningHours(hours)).toEqual({ days: [6, 0, 1], open: { from: 0, to: 750 } });
});

test.each([
  ["Monday to Thursday", "8am - 5.30pm", [1, 2, 3, 4], [480, 1050]],
  ["Weekdays", "9:00 AM-6:00 PM", [1, 2, 3, 4, 5], [540, 1080]],
  ["Sat & Sun", "10 a.m. to noon", [6, 0], [600, 720]],
  ["Mon, Wed and Fri", "from 9 to 5pm", [1, 3, 5], [540, 1020]],
  ["Tues – Thurs", "1-5 PM", [2, 3, 4], [780, 1020]],
  ["Mon-Fri", "09:00–17:30", [1, 2, 3, 4, 5], [540, 1050]],
  ["Daily", "Open 24 hours", [0, 1, 2, 3, 4, 5, 6], [0, 1440]],
  ["Fri", "6 PM - midnight", [5], [1080, 1440]],
])("'%s', '%s' can be parsed", (days, hours, list, [from, to]) => {
  expect(readOpeningHours({ days, hours })).toEqual({ days: list, open: { from, to } });
});

test.each([
  ["Mon-Fri", "9-5"],
  ["Mon-Fri", "9 AM - 12 PM, 2 PM - 6 PM"],
  ["Mon-Fri", "25:00-26:00"],
  ["Mon-Fri", "6 PM - 2 AM"],
  ["Mon-Fri or so", "9 AM-6 PM".replace("9", "99")],
])("'%s', '%s' can't be parsed", (days, hours) => {
  expect(readOpeningHours({ days, hours })).toBeNull();
});

test("text that isn't days or hours can't be parsed", () => {
  expect(readOpeningHours({ days: "Holidays", hours: "9:00 AM-6:00 PM" })).toBeNull();
  expect(readOpeningHours({ days: "Mon", hours: "by appointment" })).toBeNull();
  expect(readOpeningHours({ days: "", hours: "" })).toBeNull();
});
