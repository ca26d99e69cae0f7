// Encrypts email addresses in panel URLs, because proxies log URLs and browsers store them.
import type { Database } from "../database/database.server.ts";
import { secretOf } from "../database/secret.server.ts";
import { decrypt, encrypt } from "../text/encrypt.server.ts";

/** Prefix of sealed values. Typed searches rarely start with it. */
const MARK = "~";

const keyOf = (db: Database) => secretOf(db, "sealed-addresses");

/**
 * Encrypts a text for this site.
 * @returns `~` and base64url, different each time
 */
export async function seal(db: Database, text: string): Promise<string> {
  return MARK + encrypt(await keyOf(db), text);
}

/**
 * Decrypts a value from `seal`.
 * @returns the text, unsealed input unchanged, or "" for a forged value
 */
export async function unseal(db: Database, given: string): Promise<string> {
  if (!given.startsWith(MARK)) return given;
  // Backups don't contain the key, so URLs from before a restore can't be decrypted.
  return decrypt(await keyOf(db), given.slice(MARK.length)) ?? "";
}

/** Query parameters that may contain an email address. */
const PERSONAL = ["search", "email"];

/** Returns the query of a panel URL with sealed values decrypted. */
export async function unsealQuery(db: Database, url: URL): Promise<Record<string, string>> {
  const query: Record<string, string> = Object.fromEntries(url.searchParams);
  for (const name of PERSONAL) if (query[name]) query[name] = await unseal(db, query[name]);
  return query;
}
