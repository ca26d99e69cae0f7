import { DEFAULT_AUTHOR } from "../../copy/business.ts";

/**
 * Returns the author as visitors see it. The built-in author (SPEC 9) stands for the site, so its current title is
 * shown.
 * @param siteTitle the `site_title` setting
 */
export const bylineOf = (author: string, siteTitle: string): string =>
  author === DEFAULT_AUTHOR ? siteTitle : author;
