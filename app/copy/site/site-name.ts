import { META_TITLE_HINT_CHARS } from "../business.ts";

/** Returns the title with the site's name, or just the title if both together are too long. */
export function withSiteName(title: string, siteTitle: string): string {
  const both = `${title} | ${siteTitle}`;
  return both.length <= META_TITLE_HINT_CHARS ? both : title;
}
