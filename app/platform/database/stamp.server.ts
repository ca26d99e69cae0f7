// A short name for a value, to tell later whether it is still the same.
import { createHash } from "node:crypto";

/** 12 characters; the same for the same value, and for nothing as for an empty text. */
export const stampOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value ?? ""))
    .digest("base64url")
    .slice(0, 12);
