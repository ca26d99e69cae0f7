// Numbers per month, as the owner pastes them from a sheet.

/** `month` is ISO, such as '2026-03'; `points` are in order, with at most one per month. */
export type Monthly = { label: string; points: { month: string; value: number }[] };

const NAMES = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** '2026-03', '2026-03-01', '3/2026', '3/1/2026', 'Mar 2026', 'March 2026' and 'Mar-26', then the rest of the line. */
const ISO = /^(?<year>\d{4})-(?<month>\d{1,2})(?:-\d{1,2})?(?=\D|$)/;
const SLASHES = /^(?<month>\d{1,2})\/(?:\d{1,2}\/)?(?<year>\d{4})(?=\D|$)/;
const NAMED = /^(?<name>[a-z]{3,9})\.?[\s-]+'?(?<year>\d{4}|\d{2})(?=\D|$)/i;
const VALUE = /^[^\d\s-]?(-?[\d,]*\.?\d+)\s?%?$/;
/** More columns than the month and one number are left out. */
const COLUMN = /[\t;|]/;
const LABEL_CHARS = 60;
/** Ten years. */
const MOST_MONTHS = 120;

/** Returns the numbers in a pasted text, in order of time; `fault` says what's wrong with it. */
export function readMonthly(text: string): Monthly | { fault: string } {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const months = new Map<string, number>();
  let label = "";
  for (const [i, line] of lines.entries()) {
    if (!line) continue;
    const point = pointOf(line);
    if (point && months.has(point.month)) return { fault: `Line ${i + 1} repeats a month: ${point.month}.` };
    if (point) months.set(point.month, point.value);
    else if (months.size || label)
      return { fault: `Line ${i + 1} isn't a month and a number. Write it like this: 2026-03 1,240` };
    else label = labelOf(line);
  }
  if (!months.size && !label) return { label: "", points: [] };
  if (months.size < 2) return { fault: "Enter at least two months, one per line, such as 2026-03 1,240." };
  if (months.size > MOST_MONTHS) return { fault: `Enter at most ${MOST_MONTHS} months.` };
  const points = [...months].map(([month, value]) => ({ month, value }));
  return { label, points: points.sort((a, b) => (a.month < b.month ? -1 : 1)) };
}

function pointOf(line: string): Monthly["points"][number] | null {
  const found = ISO.exec(line) ?? SLASHES.exec(line) ?? NAMED.exec(line);
  if (!found) return null;
  const { name, year = "", month = "" } = found.groups!;
  const number = name ? NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(month);
  const [cell = ""] = line
    .slice(found[0].length)
    .replace(/^[\s,;:|]+/, "")
    .split(COLUMN);
  const [, digits] = VALUE.exec(cell.trim()) ?? [];
  const value = Number(digits?.replaceAll(",", ""));
  if (number < 1 || number > 12 || digits === undefined || !Number.isFinite(value)) return null;
  const full = year.length === 2 ? `20${year}` : year;
  return { month: `${full}-${String(number).padStart(2, "0")}`, value };
}

/** The heading above the numbers, if there's one for each column. */
function labelOf(line: string): string {
  const cells = line.split(/[\t;|,]/).map((cell) => cell.trim());
  return (cells[1] || cells[0] || "").slice(0, LABEL_CHARS);
}

/** Returns the stored text, which `readMonthly` reads. */
export const formatMonthly = ({ label, points }: Monthly): string =>
  [...(label ? [label] : []), ...points.map(({ month, value }) => `${month} ${value}`)].join("\n");

/** Returns a stored text's numbers, or null if there are none. */
export function monthlyOf(stored: string): Monthly | null {
  const read = readMonthly(stored);
  return "fault" in read || !read.points.length ? null : read;
}

const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

/** Returns each point's place in a drawing: `x` by its month, `y` by its value, from 0 to 1. The scale starts at 0. */
export function placed(points: Monthly["points"]): { x: number; y: number }[] {
  const [first, last] = [indexOf(points[0]!.month), indexOf(points.at(-1)!.month)];
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return points.map(({ month, value }) => ({
    x: (indexOf(month) - first) / (last - first),
    y: high === low ? 0 : (value - low) / (high - low),
  }));
}
