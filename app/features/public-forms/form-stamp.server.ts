// A signed time stamp in each public form: says when its page was made, and cannot be made up.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const FILE_NAME = "form-secret";
const SECRET_BYTES = 32;
const SIGNATURE_CHARS = 22;
/** A secret that is still too short after so long will never be whole: its process was killed while it wrote it. */
const HALF_WRITTEN_MS = 60_000;

const secrets = new Map<string, Buffer>();

/**
 * A stamp for a form that is made now. It stays valid as long as the secret in `DATA_DIR/form-secret`: pages may be
 * cached, and tabs come back after days.
 * @returns "" where the secret can neither be read nor made: a page without a stamp is better than none
 */
export function stampForm(dataDir: string, now = Date.now()): string {
  const time = now.toString(36);
  const signature = sign(dataDir, time);
  return signature && `${time}.${signature}`;
}

/** The age of a stamp in milliseconds, null where it is missing or not one of ours. */
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
    // Told at the start. Asked for again with the next page: a full disk has room again some day.
    return "";
  }
}

/**
 * The secret of a site's stamps, made where there is none yet: at the start, so that trouble shows there. All
 * processes share the one that was made first.
 * @throws where it can neither be read nor made, or another process is just making it
 */
export function prepareFormSecret(dataDir: string): Buffer {
  const known = secrets.get(dataDir);
  if (known) return known;
  const file = path.join(dataDir, FILE_NAME);
  fs.mkdirSync(dataDir, { recursive: true });
  // Not linked or renamed into place: network file systems may know no links, and a rename replaces what is there.
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
