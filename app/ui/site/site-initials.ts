import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";

/** Words that initials skip. */
const SMALL = /^(the|a|an|and|of|for)$/i;

/**
 * Returns initials from the first two words of the site's name.
 * @returns null for the built-in name, which has its own mark
 */
export function siteInitials(siteTitle: string): string | null {
  if (siteTitle === BUILT_IN_SITE_TITLE) return null;
  const words = siteTitle.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const significant = words.filter((word) => !SMALL.test(word));
  return (significant.length ? significant : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase();
}
