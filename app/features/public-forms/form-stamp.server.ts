// A signed timestamp in each public form, which says when its page was rendered.
import { createHmac, timingSafeEqual } from "node:crypto";
import { makeSecretFile } from "../../platform/secret-file.server.ts";

const FILE_NAME = "form-secret";
const SIGNATURE_CHARS = 22;

const secrets = new Map<string, Buffer>();

/**
 * Creates a stamp. It's valid as long as the secret in `DATA_DIR/form-secret`, since pages are cached and tabs come
 * back after days.
 * @returns "" if the secret can't be read or created: a page without a stamp is better than none
 */
export function stampForm(dataDir: string, now = Date.now()): string {
  const time = now.toString(36);
  const signature = sign(dataDir, time);
  return signature && `${time}.${signature}`;
}

/** Returns a stamp's age in milliseconds; null if it's missing or not ours. */
export function ageOfStamp(dataDir: string, stamp: string, now = Date.now()): number | null {
  const [time = "", signature = ""] = stamp.split(".");
  const expected = Buffer.from(sign(dataDir, time));
  const given = Buffer.from(signature);
  if (!expected.length || expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return now - Number.parseInt(time, 36);
}

function sign(dataDir: string, time: string): string {
  try {
    const secret = prepareFormSecret(dataDir);
    return createHmac("sha256", secret).update(time).digest("base64url").slice(0, SIGNATURE_CHARS);
  } catch {
    // Reported at startup. Retried with the next page, since a full disk may have room again.
    return "";
  }
}

/**
 * Creates the secret of the stamps at startup, so that problems show there. All processes share the first one.
 * @throws if it can't be read or created, or another process is creating it
 */
export function prepareFormSecret(dataDir: string): Buffer {
  const known = secrets.get(dataDir);
  if (known) return known;
  const secret = makeSecretFile(dataDir, FILE_NAME);
  secrets.set(dataDir, secret);
  return secret;
}
