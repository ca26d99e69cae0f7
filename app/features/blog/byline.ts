import { DEFAULT_AUTHOR } from "../../copy/business.ts";

/**
 * Who a post is by, as visitors read it: the built-in author (SPEC 9) is the site itself, whatever it is called now.
 * @param siteTitle the `site_title` setting
 */
export const bylineOf = (author: string, siteTitle: string): string =>
  author === DEFAULT_AUTHOR ? siteTitle : author;
