// A short fingerprint of a value, to tell later whether it is still the same.
import { createHash } from "node:crypto";

/** Returns 12 characters that are the same for the same value; undefined and null count as an empty text. */
export const stampOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value ?? ""))
    .digest("base64url")
    .slice(0, 12);
