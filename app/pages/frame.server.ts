// What every page loads.
import type { RouterContextProvider } from "react-router";
import { pagePath } from "../copy/page-path.ts";
import { type PageName, pages } from "../copy/pages.ts";
import type { Head } from "../features/page-seo/meta.ts";
import { readPageSeo } from "../features/page-seo/queries.server.ts";
import { withSiteWords } from "../features/page-seo/site-words.ts";
import { builtInSettings } from "../features/settings/defaults.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { brandOf, ownPicture } from "../features/website-content/brand.ts";
import { shownBuiltIns } from "../features/website-content/facts.ts";
import { loadTexts } from "../features/website-content/texts.server.ts";
import { configContext, isAnsweringFault, visitorDb } from "../platform/context.server.ts";

/**
 * What every page loads: its texts, the site's settings and the facts of its head, with the owner's values where set.
 * @param page whose texts and SEO
 * @param path the page's own address, from the root, without a query: the canonical one
 * @throws only on a database fault
 */
export async function loadFrame<Name extends PageName>(
  context: Readonly<RouterContextProvider>,
  page: Name,
  path: string,
) {
  const { siteUrl } = context.get(configContext);
  const { texts, seo: own, settings, header } = await readPage(context, page);
  const seo = withSiteWords(page, own, settings);
  const head: Head = {
    title: seo.meta_title,
    description: seo.meta_description,
    keywords: seo.meta_keywords,
    isIndexable: seo.is_indexable,
    isFollowable: seo.is_followable,
    canonical: siteUrl + path,
    siteTitle: settings.site_title,
    hidden: own.hidden.map((name) => siteUrl + pagePath(name)),
  };
  // What breadcrumbs begin with, and the picture that search engines show of the business.
  const homeLabel = header.navigation.breadcrumb_home;
  const logo = ownPicture(siteUrl, brandOf(header).logo);
  return { texts, head, settings, siteUrl, homeLabel, logo };
}

async function readPage<Name extends PageName>(context: Readonly<RouterContextProvider>, page: Name) {
  if (context.get(isAnsweringFault)) {
    const seo = { ...pages[page].seo, hidden: [] };
    return { texts: shownBuiltIns(page), seo, settings: builtInSettings(), header: shownBuiltIns("header") };
  }
  const db = context.get(visitorDb);
  const [texts, seo, settings] = await Promise.all([
    loadTexts(db, [page, "header"]),
    readPageSeo(db, page),
    readSettings(db),
  ]);
  return { texts: texts[page], seo, settings, header: texts.header };
}
