import { PLACEHOLDER_IMAGE } from "../../app/copy/business.ts";
import { blogPath } from "../../app/features/blog/paging.ts";
import {
  caseStudiesPath,
  industryAsTyped,
  industrySlug,
} from "../../app/features/case-studies/industry-filter.ts";
import { COVER_OF, coverPath } from "../../app/features/drawn/image.ts";
import { MANIFEST } from "../../app/features/page-seo/manifest-path.ts";
import { sitemapPath } from "../../app/features/page-seo/sitemap-path.ts";
import { missingPage } from "../../app/features/redirects/missing-page.server.ts";
import { canonicalPath, normalPath, redirectTarget } from "../../app/features/redirects/paths.ts";
import { patternsOf } from "../../app/features/redirects/patterns.ts";
import { SHOW_ALL } from "../../app/features/services/show-all.ts";
import { isPlainPageNumber, parsePage } from "../../app/platform/database/paging.server.ts";
import { GAP_MARK, type Gap } from "../../app/platform/http/gap.ts";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import { isSlug } from "../../app/platform/text/slug.ts";
import { splitVersion } from "../../app/platform/version.ts";
import { isPanelPath } from "../http/panel-path.ts";
import type { Lists } from "./page-lists.ts";

/**
 * What a URL asks for: a cached page, a redirect, or a template to fill in. A key is a path with the query parameters
 * that its page uses. Pages are rendered from their key alone. The key leaves out the version, because anyone can make
 * up a version.
 */
export type Asked = { key: string; version?: string } | { to: string; isTemporary?: true } | Gap;

/** These pages are for a single visitor, or have their own store. */
const NOT_KEPT = /^\/(api|audit(?=\/)|newsletter\/(confirm|unsubscribe)|share|assets|preview)(?![^/.])/;
/** None of our URLs is longer, even percent-encoded. */
const MAX_PATH_CHARS = 2_000;

const BLOG = blogPath();
const SITEMAP = sitemapPath();
const CASE_STUDIES = caseStudiesPath();
const SERVICE = /^\/services\/[^/]+$/;
const PAGE = "page";
const INDUSTRY = "industry";

const LISTS = [BLOG, SITEMAP, CASE_STUDIES];

/** Returns whether `parseUrl` needs the lists. */
export const needsLists = ({ search }: URL): boolean => search !== "";

/**
 * Returns what a URL asks for; null if its page is never cached.
 * @param lists null while they can't be read; page numbers and industries are then unchecked
 */
export function parseUrl(url: URL, lists: Lists | null): Asked | null {
  const { pathname, search, searchParams } = url;
  if (isPanelPath(pathname) || NOT_KEPT.test(routedPath(pathname))) return null;
  const redirected = search && lists ? patternsOf(pathname + search).queries : [];
  const key = redirected.find((query) => lists?.queries.has(query));
  if (key !== undefined) return { key };
  if (pathname === BLOG) return readPage(url, lists?.blog, blogPath);
  if (pathname === SITEMAP) return readPage(url, lists?.sitemap, sitemapPath);
  if (pathname === CASE_STUDIES) return readFilter(url, lists);
  if (pathname === PLACEHOLDER_IMAGE)
    return { key: readCover(searchParams.get(COVER_OF) ?? ""), ...versionIn(url) };
  if (pathname === MANIFEST) return { key: pathname, ...versionIn(url) };
  // The keys of `LISTS` include a query, which is only read at these exact paths, so other spellings redirect to them.
  const right = canonicalPath(pathname);
  if (LISTS.includes(right)) return { to: right + search };
  const shown = SERVICE.test(pathname) && searchParams.get(SHOW_ALL.key);
  if (shown && shown !== SHOW_ALL.value) return redirect(url, pathname);
  if (shown) return { key: `${pathname}?${SHOW_ALL.key}=${SHOW_ALL.value}` };
  return pathname.length > MAX_PATH_CHARS ? missingPage(pathname) : { key: pathname };
}

const versionIn = ({ pathname, search }: URL) => {
  const { version } = splitVersion(pathname + search);
  return version === undefined ? {} : { version };
};

/** Parses a versioned URL of the placeholder image or the web app manifest. Returns null for other URLs. */
export function readVersioned(target: string): { key: string; version: string } | null {
  if (!target.startsWith(PLACEHOLDER_IMAGE) && !target.startsWith(MANIFEST)) return null;
  const { address: key, version } = splitVersion(target);
  return version === undefined ? null : { key, version };
}

const readCover = (slug: string) => (isSlug(slug) ? coverPath(slug) : PLACEHOLDER_IMAGE);

/**
 * Returns the key of a list's page, or a redirect if the page number is invalid or past the end. Past the end, the
 * redirect is temporary, because the list may grow.
 */
function readPage(url: URL, pages = Number.POSITIVE_INFINITY, pathOf: (page: number) => string): Asked {
  const asked = url.searchParams.get(PAGE);
  const page = Math.min(parsePage(asked), pages);
  if (isPlainPageNumber(asked, page)) return { key: pathOf(page) };
  return { ...redirect(url, pathOf(page)), ...(parsePage(asked) > page && { isTemporary: true }) };
}

function readFilter(url: URL, lists: Lists | null): Asked {
  const industry = industrySlug(url.searchParams.get(INDUSTRY) ?? "");
  const pathOf = (page: number) => caseStudiesPath({ industry, page });
  if (!industry) return readPage(url, lists?.caseStudies, pathOf);
  const pages = lists?.industries.get(industry);
  if (!lists || pages !== undefined) return readPage(url, pages, pathOf);
  // If the industry was renamed, the page itself redirects.
  if (lists.moved.has(normalPath(pathOf(1)))) return { key: pathOf(1) };
  const asked = readPage(url, 1, pathOf);
  if ("to" in asked) return asked;
  const template = caseStudiesPath({ industry: GAP_MARK });
  return { template, mark: GAP_MARK, text: industryAsTyped(industry) };
}

function redirect({ pathname, searchParams }: URL, to: string) {
  const rest = new URLSearchParams(searchParams);
  for (const name of [PAGE, SHOW_ALL.key]) rest.delete(name);
  return { to: redirectTarget(rest.size ? `${pathname}?${rest}` : pathname, to) };
}
