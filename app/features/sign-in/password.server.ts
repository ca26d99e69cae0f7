// The site's password (SPEC 6, decision 0035.1).
import { randomInt } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { eq, ne } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { endShortcuts } from "./factors.server.ts";
import { forgetOtherBrowsers } from "./known-browser.server.ts";
import { hashPassword, isOutdated, isPasswordOf, type Lane } from "./password-hash.server.ts";
import { PASSWORD_CHARS_MIN } from "./password-rules.ts";
import { admin_credentials, admin_sessions } from "./table.server.ts";

const FILE_NAME = "admin-password";

/** Returns the stored hash, or null before the first start. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const [row] = await db.select({ hash: admin_credentials.password_hash }).from(admin_credentials);
  return row?.hash ?? null;
}

/**
 * Returns whether this is the site's password. Compares in constant time, and rehashes a correct password if its
 * hash is outdated.
 */
export async function isAdminPassword(db: Database, password: string, lane: Lane = "open"): Promise<boolean> {
  const hash = await findPasswordHash(db);
  if (hash === null || !(await isPasswordOf(password, hash, lane))) return false;
  if (isOutdated(hash)) await renewHash(db, password, hash);
  return true;
}

/** Rehashes the password, unless it has changed in the meantime. */
async function renewHash(db: Database, password: string, outdated: string) {
  await db
    .update(admin_credentials)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(admin_credentials.password_hash, outdated));
}

/**
 * Sets the site's password at startup (CONTRACT, `ADMIN_PASSWORD`). A new value in the environment replaces
 * the stored password and ends all sessions. If neither exists, the password comes from
 * `DATA_DIR/admin-password`, which is generated if missing (mode 0600).
 * @returns `shown`: the generated password, to be displayed once
 * @throws on a database error, or if `DATA_DIR` isn't writable
 */
export async function ensureAdminPassword(
  db: Database,
  { adminPassword, dataDir }: Pick<Config, "adminPassword" | "dataDir">,
): Promise<{ shown?: string }> {
  const stored = await findPasswordHash(db);
  const file = path.join(dataDir, FILE_NAME);
  if (adminPassword !== undefined) {
    if (adminPassword.length < PASSWORD_CHARS_MIN)
      log.warn(`ADMIN_PASSWORD has fewer than ${PASSWORD_CHARS_MIN} characters: it's easy to guess.`);
    if (!(await isAdminPassword(db, adminPassword))) {
      const sessions = await replacePassword(db, adminPassword);
      if (stored !== null)
        await recordEvent(db, "password.changed", { by: "environment", sessions: sessions });
      // The file contains the old password.
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
    // Another machine stored its password first.
    await rm(file, { force: true });
    return {};
  }
  return { shown: password };
}

/**
 * Changes the password, ends other sessions, forgets other browsers, and deletes the generated password's
 * file.
 * @param keep.session from `sessionIdOf`
 * @param keep.browser from `findKnownBrowser`
 * @returns the number of sessions ended
 * @throws on a database error, before any change
 */
export async function changeAdminPassword(
  db: Database,
  password: string,
  { dataDir }: Pick<Config, "dataDir">,
  keep: { session: string | null; browser: string | null },
): Promise<number> {
  const sessions = await replacePassword(db, password, keep);
  // An error is only logged, because the new password is already in effect and the one in the file is useless.
  await rm(path.join(dataDir, FILE_NAME), { force: true }).catch((error: NodeJS.ErrnoException) =>
    log.warn({ code: error.code }, `The old password's file, ${FILE_NAME} in DATA_DIR, couldn't be deleted`),
  );
  return sessions;
}

/**
 * @param keep undefined if the operator sets the password, perhaps during an attack: all browsers stay known, so
 * the attack can't lock the owner out
 */
async function replacePassword(
  db: Database,
  password: string,
  keep?: { session: string | null; browser: string | null },
) {
  const password_hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await tx
      .insert(admin_credentials)
      .values({ password_hash })
      .onConflictDoUpdate({ target: admin_credentials.only, set: { password_hash, updated_at: new Date() } });
    const session = keep?.session ?? null;
    const ended = await tx
      .delete(admin_sessions)
      .where(session === null ? undefined : ne(admin_sessions.id_hash, session));
    if (keep) await forgetOtherBrowsers(tx, keep.browser);
    await endShortcuts(tx, null);
    return ended.rowCount ?? 0;
  });
}

/** Excludes characters that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Returns a password with about 99 bits of entropy. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}

async function readPasswordFile(file: string): Promise<string | null> {
  try {
    const line = (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
    return line.trim() === "" ? null : line;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Call this before updating the database, or a crash could lose the only copy. */
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
