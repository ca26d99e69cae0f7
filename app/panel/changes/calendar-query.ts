import { z } from "zod";

/** The calendar's URL. `at` is a month (2026-12) or a day (2026-12-24); anything else is today. */
export const calendarQuery = z.object({
  view: z.enum(["month", "week", "day"]).catch("month"),
  at: z.string().catch(""),
});
