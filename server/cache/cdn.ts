// What a CDN in front of the site may keep (CDN_MAX_AGE): pages that are the same for everybody, and nothing else.
import type { Page } from "./cached-response.ts";

/** RFC 9213: a header that only caches in front of a site read, so that browsers go on asking for each page. */
const FOR_CDN = "CDN-Cache-Control";
/** An outage of so many seconds is not noticed on pages that a CDN has. */
const STALE_IF_ERROR_S = 86_400;
/** A page, one that moved, one that is not there, one that is gone for good. */
const STATUSES = [200, 301, 404, 410];

/**
 * What a page tells a CDN. A page that was kept for longer than it may be is given out once more while its successor
 * is fetched, for as long again at most.
 * @param maxAgeS CDN_MAX_AGE in seconds
 */
const instruction = (maxAgeS: number) =>
  `max-age=${maxAgeS}, stale-while-revalidate=${maxAgeS}, stale-if-error=${STALE_IF_ERROR_S}`;

/**
 * Lets a CDN keep an answer that was made for everybody, unless it says itself who may keep it.
 * @param maxAgeS CDN_MAX_AGE in seconds, 0 where there is no CDN
 */
export function allowCdnCaching(response: Response, maxAgeS: number): Response {
  const { status, headers } = response;
  const isForAll = (headers.get("Cache-Control") ?? "no-cache") === "no-cache" && !headers.has("Set-Cookie");
  if (maxAgeS && isForAll && STATUSES.includes(status)) headers.set(FOR_CDN, instruction(maxAgeS));
  return response;
}

/** The page for one visitor only, whose answer carries a cookie: no CDN may keep it. */
export function withoutCdn(page: Page): Page {
  const { br, gzip, identity } = page.headers;
  return {
    ...page,
    own: withoutHeader(page.own),
    unchanged: withoutHeader(page.unchanged),
    headers: { br: withoutHeader(br), gzip: withoutHeader(gzip), identity: withoutHeader(identity) },
  };
}

/** @param list names and values by turns */
const withoutHeader = (list: string[]) =>
  list.filter((_, i) => list[i - (i % 2)]!.toLowerCase() !== FOR_CDN.toLowerCase());
