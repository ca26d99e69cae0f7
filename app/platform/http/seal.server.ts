// Encrypts email addresses that have to be in a panel URL: proxies log URLs, and browsers remember them.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Database } from "../database/database.server.ts";
import { secretOf } from "../database/secret.server.ts";

const CIPHER = "aes-256-gcm";
/** Prefix of sealed values; text that people type never starts with it. */
const MARK = "~";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (db: Database) => secretOf(db, "sealed-addresses");

/**
 * Encrypts a text so that only this site can read it.
 * @returns `~` and base64url, different each time
 */
export async function seal(db: Database, text: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await keyOf(db), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Decrypts what `seal` returned.
 * @returns the text; unsealed input is returned unchanged, and input that this site didn't seal becomes ""
 */
export async function unseal(db: Database, given: string): Promise<string> {
  if (!given.startsWith(MARK)) return given;
  const key = await keyOf(db);
  const bytes = Buffer.from(given.slice(MARK.length), "base64url");
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  if (bytes.length < tagEnd) return "";
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), options);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
  } catch {
    // The secret isn't in any backup, so a URL from before a restore can't be read anymore.
    return "";
  }
}

/** The panel's query parameters that may contain an email address. */
const PERSONAL = ["search", "email"];

/** Returns the query of a panel URL with sealed values decrypted. */
export async function unsealQuery(db: Database, url: URL): Promise<Record<string, string>> {
  const query: Record<string, string> = Object.fromEntries(url.searchParams);
  for (const name of PERSONAL) if (query[name]) query[name] = await unseal(db, query[name]);
  return query;
}
