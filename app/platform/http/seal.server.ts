// Encrypts email addresses that have to stand in a URL of the panel: proxies log URLs, and browsers remember them.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Database } from "../database/database.server.ts";
import { secretOf } from "../database/secret.server.ts";

const CIPHER = "aes-256-gcm";
/** What is sealed begins with it; no text that people type does. */
const MARK = "~";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (db: Database) => secretOf(db, "sealed-addresses");

/**
 * Seals a text: only this site can read it again.
 * @returns `~` and base64url, another one each time
 */
export async function seal(db: Database, text: string): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, await keyOf(db), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/**
 * Reads what `seal` made.
 * @returns the text; what was never sealed as it is, and "" for what this site has not sealed
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
    // The secret is in no backup: an address of before a restore says nothing any more.
    return "";
  }
}

/** The keys of the panel's addresses that may hold an email address. */
const PERSONAL = ["search", "email"];

/** The query of an address of the panel's, with what is sealed in it readable again. */
export async function unsealQuery(db: Database, url: URL): Promise<Record<string, string>> {
  const query: Record<string, string> = Object.fromEntries(url.searchParams);
  for (const name of PERSONAL) if (query[name]) query[name] = await unseal(db, query[name]);
  return query;
}
