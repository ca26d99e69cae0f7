import { expect, test } from "vitest";
import { formatMonthly, monthlyOf, placed, readMonthly } from "./monthly.ts";

const month = (month: string, value: number) => ({ month, value });

test.each([
  ["2025-10\t1,240\n2025-11\t1,310", "", 1310],
  ["Month\tClicks\n10/2025\t$1,240\n11/2025\t1310", "Clicks", 1310],
  ['Month,Clicks\nOct 2025,1240\nNovember 2025,"1310"'.replaceAll('"', ""), "Clicks", 1310],
  ["Oct-25;1240\r\nNov-25;1310", "", 1310],
  ["10/1/2025\t1240\t99\n11/1/2025\t1310\t98", "", 1310],
  ["Organic visits\n\n2025-11-01 13.5%\n2025-10-01 1240", "Organic visits", 13.5],
])("a paste from a sheet is read: %j", (text, label, last) => {
  expect(readMonthly(text)).toEqual({ label, points: [month("2025-10", 1240), month("2025-11", last)] });
});

test.each([
  ["2025-10 1\n2025-10-15 2", "Line 2 repeats a month: 2025-10."],
  ["Clicks\n2025-10 1\nlast month 2", "Line 3 isn't a month and a number."],
  ["Month\nClicks\n2025-10 1", "Line 2 isn't"],
  ["2025-13 1\n2025-11 1", undefined],
  ["2025-10 1", "Enter at least two months"],
  ["just words", "Enter at least two months"],
  [
    Array.from({ length: 121 }, (_, i) => `${1990 + Math.floor(i / 12)}-${(i % 12) + 1} ${i}`).join("\n"),
    "at most 120",
  ],
])("%j is refused with the line and the reason", (text, reason) => {
  const read = readMonthly(text);
  expect("fault" in read ? read.fault : "").toContain(reason ?? "at least two months");
});

test("what's stored reads the same, and nothing is stored as nothing", () => {
  const read = readMonthly("Month\tClicks\nOct 2025\t1,240.5\nJan 2026\t-3");
  if ("fault" in read) throw new Error(read.fault);
  expect(monthlyOf(formatMonthly(read))).toEqual(read);
  expect(formatMonthly(read)).toBe("Clicks\n2025-10 1240.5\n2026-01 -3");
  expect(readMonthly(" \n ")).toEqual({ label: "", points: [] });
  expect(monthlyOf("")).toBeNull();
});

test("a missing month leaves a gap, and the scale starts at 0", () => {
  expect(placed([month("2025-12", 100), month("2026-01", 50), month("2026-04", 200)])).toEqual([
    { x: 0, y: 0.5 },
    { x: 0.25, y: 0.25 },
    { x: 1, y: 1 },
  ]);
  expect(placed([month("2025-12", 0), month("2026-01", 0)]).map(({ y }) => y)).toEqual([0, 0]);
});
