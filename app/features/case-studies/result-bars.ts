import { keyResults } from "./key-results.ts";

export type ResultBars = {
  label: string;
  before: { length: number; text: string };
  after: { length: number; text: string };
};

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const UNIT = String.raw`(\s?(?:%|[a-z]{1,12}))?`;
const PAIR = new RegExp(
  `^(?:from )?(\\p{Sc}?)${NUMBER}${UNIT}(?: to | ?(?:->|\u2192) ?)(\\p{Sc}?)${NUMBER}${UNIT}$`,
  "iu",
);

const numberOf = (digits = "") => Number(digits.replaceAll(",", ""));

/**
 * Returns bars for results with a start and an end in one unit ('83% to 9%'). Skips values like '99.2%' and '+312%':
 * without a number at both ends, bars would only repeat the key results.
 */
export function resultBars(results: Record<string, string | number>): ResultBars[] {
  return keyResults(results).flatMap(({ label, value }) => {
    const bars = pairOf(value);
    return bars ? [{ label, ...bars }] : [];
  });
}

function pairOf(value: string) {
  const [all, sign = "", before, unit = "", otherSign = "", after, otherUnit = ""] = PAIR.exec(value) ?? [];
  if (!all) return null;
  // Both have the same unit, or only the last has a percent sign ('18 to 41%').
  const isOneUnit = unit === otherUnit || (!unit && otherUnit === "%");
  if (!isOneUnit || sign !== otherSign) return null;
  const [from, to] = [numberOf(before), numberOf(after)];
  if (from === to) return null;
  return {
    before: { length: from, text: `${sign}${before}${unit || otherUnit}` },
    after: { length: to, text: `${otherSign}${after}${otherUnit}` },
  };
}
