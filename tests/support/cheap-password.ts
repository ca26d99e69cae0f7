import { scryptSync } from "node:crypto";

/**
 * Returns a password hash that's cheap to check. The first successful sign-in replaces the hash with a full-cost one.
 */
export function cheapPasswordHash(password: string): string {
  const salt = Buffer.from("a salt for tests");
  const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString("base64")}$${hash.toString("base64")}`;
}
