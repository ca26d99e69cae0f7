/** One line of business hours as a clock reads it. */
export type OpeningHours = {
  /** days of the week, Sunday = 0 */
  days: number[];
  /** minutes after midnight; null: closed all day */
  open: { from: number; to: number } | null;
};

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/**
 * Reads business hours as the site words them (SPEC 9): `Mon-Fri` with `9:00 AM-6:00 PM`, or `Sun` with `Closed`.
 * @returns null for wording that is not understood: it is shown all the same
 */
export function readOpeningHours({ days, hours }: { days: string; hours: string }): OpeningHours | null {
  const [first, last = first] = days
    .split(/\s*[-–]\s*/)
    .map((day) => DAYS.indexOf(day.trim().slice(0, 3).toLowerCase()));
  if (first === undefined || last === undefined || first < 0 || last < 0) return null;
  const list = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
  if (/^closed$/i.test(hours.trim())) return { days: list, open: null };
  const [from, to] = hours.split(/\s*[-–]\s*/).map(minutesOf);
  return from == null || to == null ? null : { days: list, open: { from, to } };
}

function minutesOf(time: string): number | null {
  const [, hour, minute = "0", half] = /^(\d{1,2})(?::(\d\d))?\s*([AP]M)$/i.exec(time.trim()) ?? [];
  if (!hour || !half) return null;
  return ((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minute);
}
