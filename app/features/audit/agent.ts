const NAME_CHARACTERS = 40;

/**
 * Returns the checker's name for robots.txt: the site's title, reduced to letters and digits, which are valid in a
 * robots.txt token and in a header.
 * @returns e.g. `NorthlightAudit`, or `WebsiteAudit` if the title has none of these
 */
export function checkerName(siteTitle: string): string {
  const name = siteTitle.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "");
  return `${name.slice(0, NAME_CHARACTERS) || "Website"}Audit`;
}

/** Returns the checker's user agent, which never imitates a search engine and links to an explanation. */
export const checkerAgent = (siteTitle: string, siteUrl: string) =>
  `${checkerName(siteTitle)}/1.0 (+${siteUrl}/audit-method)`;
