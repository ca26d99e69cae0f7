/**
 * Returns the words of a results label, "split at capital letters" (SPEC 2). Acronyms stay together:
 * `pageURLsIndexed` becomes "Page URLs Indexed" (decision 0035.22).
 */
export function labelWords(label: string): string {
  const words = label
    .trim()
    .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, "$1 ")
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})(?!\p{Lu}s(?!\p{Ll}))/gu, "$1 ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type KeyResult = { label: string; value: string };

/** Returns the non-empty entries of a results object (SPEC 2). 0 isn't empty. */
export function keyResults(results: Record<string, string | number>): KeyResult[] {
  return Object.entries(results).flatMap(([label, value]) => {
    const text = String(value ?? "").trim();
    return text === "" ? [] : [{ label: labelWords(label), value: text }];
  });
}
