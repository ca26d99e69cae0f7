import { expect, test } from "vitest";
import { replyTimeLeft } from "./age.ts";

test.each([
  [1, "up", "Reply within 23 hours"],
  [20, "warn", "Reply soon: 4 hours left"],
  [23, "warn", "Reply soon: 1 hour left"],
  [24, "down", "Overdue: waiting 24 hours"],
  [30, "down", "Overdue: waiting 30 hours"],
  [50, "down", "Overdue: waiting 2 days"],
])("after %i hours, an enquiry shows the time left or how long it has waited", (hours, tone, words) => {
  const now = new Date("2026-01-05T00:00:00Z");
  expect(replyTimeLeft(new Date(now.getTime() - hours * 3_600_000), now)).toEqual({ tone, words });
});
