import { expect, test } from "vitest";
import { dateHeaders, shownDate } from "./shown-date.ts";

const created = new Date("2026-10-20T13:00:00Z");
const now = new Date("2026-11-21T03:00:00Z");
const settings = { blog_date_display: "today", time_zone: "America/New_York" };

test("'both blog list and post view show the current date rather than the record's created date'", () => {
  expect(shownDate(created, settings, now)).toEqual({ text: "November 20, 2026", iso: "2026-11-20" });
});

test('`blog_date_display` = "published" shows the post\'s own date', () => {
  const date = shownDate(created, { ...settings, blog_date_display: "published" }, now);
  expect(date).toEqual({ text: "October 20, 2026", iso: "2026-10-20" });
});

test("a cached page with today's date expires at midnight in the site's time zone", () => {
  expect(dateHeaders(settings, now)).toEqual({
    "Cache-Control": "no-cache",
    Expires: "Sat, 21 Nov 2026 05:00:00 GMT",
  });
  expect(dateHeaders({ ...settings, blog_date_display: "published" }, now)).toEqual({});
});
