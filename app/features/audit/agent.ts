const NAME_CHARACTERS = 40;

/**
 * The checker's name in robots.txt: the site's own, in the letters and digits that a robots.txt token and a header can hold.
 * @returns e.g. `NorthlightAudit`; a neutral one for a title that has none of these
 */
export function checkerName(siteTitle: string): string {
  const name = siteTitle.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "");
  return `${name.slice(0, NAME_CHARACTERS) || "Website"}Audit`;
}

/** What the checker calls itself in its requests: never a search engine's name, and where to read what it does. */
export const checkerAgent = (siteTitle: string, siteUrl: string) =>
  `${checkerName(siteTitle)}/1.0 (+${siteUrl}/audit-method)`;
