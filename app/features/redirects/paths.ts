// How paths of this site are compared: what a redirect matches, and its target.
import { decoded } from "../../platform/text/decoded.ts";

/** Longest path that is stored, in characters; no path of this site is longer. */
const PATH_MAX = 500;

/** The one query that is part of a path here: the list of case studies, filtered (SPEC 2). */
const FILTER = { path: "/case-studies", key: "industry" };

/**
 * A path as redirects and the log of 404s store it: readable, in lower case, without a closing slash, a query or
 * a fragment. All spellings of one path have the same.
 * @param url from the root; its query is looked at only where it filters the case studies
 */
export function normalPath(url: string): string {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const normal = `/${withoutDots(path.split("/").filter(Boolean).map(normalSegment)).join("/")}`;
  const filter = normal === FILTER.path ? new URLSearchParams(search).get(FILTER.key) : null;
  const slug = filter?.trim().toLowerCase().replace(/\s+/g, "-");
  const whole = slug ? `${normal}?${new URLSearchParams({ [FILTER.key]: slug })}` : normal;
  return Array.from(whole).slice(0, PATH_MAX).join("").toWellFormed();
}

/** Whether a URL has a query that `normalPath` leaves out. @param url from the root */
export function hasIgnoredQuery(url: string): boolean {
  const [, path = "", search = ""] = PARTS.exec(url) ?? [];
  const names = [...new URLSearchParams(search).keys()];
  return names.some((name) => normalPath(path) !== FILTER.path || name !== FILTER.key);
}

/** As browsers do before they ask: what they never ask for would hide that a path leads to itself. */
function withoutDots(segments: string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  return kept;
}

function normalSegment(segment: string): string {
  const text = decoded(segment).normalize("NFC");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be stored or shown
  return text.replace(/[/?#%\s\u0000-\u001f\u007f]/g, encodeURIComponent).toLowerCase();
}

/** How pages of this site are spelt; such a path is its own normal one. */
const PAGE = /^(\/[a-z0-9-]+)+$/;

/**
 * The canonical spelling of a path that may be a page's, its query and fragment kept.
 * @param url from the root
 * @returns as it was where no page has such a path, but perhaps a file
 */
export function canonicalPath(url: string): string {
  const [, path = "", search = "", hash = ""] = PARTS.exec(url) ?? [];
  const normal = normalPath(path);
  return PAGE.test(normal) ? normal + search + hash : url;
}

/** The path on this site that a link points to, from the root; null for other sites. */
export function localPath(link: string, siteUrl: string): string | null {
  if (/^\/(?![/\\])/.test(link)) return link;
  if (!siteUrl || link.slice(0, siteUrl.length).toLowerCase() !== siteUrl.toLowerCase()) return null;
  const rest = link.slice(siteUrl.length);
  // https://www.example.com.elsewhere.net begins like ours.
  if (rest && !/^[/?#]/.test(rest)) return null;
  // Two slashes at its start would name another host.
  return `/${rest.replace(/^[/\\]+/, "")}`;
}

/**
 * The target of a redirect for a visitor with a query or a fragment: both are kept, unless the target has its own.
 * @param to the redirect's target
 * @param asked the requested path with its query, from the root
 */
export function redirectTarget(asked: string, to: string): string {
  const [, ownPath = "", ownSearch = "", ownHash = ""] = PARTS.exec(to) ?? [];
  const [, , askedSearch = "", askedHash = ""] = PARTS.exec(asked) ?? [];
  const query = new URLSearchParams(askedSearch);
  const isFilter = normalPath(asked).includes("?");
  if (isFilter) query.delete(FILTER.key);
  const own = new URLSearchParams(ownSearch);
  for (const name of new Set(own.keys())) query.delete(name);
  // What needs no change stays as it was written.
  const isWhole = !isFilter && !ownSearch;
  const kept = isWhole ? askedSearch : [ownSearch.slice(1), query.toString()].filter(Boolean).join("&");
  const search = isWhole || !kept ? kept : `?${kept}`;
  return ownPath + search + (ownHash || askedHash);
}

/**
 * The absolute URL that a visitor is redirected to.
 * @param asked the requested path with its query, from the root
 */
export function redirectUrl(asked: string, to: string, siteUrl: string): string {
  // Whatever a target holds, no header ends early and no other host is meant.
  return new URL(redirectTarget(asked, to), siteUrl).href;
}

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
