import { isoDay } from "../../platform/time/dates.ts";

const DAY_MS = 86_400_000;

const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
const UPDATES_KEPT = 3;
const UNFIT_KEPT = 3;

export type DatedBackup = { id: string; kind: string; state: string; made_at: Date };

/**
 * Returns the ids of backups to delete. Keeps 7 daily and 4 weekly backups, 3 from before updates, and 3
 * unrestorable ones.
 */
export function findSuperseded(backups: DatedBackup[], timeZone: string): string[] {
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

const newestOf = <One>(backups: One[], keyOf: (one: One) => number) =>
  [...Map.groupBy(backups, keyOf).values()].map(([first]) => first!);

/** Returns days since 1970 in the site's time zone. */
const dayOf = (moment: Date, timeZone: string) => Date.parse(isoDay(moment, timeZone)) / DAY_MS;

/** Weeks start on Monday; 1970 began on a Thursday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7);
