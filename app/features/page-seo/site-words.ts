import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import type { PageSeo } from "../../copy/site/page-copy.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { withSiteName } from "../../copy/site/site-name.ts";

type SiteWords = { site_title: string; site_description?: string; meta_keywords?: string };

const BUILT_IN_NAME = ` | ${BUILT_IN_SITE_TITLE}`;

/**
 * Puts the site's current name into built-in texts. The site's own description and keywords fill empty fields,
 * and replace built-in texts on the home page.
 * @param seo with built-in texts where the owner wrote none
 */
export function withSiteWords(page: PageName, seo: PageSeo, site: SiteWords): PageSeo {
  const { seo: builtIn } = pages[page];
  const named = (own: string, given: string) =>
    own === given ? own.replaceAll(BUILT_IN_SITE_TITLE, () => site.site_title) : own;
  const choose = (own: string, given: string, ofSite = "") =>
    (page === "home" && own === given ? ofSite : "") || named(own, given) || ofSite;
  return {
    ...seo,
    meta_title:
      seo.meta_title === builtIn.meta_title ? builtInTitle(seo.meta_title, site.site_title) : seo.meta_title,
    meta_description: choose(seo.meta_description, builtIn.meta_description, site.site_description),
    meta_keywords: choose(seo.meta_keywords, builtIn.meta_keywords, site.meta_keywords),
  };
}

const builtInTitle = (title: string, siteTitle: string) =>
  title.endsWith(BUILT_IN_NAME) ? withSiteName(title.slice(0, -BUILT_IN_NAME.length), siteTitle) : title;
