// Normalizes paths of this site, to match redirects and their targets.
import { decoded } from "../../platform/text/decoded.ts";

/** The longest stored path in characters; no path of this site is longer. */
const PATH_MAX = 500;

/** The one query that's part of a path: the case study filter (SPEC 2). */
const FILTER = { path: "/case-studies", key: "industry" };

/**
 * Returns a path as the 404 log stores it: decoded, in lower case, without a trailing slash, query or fragment. Redirects
 * store the same, some with a query (`normalFrom`).
 * @param url from the root; its query counts only if it filters the case studies
 */
export function normalPath(url: string): string {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const normal = `/${withoutDots(path.split("/").filter(Boolean).map(normalSegment)).join("/")}`;
  const filter = normal === FILTER.path ? new URLSearchParams(search).get(FILTER.key) : null;
  const slug = filter?.trim().toLowerCase().replace(/\s+/g, "-");
  const whole = slug ? `${normal}?${new URLSearchParams({ [FILTER.key]: slug })}` : normal;
  return Array.from(whole).slice(0, PATH_MAX).join("").toWellFormed();
}

/** Resolved as browsers do; otherwise a path that redirects to itself could go unnoticed. */
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

/** The spelling of this site's page paths, which equals their normalized form. */
const PAGE = /^(\/[a-z0-9-]+)+$/;

/**
 * Returns the canonical spelling of a path that may be a page's, with its query and fragment.
 * @param url from the root
 * @returns unchanged if it can't be a page's path, but perhaps a file's
 */
export function canonicalPath(url: string): string {
  const [, path = "", search = "", hash = ""] = PARTS.exec(url) ?? [];
  const normal = normalPath(path);
  return PAGE.test(normal) ? normal + search + hash : url;
}

/** Returns the path on this site that a link points to, from the root; null for other sites. */
export function localPath(link: string, siteUrl: string): string | null {
  if (/^\/(?![/\\])/.test(link)) return link;
  if (!siteUrl || link.slice(0, siteUrl.length).toLowerCase() !== siteUrl.toLowerCase()) return null;
  const rest = link.slice(siteUrl.length);
  // https://www.example.com.elsewhere.net starts like this site's URL.
  if (rest && !/^[/?#]/.test(rest)) return null;
  // Two leading slashes would name another host.
  return `/${rest.replace(/^[/\\]+/, "")}`;
}

/**
 * Returns a redirect's target with the visitor's query and fragment, unless the target has its own.
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
  // A target that needs no change stays as written.
  const isWhole = !isFilter && !ownSearch;
  const kept = isWhole ? askedSearch : [ownSearch.slice(1), query.toString()].filter(Boolean).join("&");
  const search = isWhole || !kept ? kept : `?${kept}`;
  return ownPath + search + (ownHash || askedHash);
}

/**
 * Returns the absolute URL that a visitor is redirected to.
 * @param asked the requested path with its query, from the root
 */
export function redirectUrl(asked: string, to: string, siteUrl: string): string {
  // Whatever the target contains, no header ends early and no other host is addressed.
  return new URL(redirectTarget(asked, to), siteUrl).href;
}

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
