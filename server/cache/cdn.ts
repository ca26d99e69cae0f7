import type { Page } from "./cached-response.ts";

/** Only CDNs read this header (RFC 9213), so browsers still revalidate. */
const FOR_CDN = "CDN-Cache-Control";
/** How long a CDN may serve its copies during an outage. */
const STALE_IF_ERROR_S = 86_400;
/** OK, moved, not found, gone. */
const STATUSES = [200, 301, 404, 410];

/** Lets a CDN serve an expired page for up to `maxAgeS` more seconds while fetching a new one. */
const instruction = (maxAgeS: number) =>
  `max-age=${maxAgeS}, stale-while-revalidate=${maxAgeS}, stale-if-error=${STALE_IF_ERROR_S}`;

/**
 * Lets a CDN cache a response that is the same for everyone, unless it has its own caching rules.
 * @param maxAgeS CDN_MAX_AGE in seconds, 0 without a CDN
 */
export function allowCdnCaching(response: Response, maxAgeS: number): Response {
  const { status, headers } = response;
  const isForAll = (headers.get("Cache-Control") ?? "no-cache") === "no-cache" && !headers.has("Set-Cookie");
  if (maxAgeS && isForAll && STATUSES.includes(status)) headers.set(FOR_CDN, instruction(maxAgeS));
  return response;
}

/** Returns the page without CDN caching, for a response that also sets a visitor's cookie. */
export function withoutCdn(page: Page): Page {
  const { br, gzip, identity } = page.headers;
  return {
    ...page,
    own: withoutHeader(page.own),
    unchanged: withoutHeader(page.unchanged),
    headers: { br: withoutHeader(br), gzip: withoutHeader(gzip), identity: withoutHeader(identity) },
  };
}

const withoutHeader = (list: string[]) =>
  list.filter((_, i) => list[i - (i % 2)]!.toLowerCase() !== FOR_CDN.toLowerCase());
