import { expect, test } from "vitest";
import { resultFigure } from "./result-figure.ts";

test.each([
  ["312% more organic traffic and 148% more revenue", "+312%"],
  ["Kept 99.2% of traffic, then 37% growth", "+37%"],
  ["+1,250 % calls", "+1,250%"],
  ["3.1 times as many seller inquiries", "3.1×"],
  ["Top-10 positions for 38 of 41 agreed-upon keywords", "38 of 41"],
  ["1,200 of 1,500 pages, all in a month", "1,200 of 1,500"],
  ["Recovered from a 54% traffic loss and passed the old peak by 21%", null],
  ["71% fewer returns", null],
  ["", null],
])("the figure in '%s' is %s", (result, figure) => {
  expect(resultFigure(result)).toBe(figure);
});
