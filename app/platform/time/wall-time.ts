const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns local time, such as "2026-11-23T09:00".
 * @param timeZone IANA name
 * @throws RangeError for an unknown time zone
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
/** Four-digit years, minus a day on each side for the UTC offset. */
const [FIRST_MS, LAST_MS] = [Date.UTC(1000, 0, 2), Date.UTC(9999, 11, 30)];

/**
 * Returns the moments with this local time, in order: two when clocks go back, none if the time is skipped or
 * invalid.
 * @param wall in the format of `wallTime`
 * @param timeZone IANA name
 */
export function momentsOf(wall: string, timeZone: string): Date[] {
  const asUtc = Date.parse(`${wall}:00Z`);
  if (!(asUtc >= FIRST_MS && asUtc < LAST_MS)) return [];
  // Clocks may change between these days.
  const offsets = [-DAY_MS, 0, DAY_MS].map((shift) => {
    const moment = asUtc + shift;
    return Date.parse(`${wallTime(new Date(moment), timeZone)}:00Z`) - moment;
  });
  return [...new Set(offsets)]
    .map((offset) => new Date(asUtc - offset))
    .filter((moment) => wallTime(moment, timeZone) === wall)
    .sort((a, b) => a.getTime() - b.getTime());
}
