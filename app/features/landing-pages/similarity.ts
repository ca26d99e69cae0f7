// Finds pages that differ in little more than a city's name.
import { textOf } from "../../platform/text/plain-text.ts";
import { type Section, sectionTexts } from "./sections.ts";

/** Pages are compared by their shingles: sequences of three words. */
const SHINGLE_WORDS = 3;
/** Two pages with fewer are compared by their words: one other word in a short text changes most shingles. */
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
  const isThin = Math.max(one.size, other.size) < SHINGLES_MIN;
  const [a, b] = isThin ? [wordsIn(one), wordsIn(other)] : [one, other];
  let equal = 0;
  for (const part of a) if (b.has(part)) equal += 1;
  return equal / Math.max(1, Math.min(a.size, b.size));
}

const wordsIn = (shingles: ReadonlySet<string>) =>
  new Set([...shingles].flatMap((shingle) => shingle.split(" ")));
