import { expect, test } from "vitest";
import { keyResults, labelWords } from "./key-results.ts";

test.each([
  ["organicTraffic", "Organic Traffic"],
  ["organicCTR", "Organic CTR"],
  ["CTRGrowth", "CTR Growth"],
  ["callsPerMonth", "Calls Per Month"],
  ["ROI", "ROI"],
  ["monthlyKPIs", "Monthly KPIs"],
  ["pageURLsIndexed", "Page URLs Indexed"],
  ["topTenKeywords", "Top Ten Keywords"],
  ["Organic Traffic", "Organic Traffic"],
  ["top10Keywords", "Top10 Keywords"],
  ["éclairÉtoile", "Éclair Étoile"],
  ["traffic", "Traffic"],
])("SPEC 2: the label %s becomes '%s'", (label, words) => {
  expect(labelWords(label)).toBe(words);
});

test("SPEC 2: 'each non-empty entry of the results object'", () => {
  expect(keyResults({ organicTraffic: "+312%", applications: "", misdirectedCalls: 0, blank: "  " })).toEqual(
    [
      { label: "Organic Traffic", value: "+312%" },
      { label: "Misdirected Calls", value: "0" },
    ],
  );
});
