type OpeningHours = {
  /** Sunday = 0 */
  days: number[];
  /** minutes after midnight; null if closed all day */
  open: { from: number; to: number } | null;
};

/** First three letters of each day. */
export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const GROUPS: [RegExp, number[]][] = [
  [/^(weekdays?|work(ing)? ?days?)$/i, [1, 2, 3, 4, 5]],
  [/^weekends?$/i, [6, 0]],
  [/^(daily|every ?day|all week|7 days( a week)?)$/i, [0, 1, 2, 3, 4, 5, 6]],
];
/** Formats minutes after midnight as "09:05". */
export const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

const TO = /\s*(?:[-‐-—]|\bto\b|\bthrough\b|\bthru\b|\buntil\b|\btill?\b)\s*/i;

/** Shown while the owner edits business hours. */
export const HOURS_EXAMPLES =
  "“Mon-Fri” or “Saturday & Sunday”, “9:00 AM-6:00 PM”, “8am to 5.30pm” or “09:00-17:30”, “Closed”";

/**
 * Parses business hours as in SPEC 9, such as `Mon-Fri` and `9:00 AM-6:00 PM`, and in other common formats.
 * @returns null if they can't be parsed; pages show them anyway
 */
export function readOpeningHours({ days, hours }: { days: string; hours: string }): OpeningHours | null {
  const list = daysOf(days);
  if (!list) return null;
  const said = hours.trim().replace(/^open\s+/i, "");
  if (/^closed$/i.test(said)) return { days: list, open: null };
  if (/^(24 ?h(ou)?rs?|24\/7|all day)$/i.test(said)) return { days: list, open: { from: 0, to: 24 * 60 } };
  const [first = "", last = "", ...more] = said.replace(/^from\s+/i, "").split(TO);
  const to = minutesOf(last);
  const from = minutesOf(first) ?? minutesOf(`${first} ${halfOf(first, last)}`);
  return from === null || to === null || more.length || to <= from
    ? null
    : { days: list, open: { from, to } };
}

/** Sunday = 0; null if any part isn't a day. */
function daysOf(text: string): number[] | null {
  const parts = text
    .trim()
    .split(/\s*(?:,|&|\+|\/|\band\b)\s*/i)
    .filter(Boolean);
  const days = parts.map((part) => GROUPS.find(([group]) => group.test(part))?.[1] ?? rangeOf(part));
  return days.length === 0 || days.includes(null) ? null : [...new Set(days.flatMap((some) => some ?? []))];
}

function rangeOf(text: string): number[] | null {
  const [first, last = first, ...more] = text.split(TO).map(dayOf);
  if (first === undefined || last === undefined || first < 0 || last < 0 || more.length) return null;
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

const dayOf = (name: string) => DAYS.indexOf(name.trim().slice(0, 3).toLowerCase());

const TIME = /^(\d{1,2})(?:[:.](\d\d))?\s*([ap])\.?\s?m\.?$/i;

/** Returns minutes after midnight; null for a 12-hour time without AM or PM. */
function minutesOf(text: string): number | null {
  const time = text.trim();
  if (/^noon$/i.test(time)) return 12 * 60;
  if (/^midnight$/i.test(time)) return 24 * 60;
  const [, hour, minute = "0", half] = TIME.exec(time) ?? [];
  if (hour && half && Number(hour) <= 12 && Number(minute) < 60)
    return ((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minute);
  const [, hours, minutes] = /^(\d{1,2})[:.](\d\d)$/.exec(time) ?? [];
  const sum = Number(hours) * 60 + Number(minutes);
  return hours && Number(minutes) < 60 && sum <= 24 * 60 ? sum : null;
}

/**
 * Returns AM or PM for the "9" in "9 to 5pm": the end's if that puts the start before the end, otherwise the
 * opposite. Empty if the end has neither.
 */
function halfOf(first: string, last: string): string {
  const [, hour = "", , half = ""] = TIME.exec(last.trim()) ?? [];
  if (!half || !/^\d/.test(first.trim())) return "";
  const isSame = Number.parseInt(first, 10) % 12 < Number(hour) % 12;
  return isSame ? `${half}m` : /p/i.test(half) ? "am" : "pm";
}
