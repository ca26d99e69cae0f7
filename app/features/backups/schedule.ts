// Which backups are kept.
import { isoDay } from "../../platform/time/dates.ts";

const DAY_MS = 86_400_000;

const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
const UPDATES_KEPT = 3;
const UNFIT_KEPT = 3;

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
