import { endOfDay, isoDay, longDate } from "../../platform/time/dates.ts";
import type { ShownDate } from "./card.tsx";

/** Settings for the date shown on posts (decision 0035.4). */
export type DateSettings = { blog_date_display: string; time_zone: string };

/** Returns whether posts show today's date instead of their own. */
export const showsToday = ({ blog_date_display }: DateSettings) => blog_date_display !== "published";

/**
 * Returns the date to show on a post, in US long format. SPEC 2: "both blog list and post view show the
 * current date rather than the record's created date".
 */
export function shownDate(created: Date, settings: DateSettings, now = new Date()): ShownDate {
  const date = showsToday(settings) ? now : created;
  return { text: longDate(date, settings.time_zone), iso: isoDay(date, settings.time_zone) };
}

/**
 * Returns headers that expire a cached page at midnight if it shows today's date (decision 0035.4). Only the page
 * cache reads `Expires`.
 */
export function dateHeaders(settings: DateSettings, now = new Date()): Record<string, string> {
  if (!showsToday(settings)) return {};
  return { "Cache-Control": "no-cache", Expires: endOfDay(now, settings.time_zone).toUTCString() };
}
