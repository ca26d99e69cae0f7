import { endOfDay, isoDay, longDate } from "../../platform/time/dates.ts";
import type { ShownDate } from "./card.tsx";

/** The settings that determine which date visitors see on a post (decision 0035.4). */
export type DateSettings = { blog_date_display: string; time_zone: string };

/** Returns whether today's date is shown: only `published` shows the post's own date. */
export const showsToday = ({ blog_date_display }: DateSettings) => blog_date_display !== "published";

/**
 * Returns the date to show on a post, in US long format.
 * SPEC 2: "both blog list and post view show the current date rather than the record's created date".
 */
export function shownDate(created: Date, settings: DateSettings, now = new Date()): ShownDate {
  const date = showsToday(settings) ? now : created;
  return { text: longDate(date, settings.time_zone), iso: isoDay(date, settings.time_zone) };
}

/**
 * Returns headers that limit caching, so that a page never shows yesterday as today (decision 0035.4). The page cache
 * reads `Expires`; browsers revalidate in any case.
 */
export function dateHeaders(settings: DateSettings, now = new Date()): Record<string, string> {
  if (!showsToday(settings)) return {};
  return { "Cache-Control": "no-cache", Expires: endOfDay(now, settings.time_zone).toUTCString() };
}
