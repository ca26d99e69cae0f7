// The same bytes always have the same key in the store.

/**
 * Returns the original's key.
 * @param sha256 64 hexadecimal digits
 */
export const originalKey = (sha256: string) => `originals/${sha256.slice(0, 2)}/${sha256}`;

/**
 * Returns a size's key.
 * @param name such as `480.webp`
 */
export const variantKey = (sha256: string, name: string) =>
  `variants/${sha256.slice(0, 2)}/${sha256}/${name}`;

const KEY =
  /^(originals\/[0-9a-f]{2}\/[0-9a-f]{64}|variants\/[0-9a-f]{2}\/[0-9a-f]{64}\/[a-z0-9][a-z0-9.-]{0,60})$/;

/** Returns whether a text is a valid key. A restored backup may contain anything. */
export const isKey = (text: string): boolean => KEY.test(text) && !text.includes("..");

export const hashOfKey = (key: string): string => key.split("/")[2] ?? "";

/** Returns the share image's file name, which changes with the focal point. */
export const shareName = (focalX: number, focalY: number) =>
  `1200x630-${Math.round(focalX * 100)}-${Math.round(focalY * 100)}.jpg`;

const TYPES: Record<string, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

export const typeOfVariant = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
