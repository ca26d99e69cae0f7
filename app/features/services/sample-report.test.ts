import { expect, test } from "vitest";
import { services as catalog } from "../../copy/site/service-catalog.ts";
import { services } from "../../copy/site/services.ts";
import { builtInTexts } from "../website-content/built-in.ts";
import { SAMPLE_MONTHS } from "./sample-report.tsx";

type Report = typeof services.sample_report;

const reports = catalog.flatMap(({ slug }) => {
  const months = SAMPLE_MONTHS[slug];
  const page: { hero: object; sample_report?: Partial<Report> } = builtInTexts(`services/${slug}`);
  const report: Report = { ...services.sample_report, ...page.sample_report };
  return months ? [{ slug, months, report }] : [];
});

test.each(reports)(
  "the sample report for $slug describes its own chart, and its first figure is the last month",
  ({ months, report }) => {
    const [first, last] = [months[0]!, months.at(-1)!].map((value) => value.toLocaleString("en-US"));
    expect(report.chart_label).toMatch(new RegExp(`rises from ${first} to ${last}\\.$`));
    expect(report.figures[0]!.value).toBe(last);
    expect(Math.max(...months)).toBe(months.at(-1));
  },
);

test("each monthly plan has a report in its own terms", () => {
  const monthly = catalog.filter(({ slug }) => "period" in builtInTexts(`services/${slug}`).pricing);
  expect(reports.map(({ slug }) => slug)).toEqual(monthly.map(({ slug }) => slug));
  expect(new Set(reports.map(({ report }) => report.subject)).size).toBe(reports.length);
});
