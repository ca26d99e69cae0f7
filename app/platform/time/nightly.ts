import { hourOf } from "./dates.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the site's time zone. */
const QUIET_HOUR = 3;
/**
 * A run within this time counts as tonight's. If afternoon runs counted too, the night's run would be skipped, and
 * all later runs would be in the afternoon.
 */
const RECENT_MS = 4 * HOUR_MS;

/**
 * Returns whether nightly work is due. Called hourly. If no run has succeeded for a day, work is due at any hour.
 * @param last the last run; if `isFirst`, when a first run became possible
 * @param isFirst true if the work has never run
 */
export function isNightlyDue(last: Date, now: Date, timeZone: string, isFirst = false): boolean {
  const age = now.getTime() - last.getTime();
  // A last run in the future means that the clock was wrong.
  if (age < -HOUR_MS) return true;
  const isNight = hourOf(now, timeZone) === QUIET_HOUR;
  return age >= DAY_MS || (isNight && age >= (isFirst ? HOUR_MS : RECENT_MS));
}
