import { DEFAULT_AUTHOR } from "../../copy/business.ts";

/**
 * Returns the author shown to visitors. The built-in author (SPEC 9) is replaced by the site's current title.
 */
export const bylineOf = (author: string, siteTitle: string): string =>
  author === DEFAULT_AUTHOR ? siteTitle : author;
