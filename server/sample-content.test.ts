import { describe, expect, test } from "vitest";
import { monthlyOf } from "../app/features/drawn/monthly.ts";
import { resultFigure } from "../app/features/drawn/result-figure.ts";
import posts from "../db/sample-content/blog-posts.json" with { type: "json" };
import studies from "../db/sample-content/case-studies.json" with { type: "json" };

const PERIOD = /([A-Z][a-z]+ \d{4}|[A-Z][a-z]+) to ([A-Z][a-z]+ \d{4})$/;
const ENDS_IN_TEXT = /from ([\d,]+) in the first month to ([\d,]+) in the (\w+)/g;
const ORDINALS = ["sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];

/** Returns the first and last month of a study's data, as its source says: '2025-11' and '2026-06'. */
function periodOf(source: string): [first: string, last: string] {
  const [, from = "", to = ""] = PERIOD.exec(source) ?? [];
  const year = to.slice(-4);
  const isoOf = (words: string) => {
    const full = /\d/.test(words) ? words : `${words} ${year}`;
    return new Date(`1 ${full} UTC`).toISOString().slice(0, 7);
  };
  return [isoOf(from), isoOf(to)];
}

const countOf = (iso: string) => Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5));

/** Returns what a key result's value says about growth: 2.64 for '+164% from low', null for other values. */
function factorOf(value: string): number | null {
  const [, percent] = /^([+-]\d+)%/.exec(value) ?? [];
  return percent ? 1 + Number(percent) / 100 : null;
}

describe.each(studies.map((study) => [study.client, study] as const))("the sample %s", (_, study) => {
  const results: string[] = Object.values(study.results);
  const [first, last] = periodOf(study.source);
  const months = countOf(last) - countOf(first) + 1;
  const monthly = monthlyOf(study.monthly ?? "");

  test("wasn't published before the last month of its data was over", () => {
    expect(countOf(study.created_at.slice(0, 7))).toBeGreaterThan(countOf(last));
  });

  test("has data for at least as long as the work took", () => {
    const [, duration] = /^(\d+) months$/.exec(study.duration) ?? [];
    expect(months).toBeGreaterThanOrEqual(Number(duration));
  });

  test("has a headline figure that its key results repeat", () => {
    const figure = resultFigure(study.result)!;
    if (!figure.endsWith("×")) return expect(results).toContain(figure);
    const factors = results.map((value) => factorOf(value)?.toFixed(figure.includes(".") ? 1 : 0));
    expect(factors.map((factor) => `${factor}×`)).toContain(figure);
  });

  test.runIf(monthly)("has monthly figures from its period that give its first key result", () => {
    const points = monthly!.points;
    const [start, end] = [points[0]!, points.at(-1)!];
    expect([start.month, end.month, points.length]).toEqual([first, last, months]);
    expect(study.duration).toBe(`${months} months`);
    const change = Math.round((end.value / start.value - 1) * 100);
    expect(results[0]!.split(" ")[0]).toBe(`+${change}%`);
  });

  test.runIf(monthly)("names the first and last of its monthly figures as they are", () => {
    const points = monthly!.points;
    const ends = [points[0]!, points.at(-1)!].map(({ value }) => value.toLocaleString("en-US"));
    const text = study.challenge + study.solution + study.testimonial;
    for (const [, from, to, month] of text.matchAll(ENDS_IN_TEXT)) {
      expect([from, to, month]).toEqual([...ends, ORDINALS[points.length - 6]]);
    }
  });
});

test("samples that link to newer ones were updated since", () => {
  const records = [
    ...posts.map((post) => ({ ...post, path: `/blog/${post.slug}`, html: post.content })),
    ...studies.map((study) => ({
      ...study,
      path: `/case-studies/${study.slug}`,
      html: study.challenge + study.solution,
    })),
  ];
  const published = new Map(records.map(({ path, created_at }) => [path, created_at]));
  const early = records.flatMap(({ path, html, updated_at }) =>
    [...html.matchAll(/href="(\/(?:blog|case-studies)\/[^"]+)"/g)]
      .filter(([, to]) => !(published.get(to!)! <= updated_at))
      .map(([, to]) => `${path} -> ${to}`),
  );
  expect(early).toEqual([]);
});
