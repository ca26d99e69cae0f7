// Secrets in files of DATA_DIR: never in the database, so that a copy of one is useless without the other.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const SECRET_BYTES = 32;
/** A secret that's still incomplete after this time never will be: its process was killed while writing. */
const HALF_WRITTEN_MS = 60_000;

/** Returns a stored secret; null if it doesn't exist, is incomplete or can't be read. */
export function findSecretFile(dataDir: string, name: string): Buffer | null {
  try {
    const secret = fs.readFileSync(path.join(dataDir, name));
    return secret.length < SECRET_BYTES ? null : secret;
  } catch {
    return null;
  }
}

/**
 * Returns a secret of 32 random bytes (mode 0600), created on first use. All processes share the first one.
 * @throws if it can't be read or created, or another process is creating it
 */
export function makeSecretFile(dataDir: string, name: string): Buffer {
  const file = path.join(dataDir, name);
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
  return secret;
}

function writeNew(file: string) {
  try {
    fs.writeFileSync(file, randomBytes(SECRET_BYTES), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Named after the first secret that it encrypted, the mail password (CONTRACT). */
const KEY_FILE = "mail-key";

/**
 * Returns the key of secrets that are stored encrypted in the database. It's in DATA_DIR and in no backup, so that a
 * copy of the database doesn't reveal them.
 * @returns null if there's none yet
 */
export const findEncryptionKey = (dataDir: string): Buffer | null =>
  findSecretFile(dataDir, KEY_FILE)?.subarray(0, SECRET_BYTES) ?? null;

/** Does the same and creates the key on first use. @throws as `makeSecretFile` */
export const makeEncryptionKey = (dataDir: string): Buffer =>
  makeSecretFile(dataDir, KEY_FILE).subarray(0, SECRET_BYTES);
