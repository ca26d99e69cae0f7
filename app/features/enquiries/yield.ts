import { z } from "zod";

/** What the report's rows are. `case-study` has those that were read before the enquiry. */
export const YIELD_BY = ["landing", "page", "service", "case-study", "source", "campaign"] as const;
export type YieldBy = (typeof YIELD_BY)[number];

/** Days that the report covers, besides all. */
const PERIODS = ["30", "90", "365"] as const;
const DAY_MS = 86_400_000;

/** The report's URL. Invalid values are ignored. */
export const yieldQuery = z.object({
  by: z.enum(YIELD_BY).catch("source"),
  days: z.enum(["all", ...PERIODS]).catch("365"),
});

/** Returns the time at which a period begins; null for all. */
export const startOf = (days: z.output<typeof yieldQuery>["days"]): Date | null =>
  days === "all" ? null : new Date(Date.now() - Number(days) * DAY_MS);
