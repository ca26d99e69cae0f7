// Versioned image URLs, whose responses may be cached forever.

/** The query parameter for the version. */
const VERSION = "v";

/** For a URL with the current version, whose response never changes. */
const FOREVER = "public, max-age=31536000, immutable";
/** For any other version: cached pages may use old ones, and some processes may not know new ones yet. */
const FOR_A_MINUTE = "public, max-age=60";

/**
 * Returns a short hash as a version. Also runs in the browser, which has no other synchronous hash (cyrb53: 53 bits).
 * @param text everything that determines how the image looks
 */
export function versionOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** Returns a URL with its version. @param address with or without a query, without a fragment */
export const withVersion = (address: string, version: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}${VERSION}=${version}`;

/**
 * Splits off a URL's version if it is the last parameter.
 * @param target the requested URL, from the root
 */
export function splitVersion(target: string): { address: string; version: string | undefined } {
  const [, address, version] = /^([^?]*(?:\?.*)?)[?&]v=([^&]*)$/.exec(target) ?? [];
  return address === undefined ? { address: target, version: undefined } : { address, version };
}

/**
 * Returns the Cache-Control of a versioned response.
 * @param asked the version in the URL; undefined if it has none
 * @param present the version of the response
 * @param unversioned the value for a URL without a version
 */
export function cacheLifetime(
  asked: string | null | undefined,
  present: string,
  unversioned: string,
): string {
  if (asked === null || asked === undefined) return unversioned;
  return asked === present ? FOREVER : FOR_A_MINUTE;
}
