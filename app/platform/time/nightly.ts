// Decides when nightly work is due.
import { hourOf } from "./dates.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the site's time zone, when few people are awake. */
const QUIET_HOUR = 3;
/** A run that caught up in the evening doesn't replace tonight's. */
const HALF_DAY_MS = 12 * HOUR_MS;

/**
 * Returns whether the nightly work is due now; called every hour. It is due at night in the site's time zone, or at any
 * hour if the last run was a day ago because the site was down at night or the run failed.
 * @param last the last run; if there was none, since when it should have run
 * @param isFirst true if it has never run
 */
export function isNightlyDue(last: Date, now: Date, timeZone: string, isFirst = false): boolean {
  const age = now.getTime() - last.getTime();
  // The last run is in the future: the clock was wrong then.
  if (age < -HOUR_MS) return true;
  const isNight = hourOf(now, timeZone) === QUIET_HOUR;
  return age >= DAY_MS || (isNight && age >= (isFirst ? HOUR_MS : HALF_DAY_MS));
}
