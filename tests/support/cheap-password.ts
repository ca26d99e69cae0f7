import { scryptSync } from "node:crypto";
import type { Query } from "./open-queries.ts";
import { ADMIN_PASSWORD } from "./owner.ts";

/**
 * Returns a password hash that's cheap to check. The first successful sign-in replaces the hash with a full-cost one.
 */
export function cheapPasswordHash(password: string): string {
  const salt = Buffer.from("a salt for tests");
  const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Makes the owner's password cheap to check again. Each wrong guess at a full-cost hash takes 0.3 s of CPU time. */
export const storeCheapPassword = (query: Query) =>
  query("update admin_credentials set password_hash = $1", [cheapPasswordHash(ADMIN_PASSWORD)]);
