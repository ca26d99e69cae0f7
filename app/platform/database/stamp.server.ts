import { createHash } from "node:crypto";

/** Returns a 12-character fingerprint of a value. Undefined and null count as an empty text. */
export const stampOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value ?? ""))
    .digest("base64url")
    .slice(0, 12);
