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
const CHANGE = new RegExp(`^([+\u2212-])${NUMBER}\\s?%$`);
const SAID_CHANGE = new RegExp(`^(?:(up|down)(?: by)? )?${NUMBER}\\s?%(?: (\\w+))?$`, "i");
const MORE = /^(more|growth|increase|up|higher|rise|gain)$/i;
const LESS = /^(less|fewer|decrease|down|lower|drop|reduction)$/i;
/** Without a sign or word, a smaller percentage may be a share: '99.2%' could be uptime. */
const GROWTH_FROM = 100;
const TIMES = new RegExp(`^${NUMBER}\\s?[x\u00d7]$`, "i");

const numberOf = (digits = "") => Number(digits.replaceAll(",", ""));

/**
 * Returns bars for results with a known start and end: pairs in one unit ('83% to 9%') and changes from 100
 * ('+312%' ends at 412, '3x' at 300). Skips values like '99.2%' and '+66'.
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

function changeOf(value: string) {
  const end = endOf(value);
  if (end === null || end < 0 || end === 100) return null;
  return { before: { length: 100, text: "" }, after: { length: end, text: value } };
}

/** Returns the value after a change from 100; null if the text doesn't describe a change. */
function endOf(value: string): number | null {
  const [signed, sign, percent] = CHANGE.exec(value) ?? [];
  if (signed) return 100 + (sign === "+" ? 1 : -1) * numberOf(percent);
  const [times, factor] = TIMES.exec(value) ?? [];
  if (times) return 100 * numberOf(factor);
  const [said, direction = "", share, word = ""] = SAID_CHANGE.exec(value) ?? [];
  if (!said) return null;
  const change = numberOf(share);
  if (LESS.test(word || direction)) return 100 - change;
  if (MORE.test(word || direction)) return 100 + change;
  return !word && change >= GROWTH_FROM ? 100 + change : null;
}
