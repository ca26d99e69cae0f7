// Controls what a CDN in front of the site may cache (CDN_MAX_AGE): pages that are the same for everyone, nothing else.
import type { Page } from "./cached-response.ts";

/** RFC 9213: only caches in front of a site read this header, so browsers still revalidate each page. */
const FOR_CDN = "CDN-Cache-Control";
/** How many seconds a CDN may serve its copies during an outage. */
const STALE_IF_ERROR_S = 86_400;
/** OK, moved, not found, gone. */
const STATUSES = [200, 301, 404, 410];

/**
 * Returns the CDN's caching instruction. An expired page may still be served while the CDN fetches a new one, for at
 * most the same time again.
 * @param maxAgeS CDN_MAX_AGE in seconds
 */
const instruction = (maxAgeS: number) =>
  `max-age=${maxAgeS}, stale-while-revalidate=${maxAgeS}, stale-if-error=${STALE_IF_ERROR_S}`;

/**
 * Lets a CDN cache a response that is the same for everyone, unless the response has its own caching rules.
 * @param maxAgeS CDN_MAX_AGE in seconds, 0 without a CDN
 */
export function allowCdnCaching(response: Response, maxAgeS: number): Response {
  const { status, headers } = response;
  const isForAll = (headers.get("Cache-Control") ?? "no-cache") === "no-cache" && !headers.has("Set-Cookie");
  if (maxAgeS && isForAll && STATUSES.includes(status)) headers.set(FOR_CDN, instruction(maxAgeS));
  return response;
}

/** Returns the page for a single visitor, with a cookie in its response: no CDN may cache it. */
export function withoutCdn(page: Page): Page {
  const { br, gzip, identity } = page.headers;
  return {
    ...page,
    own: withoutHeader(page.own),
    unchanged: withoutHeader(page.unchanged),
    headers: { br: withoutHeader(br), gzip: withoutHeader(gzip), identity: withoutHeader(identity) },
  };
}

/** @param list alternating names and values */
const withoutHeader = (list: string[]) =>
  list.filter((_, i) => list[i - (i % 2)]!.toLowerCase() !== FOR_CDN.toLowerCase());
