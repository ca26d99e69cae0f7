// Encrypts email addresses that have to be in a panel URL: proxies log URLs, and browsers remember them.
import type { Database } from "../database/database.server.ts";
import { secretOf } from "../database/secret.server.ts";
import { decrypt, encrypt } from "../text/encrypt.server.ts";

/** Prefix of sealed values; text that people type never starts with it. */
const MARK = "~";

const keyOf = (db: Database) => secretOf(db, "sealed-addresses");

/**
 * Encrypts a text so that only this site can read it.
 * @returns `~` and base64url, different each time
 */
export async function seal(db: Database, text: string): Promise<string> {
  return MARK + encrypt(await keyOf(db), text);
}

/**
 * Decrypts what `seal` returned.
 * @returns the text; unsealed input is returned unchanged, and input that this site didn't seal becomes ""
 */
export async function unseal(db: Database, given: string): Promise<string> {
  if (!given.startsWith(MARK)) return given;
  // The secret isn't in any backup, so a URL from before a restore can't be read anymore.
  return decrypt(await keyOf(db), given.slice(MARK.length)) ?? "";
}

/** The panel's query parameters that may contain an email address. */
const PERSONAL = ["search", "email"];

/** Returns the query of a panel URL with sealed values decrypted. */
export async function unsealQuery(db: Database, url: URL): Promise<Record<string, string>> {
  const query: Record<string, string> = Object.fromEntries(url.searchParams);
  for (const name of PERSONAL) if (query[name]) query[name] = await unseal(db, query[name]);
  return query;
}
