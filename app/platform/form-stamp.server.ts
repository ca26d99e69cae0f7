// A signed time stamp in each public form: says when its page was made, and cannot be made up.
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const FILE_NAME = "form-secret";
const SECRET_BYTES = 32;
const SIGNATURE_CHARS = 22;

const secrets = new Map<string, Buffer>();

/**
 * A stamp for a form that is made now. It stays valid as long as the secret in `DATA_DIR/form-secret`: pages may be
 * cached, and tabs come back after days.
 */
export function stampForm(dataDir: string, now = Date.now()): string {
  const time = now.toString(36);
  return `${time}.${sign(dataDir, time)}`;
}

/** The age of a stamp in milliseconds, null where it is missing or not one of ours. */
export function ageOfStamp(dataDir: string, stamp: string, now = Date.now()): number | null {
  const [time = "", signature = ""] = stamp.split(".");
  const expected = Buffer.from(sign(dataDir, time));
  const given = Buffer.from(signature);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return now - Number.parseInt(time, 36);
}

const sign = (dataDir: string, time: string) =>
  createHmac("sha256", secretOf(dataDir)).update(time).digest("base64url").slice(0, SIGNATURE_CHARS);

/** All processes of a site share the secret; the first one that needs it makes it. */
function secretOf(dataDir: string): Buffer {
  const known = secrets.get(dataDir);
  if (known) return known;
  const file = path.join(dataDir, FILE_NAME);
  if (!fs.existsSync(file)) {
    // Linked into place whole: another process never reads half of it, and the first one's stays.
    const draft = `${file}.${randomUUID()}`;
    fs.mkdirSync(dataDir, { recursive: true });
    fs.writeFileSync(draft, randomBytes(SECRET_BYTES), { mode: 0o600 });
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(draft, { force: true });
    }
  }
  const secret = fs.readFileSync(file);
  secrets.set(dataDir, secret);
  return secret;
}
