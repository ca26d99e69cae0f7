import { scryptSync } from "node:crypto";

/**
 * What the database stores of a password, at a cost that tests can afford, of hundreds of wrong ones too. The first right
 * one replaces it by one at the full cost.
 */
export function cheapPasswordHash(password: string): string {
  const salt = Buffer.from("a salt for tests");
  const hash = scryptSync(password, salt, 32, { N: 16, r: 8, p: 1 });
  return `$scrypt$ln=4,r=8,p=1$${salt.toString("base64")}$${hash.toString("base64")}`;
}
