// What is done once a night: when it is due.
import { hourOf } from "./dates.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the site's time zone; few are awake. */
const QUIET_HOUR = 3;
/** What was made up for this evening is no reason to leave out the night's. */
const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * Whether the night's work is to be done now; asked every hour. At night in the site's time zone, or at any hour where
 * the last time is a day ago, because the site was down at night or the night's failed.
 * @param last when it was done last; where it never was, since when it ought to be done
 * @param isFirst whether it never was
 */
export function isNightlyDue(last: Date, now: Date, timeZone: string, isFirst = false): boolean {
  const age = now.getTime() - last.getTime();
  // Done while the clock was wrong.
  if (age < -HOUR_MS) return true;
  const isNight = hourOf(now, timeZone) === QUIET_HOUR;
  return age >= DAY_MS || (isNight && age >= (isFirst ? HOUR_MS : HALF_DAY_MS));
}
