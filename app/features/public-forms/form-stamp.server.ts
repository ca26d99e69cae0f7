// A signed timestamp in each public form, which says when its page was rendered.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const FILE_NAME = "form-secret";
const SECRET_BYTES = 32;
const SIGNATURE_CHARS = 22;
/** A secret that's still incomplete after this time never will be: its process was killed while writing. */
const HALF_WRITTEN_MS = 60_000;

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

/** A stamp's age in milliseconds; null if it's missing or not ours. */
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
 * The secret of the stamps, created at startup, so that problems show there. All processes share the first one.
 * @throws if it can't be read or created, or another process is creating it
 */
export function prepareFormSecret(dataDir: string): Buffer {
  const known = secrets.get(dataDir);
  if (known) return known;
  const file = path.join(dataDir, FILE_NAME);
  fs.mkdirSync(dataDir, { recursive: true });
  // Neither linked nor renamed into place: network file systems may not support links, and a rename replaces what's
  // there.
  if (!fs.existsSync(file)) writeNew(file);
  let secret = fs.readFileSync(file);
  if (secret.length < SECRET_BYTES) {
    if (Date.now() - fs.statSync(file).mtimeMs < HALF_WRITTEN_MS) throw new Error(`${file} is being written`);
    fs.rmSync(file);
    writeNew(file);
    secret = fs.readFileSync(file);
  }
  secrets.set(dataDir, secret);
  return secret;
}

function writeNew(file: string) {
  try {
    fs.writeFileSync(file, randomBytes(SECRET_BYTES), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
