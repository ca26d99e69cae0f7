// Links that give access to the panel. Queued emails contain a placeholder instead of the link's token, because emails
// are in backups, and others may see them. The token is derived with a key in DATA_DIR whenever the email is sent.
import { createHash, createHmac } from "node:crypto";
import type { Config } from "../../platform/config.server.ts";
import { findEncryptionKey, makeEncryptionKey } from "../../platform/secret-file.server.ts";
import type { outgoing_mails } from "./table.server.ts";

type Site = Pick<Config, "dataDir">;

/** With the start of the token's hash, to recognize another machine's key. */
const PLACE = /\{token:([\w-]{16})\}/g;

const tokenOf = (key: Buffer, mail: string) =>
  createHmac("sha256", key).update(`invitation ${mail}`).digest("base64url");
const markOf = (token: string) => createHash("sha256").update(token).digest("base64url").slice(0, 16);

/**
 * Returns the token for an email, and what the email contains in its place.
 * @param mail the email's id
 * @throws if the key in DATA_DIR can't be read or created
 */
export function secretToken({ dataDir }: Site, mail: string): { token: string; place: string } {
  const token = tokenOf(makeEncryptionKey(dataDir), mail);
  return { token, place: `{token:${markOf(token)}}` };
}

type Queued = Pick<typeof outgoing_mails.$inferSelect, "id" | "text_body" | "html_body">;

/** Returns an email with its token; null if this machine doesn't have the key that the token was made with. */
export function withToken<Mail extends Queued>({ dataDir }: Site, mail: Mail): Mail | null {
  const [place] = mail.text_body.matchAll(PLACE);
  if (!place) return mail;
  const key = findEncryptionKey(dataDir);
  const token = key && tokenOf(key, mail.id);
  if (!token || markOf(token) !== place[1]) return null;
  const fill = (body: string) => body.replaceAll(place[0], token);
  return { ...mail, text_body: fill(mail.text_body), html_body: fill(mail.html_body) };
}
