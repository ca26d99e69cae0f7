// What a clock on the wall of a time zone shows, and the moments at which it shows it.

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * What the clock shows: "2026-11-23T09:00".
 * @param timeZone IANA name, the site's own
 * @throws RangeError for a time zone that is unknown
 */
export function wallTime(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    const two = "2-digit";
    const parts = { year: "numeric", month: two, day: two, hour: two, minute: two } as const;
    format = new Intl.DateTimeFormat("en-CA", { ...parts, hourCycle: "h23", timeZone });
    formats.set(timeZone, format);
  }
  const said = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${said.year}-${said.month}-${said.day}T${said.hour}:${said.minute}`;
}

const DAY_MS = 86_400_000;
/** Years of four digits, a day's shift included. */
const [FIRST_MS, LAST_MS] = [Date.UTC(1000, 0, 2), Date.UTC(9999, 11, 30)];

/**
 * The moments at which the clock shows a time, the earlier first: one, two where clocks go back over it, none where they
 * go forward over it or what was written is no time.
 * @param wall as `wallTime` writes it
 * @param timeZone IANA name, the site's own
 */
export function momentsOf(wall: string, timeZone: string): Date[] {
  const asUtc = Date.parse(`${wall}:00Z`);
  if (!(asUtc >= FIRST_MS && asUtc < LAST_MS)) return [];
  // What the zone is ahead of UTC on the day before and on the day after: a change of clocks lies between them.
  const offsets = [-DAY_MS, 0, DAY_MS].map((shift) => {
    const moment = asUtc + shift;
    return Date.parse(`${wallTime(new Date(moment), timeZone)}:00Z`) - moment;
  });
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((moment) => wallTime(moment, timeZone) === wall)
    .sort((a, b) => a.getTime() - b.getTime());
}
