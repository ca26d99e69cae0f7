// Days of follow-ups. A day is text such as "2026-11-29".
import { enquiriesTab } from "../../copy/panel/enquiries-tab.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { readOpeningHours } from "../../platform/time/opening-hours.ts";

const DAY_MS = 86_400_000;
const WEEKDAYS = new Set([1, 2, 3, 4, 5]);

const at = (day: string) => new Date(`${day}T00:00Z`);

/** Adds days to a day. */
export const addDays = (day: string, count: number): string =>
  new Date(at(day).getTime() + count * DAY_MS).toISOString().slice(0, 10);

/** Returns how many days lie between two days; negative if `day` is before `today`. */
const daysUntil = (day: string, today: string): number =>
  Math.round((at(day).getTime() - at(today).getTime()) / DAY_MS);

/**
 * Returns the days of the week (Sunday = 0) that the business is open; Monday to Friday if its hours can't be parsed.
 * @param hours the business hours on the Contact page
 */
export function workingDays(hours: readonly { days: string; hours: string }[]): ReadonlySet<number> {
  const open = hours.map(readOpeningHours).flatMap((line) => (line?.open ? line.days : []));
  return open.length ? new Set(open) : WEEKDAYS;
}

/** Adds working days to a day. */
export function addWorkingDays(day: string, count: number, working: ReadonlySet<number>): string {
  let next = day;
  for (let left = count; left > 0; ) {
    next = addDays(next, 1);
    if (working.has(at(next).getUTCDay())) left--;
  }
  return next;
}

/** Returns "Today", "3 days late" or "Dec 2", for example. */
export function showDay(day: string, today: string): string {
  const { days } = enquiriesTab;
  const left = daysUntil(day, today);
  if (left < 0) return days.late(-left);
  if (left < 2) return left ? days.tomorrow : days.today;
  return shortDate(at(day), "UTC", at(today));
}

/** A day that a follow-up can be set to, if the text is one. Years have four digits, as in date fields. */
export const isDay = (text: string): boolean =>
  /^(20|21)\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(at(text).getTime()) &&
  at(text).toISOString().startsWith(text);
