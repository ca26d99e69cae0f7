// Days of calendars, as "2026-11-19". They're the same in every time zone.

const DAY_MS = 86_400_000;
const utc = (day: string) => Date.parse(`${day}T00:00Z`);
const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns whether it's a day between 1970 and 2100. */
export function isDay(day: string): boolean {
  return /^(19[7-9]\d|20\d\d)-\d\d-\d\d$/.test(day) && !Number.isNaN(utc(day)) && isoOf(utc(day)) === day;
}

export const addDays = (day: string, count: number): string => isoOf(utc(day) + count * DAY_MS);

/** Returns the first day of the month that's `count` months later. */
export function addMonths(day: string, count: number): string {
  const first = new Date(utc(`${day.slice(0, 7)}-01`));
  first.setUTCMonth(first.getUTCMonth() + count);
  return isoOf(first.getTime());
}

/** Returns the days of a week. Weeks begin on Monday. */
export function daysOfWeek(day: string): string[] {
  const sinceMonday = (new Date(utc(day)).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, index) => addDays(day, index - sinceMonday));
}

/** Returns the days of all weeks that a day's month is part of. */
export function weeksOfMonth(day: string): string[] {
  const last = addDays(addMonths(day, 1), -1);
  const days = daysOfWeek(`${day.slice(0, 7)}-01`);
  while (days.at(-1)! < last) days.push(...daysOfWeek(addDays(days.at(-1)!, 1)));
  return days;
}
