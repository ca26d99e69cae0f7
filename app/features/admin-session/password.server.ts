// The control panel's one password (SPEC 6, DECISIONS 1): where it comes from, and whether a typed one is right.
import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { ne } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { admin_credentials, admin_sessions } from "./table.server.ts";

/** OWASP's first choice for scrypt: 128 MiB and about a third of a second for each check. */
const COST = { logN: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const FILE_NAME = "admin-password";

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The check that runs now; the next one waits for it, so that a crowd at the door cannot take all memory. */
let running: Promise<unknown> = Promise.resolve();

function derive(password: string, salt: Buffer, { logN, r, p }: typeof COST): Promise<Buffer> {
  const N = 2 ** logN;
  const result = running.then(() =>
    // The same letters reach us composed from one keyboard and decomposed from another.
    scryptAsync(password.normalize("NFC"), salt, HASH_BYTES, { N, r, p, maxmem: 256 * N * r }),
  );
  running = result.catch(() => {});
  return result;
}

/** @returns `$scrypt$ln=17,r=8,p=1$salt$hash`, both in base64 */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return `$scrypt$ln=${COST.logN},r=${COST.r},p=${COST.p}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Whether `password` is the one that `hashPassword` made `stored` of; takes the same time either way. */
async function matches(password: string, stored: string): Promise<boolean> {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!parts) return false;
  const [, logN, r, p, salt, hash] = parts;
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt ?? "", "base64"), cost);
  const expected = Buffer.from(hash ?? "", "base64");
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

/** The stored hash, null before the first start made one. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const [row] = await db.select({ hash: admin_credentials.password_hash }).from(admin_credentials);
  return row?.hash ?? null;
}

/**
 * Whether this is the password of the panel. Costs the same time whether it is or not.
 * @throws on a database fault
 */
export async function isAdminPassword(db: Database, password: string): Promise<boolean> {
  const hash = await findPasswordHash(db);
  return hash !== null && (await matches(password, hash));
}

/**
 * Sees to it that the panel has its password (CONTRACT, `ADMIN_PASSWORD`). A value in the environment is always
 * the password: where it differs from the stored one it replaces it and ends every session. Unset, the first start
 * makes one and keeps it in `DATA_DIR/admin-password` (mode 0600); a file that is already there is used for an
 * empty database.
 * @returns `shown`: the password that was made just now, to be shown once
 * @throws on a database fault, or where `DATA_DIR` cannot be written
 */
export async function ensureAdminPassword(
  db: Database,
  { adminPassword, dataDir }: Pick<Config, "adminPassword" | "dataDir">,
): Promise<{ shown?: string }> {
  const stored = await findPasswordHash(db);
  const file = path.join(dataDir, FILE_NAME);
  if (adminPassword !== undefined) {
    if (stored === null || !(await matches(adminPassword, stored))) {
      await replacePassword(db, adminPassword);
      // A file that says otherwise would send its reader to a closed door.
      await rm(file, { force: true });
    }
    return {};
  }
  if (stored !== null) return {};

  const kept = await readPasswordFile(file);
  const password = kept ?? makePassword();
  if (kept === null) await writePasswordFile(file, password);
  const added = await db
    .insert(admin_credentials)
    .values({ password_hash: await hashPassword(password) })
    .onConflictDoNothing();
  if (kept !== null) return {};
  if (!added.rowCount) {
    // Another machine on the same database was quicker: its password is the one that counts.
    await rm(file, { force: true });
    return {};
  }
  return { shown: password };
}

/**
 * Replaces the password by one that the owner chose, and ends every session but the one that asks. The file with the
 * password that was made at the first start goes: it would send its reader to a closed door.
 * @param keep id of the session that stays, from `sessionIdOf`
 * @throws on a database fault; the old password then holds
 */
export async function changeAdminPassword(
  db: Database,
  password: string,
  { dataDir, keep }: Pick<Config, "dataDir"> & { keep: string | null },
): Promise<void> {
  await replacePassword(db, password, keep);
  await rm(path.join(dataDir, FILE_NAME), { force: true });
}

async function replacePassword(db: Database, password: string, keep: string | null = null) {
  const password_hash = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx
      .insert(admin_credentials)
      .values({ password_hash })
      .onConflictDoUpdate({ target: admin_credentials.only, set: { password_hash, updated_at: new Date() } });
    await tx.delete(admin_sessions).where(keep === null ? undefined : ne(admin_sessions.id_hash, keep));
  });
}

/** Without letters and digits that are easily taken for one another. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Five groups of four, about 99 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}

/** The file's first line, null where there is no file or nothing in it. */
async function readPasswordFile(file: string): Promise<string | null> {
  try {
    const line = (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
    return line.trim() === "" ? null : line;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** On the disk before the database knows of it: the other way round a crash would lose the only copy. */
async function writePasswordFile(file: string, password: string) {
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${password}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
