import { expect, test } from "vitest";
import { resultBars } from "./result-bars.ts";

const lengthsOf = (value: string | number) =>
  resultBars({ result: value }).map(({ before, after }) => [before.length, after.length]);

test.each([
  ["26 to 2", [26, 2]],
  ["83% to 9%", [83, 9]],
  ["18 to 41%", [18, 41]],
  ["540 ms to 160 ms", [540, 160]],
  ["6.2 s to 1.9 s", [6.2, 1.9]],
  ["1,900 to 340", [1900, 340]],
  ["$40 to $18", [40, 18]],
  ["0 to 12", [0, 12]],
  ["from 40 to 96", [40, 96]],
  ["40 → 96", [40, 96]],
  ["40% -> 96%", [40, 96]],
])("'%s' is drawn as %j", (value, lengths) => {
  expect(lengthsOf(value)).toEqual([lengths]);
});

test.each([
  "",
  "99.2%",
  "+312%",
  "250%",
  "40% more",
  "Up 40%",
  "down by 30%",
  "30% fewer",
  "3x",
  "1.5×",
  "-83%",
  "\u221238%",
  41,
  "14,400",
  "+66",
  "9 times",
  "38 of 41",
  "4 to 31 of 49 points",
  "+164% from low",
  "-120%",
  "+0%",
  "5 to 5",
  "0 to 0",
  "59% to 97",
  "40 ms to 2 s",
  "$40 to 18",
  "1,90 to 2",
  "95% retention",
  "120% of target",
  "150% retention",
])("'%s' isn't drawn, because it has no number at both ends, or not in one unit", (value) => {
  expect(lengthsOf(value)).toEqual([]);
});

test("bars keep the owner's order and the text of the values", () => {
  expect(resultBars({ crawlWaste: "83% to 9%", links: "64", adSpend: "$40 to $18" })).toEqual([
    { label: "Crawl Waste", before: { length: 83, text: "83%" }, after: { length: 9, text: "9%" } },
    { label: "Ad Spend", before: { length: 40, text: "$40" }, after: { length: 18, text: "$18" } },
  ]);
});
