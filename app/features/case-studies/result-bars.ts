import { keyResults } from "./key-results.ts";

/** A result as two bars from zero, before and after, each with its label. */
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
/** Without a sign or a word, smaller values may be a share, such as 95% retention. */
const GROWTH_FROM = 100;
const TIMES = new RegExp(`^${NUMBER}\\s?[x\u00d7]$`, "i");

const numberOf = (digits = "") => Number(digits.replaceAll(",", ""));

/**
 * Returns the results that can be drawn honestly, in the owner's order: pairs in one unit ('26 to 2', '83% to 9%', '540
 * ms to 160 ms', 'from 40 to 96') and changes in percent or times, drawn from a start of 100 ('+312%' ends at 412,
 * '250%' at 350, '3x' at 300). Other values ('99.2%', '4 to 31 of 49 points', '+66') don't say where they started, so
 * they aren't drawn.
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
  // Both have the same unit, or only the last one has a percent sign ('18 to 41%').
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

/** Returns where a change from 100 ends. */
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
