import { expect, test } from "vitest";
import { resultFigure, splitResult } from "./result-figure.ts";

test.each([
  ["312% more organic traffic and 148% more revenue", "+312%"],
  ["Kept 99.2% of traffic, then 37% growth", "+37%"],
  ["+1,250 % calls", "+1,250%"],
  ["3.1 times as many seller inquiries", "3.1×"],
  ["Top-10 positions for 38 of 41 agreed-upon keywords", "38 of 41"],
  ["1,200 of 1,500 pages, all in a month", "1,200 of 1,500"],
  ["Recovered from a 54% traffic loss and passed the old peak by 21%", "+21%"],
  ["Organic demo requests tripled after moving to server rendering", "3×"],
  ["An in-house team that Doubled qualified inquiries", "2×"],
  ["Calls fell, and costs dropped by 21%", null],
  ["71% fewer returns", null],
  ["", null],
])("the figure in '%s' is %s", (result, figure) => {
  expect(resultFigure(result)).toBe(figure);
});

test.each([
  ["312% more organic traffic", "", "312%", "more organic traffic"],
  ["+38 % orders", "", "+38 %", "orders"],
  ["3.1 times as many inquiries", "", "3.1 times", "as many inquiries"],
  ["38 of 41 keywords in the top 10", "", "38 of 41", "keywords in the top 10"],
  ["64 links", "", "64", "links"],
  ["99.2%", "", "99.2%", ""],
  ["Profile reinstated in 16 days", "", "", "Profile reinstated in 16 days"],
  ["2026-style pages", "", "", "2026-style pages"],
  ["", "", "", ""],
  // The owner's own figure: the number isn't said a second time.
  ["312% more organic traffic", "+312%", "+312%", "more organic traffic"],
  ["64 links and 58% more searches", "+58%", "+58%", "64 links and 58% more searches"],
  ["Demo requests tripled", "3×", "3×", "Demo requests tripled"],
  ["", "3×", "3×", ""],
])("'%s' with the owner's figure '%s' is split into '%s' and '%s'", (result, own, figure, rest) => {
  expect(splitResult(result, own)).toEqual({ figure, rest });
});
