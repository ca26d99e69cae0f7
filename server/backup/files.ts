import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, gunzipSync } from "node:zlib";
import { BackupRefused, CONTENTS } from "./format.ts";

/**
 * Never backed up: the database, locks, generated images, scratch databases, and the key that decrypts the mail
 * password. Ignores case, as some file systems do.
 */
const NOT_FILES =
  /^(postgres(\.new|\.log|\.libraries|\.proof-.*|-password)?|site\.(lock|lock-journal|pid)|share-images|workers|mail-key)$/isu;

/** These files are generated or fetched again after a restore. */
const REMADE = /^(uploads[/\\](tmp|variants|cache)|imports)([/\\]|$)/isu;
/** Original images are named by their hash. */
const ORIGINALS = "uploads/originals/";

/** Backups never contain earlier backups. */
const BACKUPS = "backups";
/** File systems keep recovered files here, unreadable to most users. */
const LOST_AND_FOUND = "lost+found";

/** Returns DATA_DIR's entries that block a restore. */
export function unexpectedEntries(dataDir: string, backupDir: string | null): string[] {
  if (!fs.existsSync(dataDir)) return [];
  const inside = backupDir ? path.relative(dataDir, backupDir).split(path.sep)[0] : undefined;
  return fs.readdirSync(dataDir).filter((name) => name !== LOST_AND_FOUND && name !== inside);
}

/**
 * Returns the files to back up, as relative paths with forward slashes. `unread` lists unreadable files and symbolic
 * links.
 */
export function listFiles(dataDir: string): { files: string[]; bytes: number; unread: string[] } {
  const found = { files: [] as string[], bytes: 0, unread: [] as string[] };
  const walk = (folder: string) => {
    for (const entry of fs.readdirSync(path.join(dataDir, folder), { withFileTypes: true })) {
      const name = folder ? `${folder}/${entry.name}` : entry.name;
      if (!folder && (NOT_FILES.test(name) || name === LOST_AND_FOUND || name === BACKUPS)) continue;
      if (REMADE.test(name)) continue;
      try {
        if (entry.isDirectory()) walk(name);
        else if (entry.isSymbolicLink()) found.unread.push(name);
        else if (entry.isFile() && (name.startsWith(ORIGINALS) || !isBackup(path.join(dataDir, name)))) {
          found.bytes += fs.statSync(path.join(dataDir, name)).size;
          found.files.push(name);
        }
      } catch (error) {
        if (!isGone(error)) found.unread.push(name);
      }
    }
  };
  if (fs.existsSync(dataDir)) walk("");
  found.files.sort();
  return found;
}

export const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Enough bytes to unpack the first entry's name. */
const HEAD_BYTES = 4096;

/** Returns whether a file is a backup, even an incomplete one. */
function isBackup(file: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  const opened = fs.openSync(file, "r");
  let bytes: number;
  try {
    bytes = fs.readSync(opened, head);
  } finally {
    fs.closeSync(opened);
  }
  try {
    // Z_SYNC_FLUSH accepts the truncated archive.
    const unpacked = gunzipSync(head.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString("latin1").startsWith(`${CONTENTS}\0`);
  } catch {
    return false;
  }
}

/**
 * Returns the path for a file from a backup.
 * @param name may be malicious
 * @throws BackupRefused if the path is outside DATA_DIR or never part of a backup
 */
export function placeOf(dataDir: string, name: string): string {
  const root = path.resolve(dataDir);
  const file = path.resolve(root, name);
  const inside = path.relative(root, file);
  const [first = ""] = inside.split(path.sep);
  const isOutside = !file.startsWith(root + path.sep) || name.includes("\0");
  if (isOutside || NOT_FILES.test(first) || REMADE.test(inside))
    throw new BackupRefused(`The backup contains an unexpected file: ${JSON.stringify(name)}`);
  return file;
}

/** Writes one of a backup's files. Throws BackupRefused on failure. */
export async function writeFile(dataDir: string, name: string, content: AsyncIterable<Buffer>) {
  const file = placeOf(dataDir, name);
  let fault: unknown;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const target = fs.createWriteStream(file, { mode: 0o600, flags: "wx", flush: true });
    target.on("error", (error) => {
      fault = error;
    });
    await pipeline(content, target);
  } catch (error) {
    // Errors from reading the archive already have readable messages.
    const { code, syscall } = (fault ?? error) as NodeJS.ErrnoException;
    if (!fault && !syscall) throw error;
    throw new BackupRefused(`The file ${JSON.stringify(name)} from the backup can't be written (${code}).`);
  }
}
