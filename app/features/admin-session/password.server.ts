// The control panel's one password (SPEC 6, decision 0035.1): creates, checks and changes it.
import { randomInt } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { eq, ne } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { endShortcuts } from "../sign-in-factors/factors.server.ts";
import { forgetOtherBrowsers } from "./known-browser.server.ts";
import { hashPassword, isOutdated, isPasswordOf, type Lane } from "./password-hash.server.ts";
import { PASSWORD_CHARS_MIN } from "./rules.ts";
import { admin_credentials, admin_sessions } from "./table.server.ts";

const FILE_NAME = "admin-password";

/** Returns the stored hash, or null before the first start. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const [row] = await db.select({ hash: admin_credentials.password_hash }).from(admin_credentials);
  return row?.hash ?? null;
}

/**
 * Returns whether this is the panel's password. Takes the same time either way, except that a correct password is
 * rehashed if its hash has outdated parameters.
 * @param lane queue of the check
 */
export async function isAdminPassword(db: Database, password: string, lane: Lane = "open"): Promise<boolean> {
  const hash = await findPasswordHash(db);
  if (hash === null || !(await isPasswordOf(password, hash, lane))) return false;
  if (isOutdated(hash)) await renewHash(db, password, hash);
  return true;
}

/** Rehashes the password with the current parameters, unless it has been changed since then. */
async function renewHash(db: Database, password: string, outdated: string) {
  await db
    .update(admin_credentials)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(admin_credentials.password_hash, outdated));
}

/**
 * Makes sure that the panel has a password (CONTRACT, `ADMIN_PASSWORD`). A value in the environment always wins: if it
 * differs from the stored one, it replaces that and ends every session. If it's unset, the first start generates a
 * password and stores it in `DATA_DIR/admin-password` (mode 0600). An existing file is used if the database is empty.
 * @returns `shown`: a newly generated password, to be shown once
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
      // Otherwise the file would have a password that no longer works.
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
    // Another machine on the same database was faster, so its password counts.
    await rm(file, { force: true });
    return {};
  }
  return { shown: password };
}

/**
 * Replaces the password with one that the owner chose. Ends all other sessions, forgets other known browsers, and
 * deletes the file with the generated password, which no longer works.
 * @param keep.session id of the session to keep, from `sessionIdOf`
 * @param keep.browser id of the browser to keep known, from `findKnownBrowser`
 * @returns how many other browsers were signed out
 * @throws on a database error; the old password then stays valid
 */
export async function changeAdminPassword(
  db: Database,
  password: string,
  { dataDir }: Pick<Config, "dataDir">,
  keep: { session: string | null; browser: string | null },
): Promise<number> {
  const sessions = await replacePassword(db, password, keep);
  await rm(path.join(dataDir, FILE_NAME), { force: true });
  return sessions;
}

/**
 * @param keep undefined if the operator changed it: known browsers then stay known, since an attack that forces a
 * password change must not lock the owner out
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

/** Without characters that are easily confused. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

/** Creates a password of five groups of four characters, about 99 bits. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  return Array.from({ length: 5 }, group).join("-");
}

/** Returns the file's first line, or null if there's no file or it's empty. */
async function readPasswordFile(file: string): Promise<string | null> {
  try {
    const line = (await readFile(file, "utf8")).split(/\r?\n/, 1)[0] ?? "";
    return line.trim() === "" ? null : line;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Writes the file, which is synced before the database is updated. In the reverse order, a crash could lose the
 * only copy.
 */
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
