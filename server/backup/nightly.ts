import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import {
  type Backup,
  listBackups,
  purgeBackups,
  recordBackup,
  recordBackupCheck,
} from "../../app/features/backups/queries.server.ts";
import { findSuperseded } from "../../app/features/backups/schedule.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { isNightlyDue } from "../../app/platform/time/nightly.ts";
import { PART, saveWith } from "./backup.ts";
import { elsewhere } from "./images.ts";
import { verifyBackup } from "./proof.ts";
import { checkBackup } from "./read.ts";
import { NoRoom } from "./room.ts";

const OWN_NAME = /^(nightly-[\dTZ-]+|before-update-\d+-to-\d+)-[0-9a-f]{8}\.backup$/;
/** Longer than any backup takes. */
const BROKEN_OFF_MS = 6 * 60 * 60 * 1000;
/** Backups in another folder or on another machine can't be checked, so their records expire. */
const ELSEWHERE_MS = 90 * 24 * 60 * 60 * 1000;
/** This lock lets only one machine make the backup. */
const BACKUP_LOCK = 7_351_402_120;
const DETAIL_CHARS = 300;

/** The name is unique even if several sites share a folder. */
function newBackupFile(folder: string, now: Date): string {
  const moment = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return path.join(folder, `nightly-${moment}Z-${randomBytes(4).toString("hex")}.backup`);
}

/**
 * Returns whether the nightly backup is due, and which backups need a test restore.
 * @param known the result of `listBackups`
 */
export function findWork(known: Backup[], timeZone: string): { toProve: Backup[]; isDue: boolean } {
  const toProve = known.filter(({ state, file }) => state === "new" && fs.existsSync(file));
  // A failed backup is retried within an hour. Making an unusable backup takes as long as making a good one, so it's
  // retried only the next night.
  const [last] = known.filter(({ state }) => state !== "failed");
  const isDue = last && isNightlyDue(last.made_at, new Date(), timeZone, last.kind === "begun");
  return { toProve, isDue: Boolean(isDue) };
}

/**
 * Makes the nightly backup if it's due, tests untested backups, and deletes old ones, on one machine at a time.
 * @param connect opens a connection; not called again until that connection has been closed
 */
export async function backUpIfDue(connect: () => Promise<pg.Client>, config: Config): Promise<void> {
  const folder = config.backupDir;
  if (!folder) return;
  let client = await connect();
  try {
    const lock = "select pg_try_advisory_lock($1) as taken";
    const { rows } = await client.query<{ taken: boolean }>(lock, [BACKUP_LOCK]);
    if (!rows[0]!.taken) return;
    const { time_zone } = await readSettings(drizzle(client));
    // Another machine may have just made the backup.
    if (findWork(await listBackups(drizzle(client)), time_zone).isDue) {
      const { row, error } = await save(client, config, folder);
      if (error) {
        await client.end();
        client = await connect();
      }
      await recordBackup(drizzle(client), row);
    }
    const { toProve } = findWork(await listBackups(drizzle(client)), time_zone);
    for (const { id, file } of toProve) {
      const found = await prove(file, config.dataDir);
      logProof(file, found);
      await recordBackupCheck(drizzle(client), id, found);
    }
    await removeSuperseded(drizzle(client), folder, time_zone);
  } finally {
    await client.end();
  }
}

/** Makes a backup. Returns the row to record, and any error. After an error, close the connection. */
async function save(client: pg.Client, config: Config, folder: string) {
  const made_at = new Date();
  const file = newBackupFile(folder, made_at);
  const kind = "nightly" as const;
  removeBrokenOff(folder);
  process.once("exit", () => removeQuietly(file + PART));
  try {
    await saveWith(client, config.dataDir, file, elsewhere(config));
    // If this process ends before the test restore, a later process runs it.
    return { row: { kind, made_at, file, state: "new" as const, bytes: fs.statSync(file).size } };
  } catch (error) {
    const found = failure(error as Error, folder);
    logProof(file, found);
    return { row: { kind, made_at, ...found }, error };
  }
}

export type Found = Pick<Backup, "state" | "trouble" | "detail" | "bytes">;

async function prove(file: string, dataDir: string): Promise<Found> {
  const found = { trouble: null, bytes: fs.statSync(file).size };
  try {
    const backup = await checkBackup(file);
    const proof = await verifyBackup(backup, dataDir, log);
    if (!proof.isRestored) return { ...found, state: "read", detail: short(proof.why) };
    const { unread = [] } = backup.end;
    const detail = unread.length ? `Files that couldn't be read: ${unread.join(", ")}` : "";
    return { ...found, state: "restored", detail: short(detail) };
  } catch (error) {
    return { ...found, state: "unfit", detail: short((error as Error).message) };
  }
}

const FULL = ["ENOSPC", "EDQUOT", "EFBIG"];

function failure(error: Error, folder: string): Found {
  const {
    code = "",
    path: where,
    severity,
    message,
  } = error as NodeJS.ErrnoException & { severity?: string };
  let trouble: Backup["trouble"] = "other";
  if (error instanceof NoRoom || FULL.includes(code)) trouble = "disk";
  else if (where?.startsWith(folder)) trouble = "folder";
  else if (severity) trouble = "database";
  return { state: "failed", trouble, detail: short(message), bytes: 0 };
}

const short = (text: string) => text.split("\n")[0]!.slice(0, DETAIL_CHARS);

function logProof(file: string, { state, trouble, detail, bytes }: Found) {
  const facts = { file, bytes, ...(trouble && { trouble }), ...(detail && { detail }) };
  if (state === "restored") log.info(facts, "A backup was created and passed a test restore");
  else if (state === "read") log.warn(facts, "A backup was created; a test restore wasn't possible");
  else if (state === "unfit") log.error(facts, "A backup was created that can't be restored");
  else log.error(facts, "The backup failed; the next try is within the hour");
}

/** Deletes superseded backups, but only this site's, because sites may share a folder. */
async function removeSuperseded(db: Database, folder: string, timeZone: string) {
  const known = (await listBackups(db)).filter(({ file }) => file);
  const isHere = ({ file }: Backup) => path.dirname(file) === folder;
  const present = known.filter((one) => isHere(one) && fs.existsSync(one.file));
  const isForgotten = (one: Backup) => isHere(one) || Date.now() - one.made_at.getTime() > ELSEWHERE_MS;
  const gone = known.filter((one) => !present.includes(one) && isForgotten(one)).map(({ id }) => id);
  const superseded = findSuperseded(present, timeZone);
  for (const { id, file } of present) {
    if (!superseded.includes(id) || !OWN_NAME.test(path.basename(file))) continue;
    try {
      fs.rmSync(file, { force: true });
      gone.push(id);
    } catch (error) {
      log.warn({ file, reason: (error as Error).message }, "An old backup couldn't be deleted");
    }
  }
  await purgeBackups(db, gone);
}

/** Errors can't be reported while the process exits. */
function removeQuietly(file: string) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // The problem with the folder has already been logged.
  }
}

/** Deletes unfinished backups that killed processes left behind. */
function removeBrokenOff(folder: string) {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of fs.readdirSync(folder)) {
      const isOwn = name.endsWith(PART) && OWN_NAME.test(name.slice(0, -PART.length));
      const file = path.join(folder, name);
      if (isOwn && Date.now() - fs.statSync(file).mtimeMs > BROKEN_OFF_MS) fs.rmSync(file, { force: true });
    }
  } catch {
    // The backup itself reports problems with the folder.
  }
}
