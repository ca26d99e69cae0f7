// Addresses that say which version of a picture they stand for, so that what they give may be kept for good.

/** The key of the query that names the version. */
const VERSION = "v";

/** For the address that names the present version: what it gives never changes. */
const FOR_GOOD = "public, max-age=31536000, immutable";
/** For any other version: pages that were kept name old ones, and new ones may not be known on each process yet. */
const FOR_A_MINUTE = "public, max-age=60";

/**
 * A version: a short hash, in the browser too, where there is no other that answers at once (cyrb53: 53 bits).
 * @param text what decides how the picture looks, or all of it
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

/** An address with the version that it stands for. @param address with or without a query, without a fragment */
export const withVersion = (address: string, version: string): string =>
  `${address}${address.includes("?") ? "&" : "?"}${VERSION}=${version}`;

/**
 * Takes the version from an address, where it stands last.
 * @param target from the root, as it was asked for
 */
export function splitVersion(target: string): { address: string; version: string | undefined } {
  const [, address, version] = /^([^?]*(?:\?.*)?)[?&]v=([^&]*)$/.exec(target) ?? [];
  return address === undefined ? { address: target, version: undefined } : { address, version };
}

/**
 * How long the answer to an address with a version may be kept.
 * @param asked the version that the address names; undefined where it names none
 * @param present that of what it is answered with
 * @param unversioned what an address without one says
 */
export function cacheLifetime(
  asked: string | null | undefined,
  present: string,
  unversioned: string,
): string {
  if (asked === null || asked === undefined) return unversioned;
  return asked === present ? FOR_GOOD : FOR_A_MINUTE;
}
