// Finds pages that differ in little more than a city's name.
import { textOf } from "../../platform/text/plain-text.ts";
import { type Section, sectionTexts } from "./sections.ts";

/** Pages are compared by their shingles: sequences of three words. */
const SHINGLE_WORDS = 3;
/** Pages with fewer shingles are too short to compare. */
const SHINGLES_MIN = 20;

/** Returns the shingles of the visible texts. */
export function shinglesOf(sections: readonly Section[]): Set<string> {
  const words = sectionTexts(sections).flatMap(
    (text) =>
      textOf(text)
        .toLowerCase()
        .match(/[\p{L}\p{N}'’]+/gu) ?? [],
  );
  return new Set(words.slice(SHINGLE_WORDS - 1).map((_, i) => words.slice(i, i + SHINGLE_WORDS).join(" ")));
}

/** Returns the share of the shorter page that the other page repeats, from 0 to 1. */
export function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  if (least < SHINGLES_MIN) return 0;
  let equal = 0;
  for (const shingle of one) if (other.has(shingle)) equal += 1;
  return Math.min(1, equal / least);
}
