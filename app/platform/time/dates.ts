// Formats and computes dates in a time zone (an IANA name).

/** Returns "Nov 19", with the year if it isn't the current one. */
export function shortDate(date: Date, timeZone: string, now = new Date()): string {
  const yearOf = (day: Date) => write(day, { year: "numeric", timeZone });
  const year = yearOf(date) === yearOf(now) ? undefined : "numeric";
  return write(date, { month: "short", day: "numeric", year, timeZone });
}

/** Cached, because creating a format takes 100 times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for an unknown time zone. */
function write(date: Date, options: Intl.DateTimeFormatOptions, locale = "en-US"): string {
  const key = JSON.stringify([locale, options]);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format.format(date);
}

const EPOCH = new Date(0);

/** Returns the zone, or UTC if it's unknown, so a wrong setting can't take pages down. */
function knownTimeZone(timeZone: string): string {
  try {
    write(EPOCH, { timeZone });
    return timeZone;
  } catch {
    return "UTC";
  }
}

/** Returns "November 19, 2026", as the blog shows dates (SPEC 2). */
export function longDate(date: Date, timeZone: string): string {
  return write(date, { dateStyle: "long", timeZone: knownTimeZone(timeZone) });
}

/** Returns "Thursday, November 19, 2026". */
export const fullDay = (date: Date, timeZone: string): string =>
  write(date, { dateStyle: "full", timeZone: knownTimeZone(timeZone) });

/** Returns "2026-11-19". */
export function isoDay(date: Date, timeZone: string): string {
  const options = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: knownTimeZone(timeZone),
  } as const;
  return write(date, options, "en-CA");
}

/**
 * Returns when a day ends, even one of 23 or 25 hours. Pages with today's date are cached until then
 * (decision 0035.4).
 */
export function endOfDay(date: Date, timeZone: string): Date {
  const day = isoDay(date, timeZone);
  const MINUTE = 60_000;
  let low = Math.floor(date.getTime() / MINUTE);
  let high = low + 26 * 60;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isoDay(new Date(middle * MINUTE), timeZone) === day) low = middle;
    else high = middle;
  }
  return new Date(high * MINUTE);
}

/** Returns "Nov 19, 3:05 PM". */
export function shortTime(date: Date, timeZone: string): string {
  return `${shortDate(date, knownTimeZone(timeZone))}, ${timeOfDay(date, timeZone)}`;
}

/** Returns "3:05 PM". */
export function timeOfDay(date: Date, timeZone: string): string {
  return write(date, {
    hour: "numeric",
    minute: "2-digit",
    timeZone: knownTimeZone(timeZone),
  });
}

/** Returns the hour, 0 to 23. */
export function hourOf(date: Date, timeZone: string): number {
  const options = { hour: "numeric", hourCycle: "h23", timeZone: knownTimeZone(timeZone) } as const;
  return Number(write(date, options));
}

/** Returns when each of the last `weeks` weeks began, ending with the current one. Weeks begin on Monday. */
export function weekStarts(now: Date, timeZone: string, weeks: number): Date[] {
  const today = new Date(`${isoDay(now, timeZone)}T00:00Z`);
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  return Array.from({ length: weeks }, (_, index) => {
    const sunday = new Date(today);
    sunday.setUTCDate(today.getUTCDate() - sinceMonday - 7 * (weeks - 1 - index) - 1);
    return endOfDay(momentOf(sunday.toISOString().slice(0, 10), timeZone), timeZone);
  });
}

/**
 * Returns when a day begins and ends.
 * @param day from `isoDay`
 */
export function boundsOfDay(day: string, timeZone: string): { from: Date; until: Date } {
  const eve = new Date(`${day}T00:00Z`);
  eve.setUTCDate(eve.getUTCDate() - 1);
  return {
    from: endOfDay(momentOf(eve.toISOString().slice(0, 10), timeZone), timeZone),
    until: endOfDay(momentOf(day, timeZone), timeZone),
  };
}

/**
 * Returns when a month begins and ends.
 * @param month such as "2026-11"
 */
export function boundsOfMonth(month: string, timeZone: string): { from: Date; until: Date } {
  const last = new Date(`${month}-01T00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return {
    from: boundsOfDay(`${month}-01`, timeZone).from,
    until: boundsOfDay(last.toISOString().slice(0, 10), timeZone).until,
  };
}

/**
 * Returns the month of a day or month, such as "2026-11", or one that many months later.
 * @param day from `isoDay`, or a month
 */
export function monthOf(day: string, later = 0): string {
  const month = new Date(`${day.slice(0, 7)}-01T00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + later);
  return month.toISOString().slice(0, 7);
}

/**
 * Returns "November 2026".
 * @param month such as "2026-11"
 */
export const monthName = (month: string): string =>
  write(new Date(`${month}-01T00:00Z`), { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns a moment on this day. In any zone, noon or midnight UTC falls on it. */
function momentOf(day: string, timeZone: string): Date {
  const noon = new Date(`${day}T12:00Z`);
  return isoDay(noon, timeZone) === day ? noon : new Date(`${day}T00:00Z`);
}

/** Returns a zone's city, as in "New York time". */
export const zoneName = (timeZone: string): string => (timeZone.split("/").at(-1) ?? "").replaceAll("_", " ");
