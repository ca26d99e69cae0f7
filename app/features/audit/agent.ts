const NAME_CHARACTERS = 40;

/**
 * Returns the checker's name for robots.txt: the letters and digits of the site's title, plus "Audit".
 * @returns e.g. `NorthlightAudit`, or `WebsiteAudit` as a fallback
 */
export function checkerName(siteTitle: string): string {
  const name = siteTitle.normalize("NFKD").replace(/[^A-Za-z0-9]/g, "");
  return `${name.slice(0, NAME_CHARACTERS) || "Website"}Audit`;
}

/** Returns the user agent, which links to an explanation. */
export const checkerAgent = (siteTitle: string, siteUrl: string) =>
  `${checkerName(siteTitle)}/1.0 (+${siteUrl}/audit-method)`;
