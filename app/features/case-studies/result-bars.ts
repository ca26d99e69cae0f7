import { keyResults } from "./key-results.ts";

/** One result as two bars from zero: how it was and how it became, each with the words beside it. */
export type ResultBars = {
  label: string;
  before: { length: number; text: string };
  after: { length: number; text: string };
};

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`;
const UNIT = String.raw`(\s?(?:%|[a-z]{1,12}))?`;
const PAIR = new RegExp(`^(\\p{Sc}?)${NUMBER}${UNIT} to (\\p{Sc}?)${NUMBER}${UNIT}$`, "iu");
const CHANGE = new RegExp(`^([+\u2212-])${NUMBER}\\s?%$`);

const numberOf = (digits = "") => Number(digits.replaceAll(",", ""));

/**
 * What of a results object can honestly be drawn, in the owner's order: pairs in one unit ('26 to 2', '83% to 9%',
 * '540 ms to 160 ms') and changes in percent, drawn against a start of 100 ('+312%' ends at 412). Everything else
 * ('99.2%', '4 to 31 of 49 points', '+66') says nothing of where it began, so nothing is drawn for it.
 */
export function resultBars(results: Record<string, string | number>): ResultBars[] {
  return keyResults(results).flatMap(({ label, value }) => {
    const bars = pairOf(value) ?? changeOf(value);
    return bars ? [{ label, ...bars }] : [];
  });
}

function pairOf(value: string) {
  const [all, sign = "", before, unit = "", otherSign = "", after, otherUnit = ""] = PAIR.exec(value) ?? [];
  if (!all) return null;
  // One unit for both: said twice, or once at the end ('18 to 41%').
  const isOneUnit = unit === otherUnit || (!unit && otherUnit === "%");
  if (!isOneUnit || sign !== otherSign) return null;
  const [from, to] = [numberOf(before), numberOf(after)];
  if (from === to) return null;
  return {
    before: { length: from, text: `${sign}${before}${unit || otherUnit}` },
    after: { length: to, text: `${otherSign}${after}${otherUnit}` },
  };
}

function changeOf(value: string) {
  const [all, sign, percent] = CHANGE.exec(value) ?? [];
  if (!all) return null;
  const end = 100 + (sign === "+" ? 1 : -1) * numberOf(percent);
  if (end < 0 || end === 100) return null;
  return { before: { length: 100, text: "" }, after: { length: end, text: value } };
}
