import { decoded } from "../../platform/text/decoded.ts";

const PATH_MAX = 500;

/** Only this query is part of a path (SPEC 2). */
const FILTER = { path: "/case-studies", key: "industry" };

/**
 * Returns a normalized path for redirects and the 404 log: decoded, lowercase, without a trailing slash,
 * query or fragment.
 * @param url from the root; only the case study filter's query is kept
 */
export function normalPath(url: string): string {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  const normal = `/${withoutDots(path.split("/").filter(Boolean).map(normalSegment)).join("/")}`;
  const filter = normal === FILTER.path ? new URLSearchParams(search).get(FILTER.key) : null;
  const slug = filter?.trim().toLowerCase().replace(/\s+/g, "-");
  const whole = slug ? `${normal}?${new URLSearchParams({ [FILTER.key]: slug })}` : normal;
  return Array.from(whole).slice(0, PATH_MAX).join("").toWellFormed();
}

/** Resolves `.` and `..` as browsers do, because such segments could hide a loop. */
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

const PAGE = /^(\/[a-z0-9-]+)+$/;

/**
 * Returns the canonical spelling of a page's path, with its query and fragment.
 * @param url from the root
 * @returns `url` unchanged if it can't be a page, such as a file's path
 */
export function canonicalPath(url: string): string {
  const [, path = "", search = "", hash = ""] = PARTS.exec(url) ?? [];
  const normal = normalPath(path);
  return PAGE.test(normal) ? normal + search + hash : url;
}

/** Returns a link's path on this site, from the root; null for other sites. */
export function localPath(link: string, siteUrl: string): string | null {
  if (/^\/(?![/\\])/.test(link)) return link;
  if (!siteUrl || link.slice(0, siteUrl.length).toLowerCase() !== siteUrl.toLowerCase()) return null;
  const rest = link.slice(siteUrl.length);
  // Excludes hosts such as https://www.example.com.elsewhere.net.
  if (rest && !/^[/?#]/.test(rest)) return null;
  // Two leading slashes would address another host.
  return `/${rest.replace(/^[/\\]+/, "")}`;
}

/** Returns a redirect's target with the visitor's query and fragment. The target's own parameters and fragment win. */
export function redirectTarget(asked: string, to: string): string {
  const [, ownPath = "", ownSearch = "", ownHash = ""] = PARTS.exec(to) ?? [];
  const [, , askedSearch = "", askedHash = ""] = PARTS.exec(asked) ?? [];
  const query = new URLSearchParams(askedSearch);
  const isFilter = normalPath(asked).includes("?");
  if (isFilter) query.delete(FILTER.key);
  const own = new URLSearchParams(ownSearch);
  for (const name of new Set(own.keys())) query.delete(name);
  // With nothing to merge, the visitor's query stays as typed.
  const isWhole = !isFilter && !ownSearch;
  const kept = isWhole ? askedSearch : [ownSearch.slice(1), query.toString()].filter(Boolean).join("&");
  const search = isWhole || !kept ? kept : `?${kept}`;
  return ownPath + search + (ownHash || askedHash);
}

/**
 * Returns the absolute URL that a redirect goes to.
 * @param asked the requested path with its query
 */
export function redirectUrl(asked: string, to: string, siteUrl: string): string {
  // `URL` escapes the target, which prevents header injection.
  return new URL(redirectTarget(asked, to), siteUrl).href;
}

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
