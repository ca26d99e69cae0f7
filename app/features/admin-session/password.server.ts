// The control panel's one password (SPEC 6, decision 0035.1): where it comes from, and whether a typed one is right.
import { randomInt } from "node:crypto";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { eq, ne } from "drizzle-orm";
import type { Config } from "../../platform/config.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import { forgetOtherBrowsers } from "./known-browser.server.ts";
import { hashPassword, isOutdated, isPasswordOf, type Lane } from "./password-hash.server.ts";
import { PASSWORD_CHARS_MIN } from "./rules.ts";
import { admin_credentials, admin_sessions } from "./table.server.ts";

const FILE_NAME = "admin-password";

/** The stored hash, null before the first start made one. */
export async function findPasswordHash(db: Database): Promise<string | null> {
  const [row] = await db.select({ hash: admin_credentials.password_hash }).from(admin_credentials);
  return row?.hash ?? null;
}

/**
 * Whether this is the password of the panel. Costs the same time whether it is or not, but that a right one is hashed
 * anew where the cost of hashes has changed since.
 * @param lane where the check waits for its turn
 */
export async function isAdminPassword(db: Database, password: string, lane: Lane = "open"): Promise<boolean> {
  const hash = await findPasswordHash(db);
  if (hash === null || !(await isPasswordOf(password, hash, lane))) return false;
  if (isOutdated(hash)) await renewHash(db, password, hash);
  return true;
}

/** The same password at the present cost; not over one that was changed meanwhile. */
async function renewHash(db: Database, password: string, outdated: string) {
  await db
    .update(admin_credentials)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(admin_credentials.password_hash, outdated));
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
    if (adminPassword.length < PASSWORD_CHARS_MIN)
      log.warn(`ADMIN_PASSWORD has fewer than ${PASSWORD_CHARS_MIN} characters: it's easy to guess.`);
    if (!(await isAdminPassword(db, adminPassword))) {
      const sessions = await replacePassword(db, adminPassword);
      if (stored !== null)
        await recordEvent(db, "password.changed", { by: "environment", sessions: sessions });
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
 * Replaces the password by one that the owner chose, and ends every session but the one that asks; the place that other
 * browsers had at the login goes too. The file with the password that was made at the first start goes: it would send
 * its reader to a closed door.
 * @param keep.session id of the session that stays, from `sessionIdOf`
 * @param keep.browser id of the browser that stays known, from `findKnownBrowser`
 * @returns how many other browsers were logged out
 * @throws on a database fault; the old password then holds
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
 * @param keep absent where no browser asks: known ones then stay so, since the way past an attack must not go with the
 *   password that the attack made the operator change
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
    return ended.rowCount ?? 0;
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
