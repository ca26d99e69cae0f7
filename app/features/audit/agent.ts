/** The checker's name in robots.txt. */
export const CHECKER = "SEOProZoneAudit";

/** What the checker calls itself in its requests: never a search engine's name, and where to read what it does. */
export const checkerAgent = (siteUrl: string) => `${CHECKER}/1.0 (+${siteUrl}/audit-method)`;
