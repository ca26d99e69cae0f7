import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { caseStudies } from "../copy/site/case-studies.ts";
import { ResultChart } from "./case-study.result-bars.tsx";

/** Returns the width of the longest bar, as a percentage of the drawing. */
function longestBar(value: string): number {
  const html = renderToStaticMarkup(<ResultChart texts={caseStudies.detail} results={{ Visits: value }} />);
  return Math.max(...[...html.matchAll(/<rect[^>]* width="([\d.]+)%"/g)].map(([, width]) => Number(width)));
}

test("bars leave room for long values, which would stick out of the card on a phone", () => {
  expect(longestBar("10 to 50")).toBe(62);
  expect(longestBar("900 visitors to 2,400 visitors")).toBeLessThan(40);
  expect(longestBar("from $100 to $1,250,000,000,000,000,000,000")).toBe(15);
});
