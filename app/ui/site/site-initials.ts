import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";

/** Words that a name is not known by. */
const SMALL = /^(the|a|an|and|of|for)$/i;

/**
 * What the site's mark says where its owner has no logo: the initials of the first two words of its name.
 * @returns null for the built-in name, whose mark is drawn
 */
export function siteInitials(siteTitle: string): string | null {
  if (siteTitle === BUILT_IN_SITE_TITLE) return null;
  const words = siteTitle.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  const telling = words.filter((word) => !SMALL.test(word));
  return (telling.length ? telling : words)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .join("")
    .toUpperCase();
}
