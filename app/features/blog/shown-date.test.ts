import { expect, test } from "vitest";
import { dateHeaders } from "./shown-date.ts";

const now = new Date("2026-11-21T03:00:00Z");
const settings = { blog_date_display: "today", time_zone: "America/New_York" };

test("a cached page with today's date expires at midnight in the site's time zone", () => {
  expect(dateHeaders(settings, now)).toEqual({
    "Cache-Control": "no-cache",
    Expires: "Sat, 21 Nov 2026 05:00:00 GMT",
  });
  expect(dateHeaders({ ...settings, blog_date_display: "published" }, now)).toEqual({});
});
