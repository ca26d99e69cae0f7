// When a backup is due, and which ones are kept.
import { hourOf, isoDay } from "../../platform/dates.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In the site's time zone; few are awake. */
const QUIET_HOUR = 3;
/** A backup of this evening is no reason to leave out the night's. */
const HALF_DAY_MS = 12 * HOUR_MS;

const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
const UPDATES_KEPT = 3;
const UNFIT_KEPT = 3;

/**
 * Whether a backup is to be made now; asked every hour. At night in the site's time zone, or at any hour where the
 * last one is a day old, because the site was down at night or the night's failed.
 * @param last the last backup; where there is none, since when there ought to be some
 * @param isFirst whether there is none
 */
export function isBackupDue(last: Date, now: Date, timeZone: string, isFirst = false): boolean {
  const age = now.getTime() - last.getTime();
  // Made while the clock was wrong.
  if (age < -HOUR_MS) return true;
  const isNight = hourOf(now, timeZone) === QUIET_HOUR;
  return age >= DAY_MS || (isNight && age >= (isFirst ? HOUR_MS : HALF_DAY_MS));
}

export type Kept = { id: string; kind: string; state: string; made_at: Date };

/**
 * Which backups go: of those of each night the newest of 7 days stay, and the newest of each of the 4 weeks before
 * these; 3 of those before updates; and 3 that could not be restored, which count as none of these.
 * @returns their ids
 */
export function findSuperseded(backups: Kept[], timeZone: string): string[] {
  const newestFirst = backups.toSorted((a, b) => b.made_at.getTime() - a.made_at.getTime());
  const fit = newestFirst.filter(({ state }) => state !== "unfit");
  const nightly = fit
    .filter(({ kind }) => kind === "nightly")
    .map((backup) => ({ backup, day: dayOf(backup.made_at, timeZone) }));
  const days = newestOf(nightly, ({ day }) => day).slice(0, DAYS_KEPT);
  const before = nightly.filter(({ day }) => day < (days.at(-1)?.day ?? day));
  const weeks = newestOf(before, ({ day }) => weekOf(day)).slice(0, WEEKS_KEPT);
  const updates = fit.filter(({ kind }) => kind === "update").slice(0, UPDATES_KEPT);
  const unfit = newestFirst.filter(({ state }) => state === "unfit").slice(0, UNFIT_KEPT);
  const kept = new Set([...[...days, ...weeks].map(({ backup }) => backup), ...updates, ...unfit]);
  return backups.filter((one) => !kept.has(one)).map(({ id }) => id);
}

/** The first one for each key, in the given order. */
const newestOf = <One>(backups: One[], keyOf: (one: One) => number) =>
  [...Map.groupBy(backups, keyOf).values()].map(([first]) => first!);

/** Days since 1970 on the site's calendar. */
const dayOf = (moment: Date, timeZone: string) => Date.parse(isoDay(moment, timeZone)) / DAY_MS;

/** Weeks begin on Mondays; 1970 began on a Thursday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);
