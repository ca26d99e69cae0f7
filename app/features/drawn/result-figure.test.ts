import { expect, test } from "vitest";
import { cardFigure, resultFigure } from "./result-figure.ts";

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

test.each([
  ["312% more organic traffic and 148% more revenue", "+312%"],
  ["Recovered from a 54% traffic loss and passed the old peak by 21%", "+21%"],
  ["Organic demo requests tripled after moving to server rendering", "3×"],
  ["An in-house team that Doubled qualified inquiries", "2×"],
  ["Calls fell, and costs dropped by 21%", null],
  ["", null],
])("a card with '%s' shows %s", (result, figure) => {
  expect(cardFigure(result)).toBe(figure);
});
