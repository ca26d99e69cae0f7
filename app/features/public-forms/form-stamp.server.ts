// Each public form carries a signed timestamp of when its page was rendered.
import { createHmac, timingSafeEqual } from "node:crypto";
import { makeSecretFile } from "../../platform/secret-file.server.ts";

const FILE_NAME = "form-secret";
const SIGNATURE_CHARS = 22;

const secrets = new Map<string, Buffer>();

/**
 * Returns a new stamp, or "" if the secret can't be read or created. Stamps never expire, because pages are
 * cached and tabs stay open for days.
 */
export function stampForm(dataDir: string, now = Date.now()): string {
  const time = now.toString(36);
  const signature = sign(dataDir, time);
  return signature && `${time}.${signature}`;
}

/** Returns a stamp's age in milliseconds, or null if the stamp is missing or forged. */
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
    // Already reported at startup. The next call tries again.
    return "";
  }
}

/**
 * Returns the secret, which all processes share. Called at startup to surface problems early.
 * @throws if the secret can't be read or created, or another process is creating it
 */
export function prepareFormSecret(dataDir: string): Buffer {
  const known = secrets.get(dataDir);
  if (known) return known;
  const secret = makeSecretFile(dataDir, FILE_NAME);
  secrets.set(dataDir, secret);
  return secret;
}
