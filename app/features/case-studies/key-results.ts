/**
 * Converts a results label to words (SPEC 2): "split at capital letters". Runs of capitals stay together (decision
 * 0035.22): `organicCTR` becomes 'Organic CTR', and `pageURLsIndexed` 'Page URLs Indexed'. Existing spaces stay.
 */
export function labelWords(label: string): string {
  const words = label
    .trim()
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/gu, "$1 ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** One line of the Key Results card. */
type KeyResult = { label: string; value: string };

/** Returns the non-empty entries of a results object (SPEC 2) in the owner's order. 0 isn't empty. */
export function keyResults(results: Record<string, string | number>): KeyResult[] {
  return Object.entries(results).flatMap(([label, value]) => {
    const text = String(value ?? "").trim();
    return text === "" ? [] : [{ label: labelWords(label), value: text }];
  });
}
