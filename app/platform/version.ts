const VERSION = "v";

const FOREVER = "public, max-age=31536000, immutable";
/** For URLs with another version. Cached pages use old versions, and a process may not know the newest one yet. */
const FOR_A_MINUTE = "public, max-age=60";

/**
 * Returns a short hash (cyrb53, 53 bits). Also runs in browsers, which have no synchronous hash.
 * @param text everything that determines the response
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

/**
 * Returns a URL with its version.
 * @param address with or without a query, without a fragment
 */
export const withVersion = (address: string, version: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}${VERSION}=${version}`;

/**
 * Splits off the version, if it's the last parameter.
 * @param target requested URL, from the root
 */
export function splitVersion(target: string): { address: string; version: string | undefined } {
  const [, address, version] = /^([^?]*(?:\?.*)?)[?&]v=([^&]*)$/.exec(target) ?? [];
  return address === undefined ? { address: target, version: undefined } : { address, version };
}

/**
 * Returns the Cache-Control of a versioned response.
 * @param asked version in the URL
 * @param present version of the response
 * @param unversioned value for a URL without a version
 */
export function cacheLifetime(
  asked: string | null | undefined,
  present: string,
  unversioned: string,
): string {
  if (asked === null || asked === undefined) return unversioned;
  return asked === present ? FOREVER : FOR_A_MINUTE;
}
