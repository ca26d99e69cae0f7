// Which of DATA_DIR's files a backup holds, and where a restore may write them.
import fs from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, gunzipSync } from "node:zlib";
import { BackupRefused, CONTENTS } from "./format.ts";

/**
 * Entries of DATA_DIR that don't belong in a backup: the database and its log, locks, images that are drawn again, the
 * scratch databases of test restores, and the key of the mail password, whose encrypted form is in the tables. Matched
 * as loosely as file systems compare names.
 */
const NOT_FILES =
  /^(postgres(\.new|\.log|\.libraries|\.proof-.*|-password)?|site\.(lock|lock-journal|pid)|share-images|workers|mail-key)$/isu;

/** A backup holds only the originals of your images; the rest is generated or fetched again. */
const REMADE = /^(uploads[/\\](tmp|variants|cache)|imports)([/\\]|$)/isu;
/** These files are named by their bytes, and are images. */
const ORIGINALS = "uploads/originals/";

/** The default backup folder: anything else that you put there isn't backed up either. */
const BACKUPS = "backups";
/** Files recovered by the file system after a crash: at the root of a volume, unreadable to most users. */
const LOST_AND_FOUND = "lost+found";

/** Returns the entries that block a restore: all but the volume's own and the backups themselves. */
export function unexpectedEntries(dataDir: string, backupDir: string | null): string[] {
  if (!fs.existsSync(dataDir)) return [];
  const inside = backupDir ? path.relative(dataDir, backupDir).split(path.sep)[0] : undefined;
  return fs.readdirSync(dataDir).filter((name) => name !== LOST_AND_FOUND && name !== inside);
}

/**
 * Returns the files of DATA_DIR that belong in a backup, as relative paths with forward slashes, without earlier
 * backups. Files that disappear in the meantime are left out; `unread` lists those that can't be read or are symbolic
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

/** Enough bytes of a file to unpack its first entry's name. */
const HEAD_BYTES = 4096;

/** Returns whether a file is a backup, complete or not, whatever its name. */
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
    // Z_SYNC_FLUSH, because this is only the beginning of the archive.
    const unpacked = gunzipSync(head.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH });
    return unpacked.toString("latin1").startsWith(`${CONTENTS}\0`);
  } catch {
    return false;
  }
}

/**
 * Returns where a file from a backup belongs.
 * @param name as the backup has it; it may be malicious
 * @throws BackupRefused if that's outside of DATA_DIR or something that a backup never holds, such as the database
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

/**
 * Writes one of a backup's files.
 * @throws BackupRefused if that fails
 */
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
    // Errors of the archive itself already have their reader's message.
    const { code, syscall } = (fault ?? error) as NodeJS.ErrnoException;
    if (!fault && !syscall) throw error;
    throw new BackupRefused(`The file ${JSON.stringify(name)} from the backup can't be written (${code}).`);
  }
}
