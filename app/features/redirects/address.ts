// How addresses of this site are compared: what a redirect catches, and where it leads.

/** Longest address that is kept; what is longer was never an address of ours. */
export const ADDRESS_MAX = 500;

/** The one query that is part of an address of its own: the list of case studies, filtered (SPEC 2). */
const FILTER = { path: "/case-studies", key: "industry" };

/**
 * An address as redirects and the log of 404s know it: readable, in lower case, without a closing slash, a query or
 * a fragment. All spellings of one address have the same.
 * @param address from the root; its query is looked at only where it filters the case studies
 */
export function normalAddress(address: string): string {
  const [, path = "", search = ""] = /^([^?#]*)(\?[^#]*)?/.exec(address) ?? [];
  const segments = path.split("/").filter(Boolean).map(normalSegment);
  const normal = `/${segments.join("/")}`;
  const filter = normal === FILTER.path ? new URLSearchParams(search).get(FILTER.key) : null;
  const slug = filter?.trim().toLowerCase().replace(/\s+/g, "-");
  const whole = slug ? `${normal}?${new URLSearchParams({ [FILTER.key]: slug })}` : normal;
  return Array.from(whole).slice(0, ADDRESS_MAX).join("").toWellFormed();
}

function normalSegment(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A broken escape is an address too.
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they cannot be stored or shown
  const kept = text.normalize("NFC").replace(/[/?#%\s\u0000-\u001f\u007f]/g, encodeURIComponent);
  return kept.toLowerCase();
}

/** How pages of this site are spelt; such an address is its own normal one. */
const PAGE = /^(\/[a-z0-9-]+)+$/;

/**
 * The one spelling of an address that may be a page's, its query and fragment kept.
 * @param address from the root
 * @returns as it was where no page has such an address, but perhaps a file
 */
export function pageAddress(address: string): string {
  const [, path = "", search = "", hash = ""] = PARTS.exec(address) ?? [];
  const normal = normalAddress(path);
  return PAGE.test(normal) ? normal + search + hash : address;
}

/** The address of this site that a link leads to, from the root; null where it leads elsewhere. */
export function localAddress(link: string, siteUrl: string): string | null {
  if (/^\/(?![/\\])/.test(link)) return link;
  if (!siteUrl || !link.startsWith(siteUrl)) return null;
  const rest = link.slice(siteUrl.length);
  // https://www.example.com.elsewhere.net begins like ours.
  if (rest && !/^[/?#]/.test(rest)) return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * Where a redirect leads whoever came with a query or a fragment: both are kept, unless the target has its own.
 * @param to the redirect's target
 * @param asked the address that was asked for, from the root
 */
export function leadFrom(asked: string, to: string): string {
  const [, ownPath = "", ownSearch = "", ownHash = ""] = PARTS.exec(to) ?? [];
  const [, , askedSearch = "", askedHash = ""] = PARTS.exec(asked) ?? [];
  const query = new URLSearchParams(askedSearch);
  const isFilter = normalAddress(asked).includes("?");
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
 * The whole address that a visitor is sent to.
 * @param asked the address that was asked for, from the root
 */
export function leadTo(asked: string, to: string, siteUrl: string): string {
  // Whatever a target holds, no header ends early and no other host is meant.
  return new URL(leadFrom(asked, to), siteUrl).href;
}

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s;
