// Secrets in DATA_DIR. Encrypted values in a copy of the database can't be read without the key stored here.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const SECRET_BYTES = 32;
/** An incomplete secret older than this was left by a process that crashed. */
const HALF_WRITTEN_MS = 60_000;

/** Returns a secret; null if it's missing, incomplete or unreadable. */
export function findSecretFile(dataDir: string, name: string): Buffer | null {
  try {
    const secret = fs.readFileSync(path.join(dataDir, name));
    return secret.length < SECRET_BYTES ? null : secret;
  } catch {
    return null;
  }
}

/**
 * Returns a secret of 32 random bytes (mode 0600), created on first use. All processes share it.
 * @throws if the file can't be read or created, or another process is creating it
 */
export function makeSecretFile(dataDir: string, name: string): Buffer {
  const file = path.join(dataDir, name);
  fs.mkdirSync(dataDir, { recursive: true });
  // Written in place: network file systems may lack links, and a rename could replace another process's
  // secret.
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

/** Named after its first use, the mail password (CONTRACT). */
const KEY_FILE = "mail-key";

/** Returns the encryption key for secrets in the database, or null. No backup contains it. */
export const findEncryptionKey = (dataDir: string): Buffer | null =>
  findSecretFile(dataDir, KEY_FILE)?.subarray(0, SECRET_BYTES) ?? null;

/**
 * Like `findEncryptionKey`, but creates the key on first use.
 * @throws like `makeSecretFile`
 */
export const makeEncryptionKey = (dataDir: string): Buffer =>
  makeSecretFile(dataDir, KEY_FILE).subarray(0, SECRET_BYTES);
