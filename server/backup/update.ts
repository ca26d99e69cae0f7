import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { sizeInWords } from "../../app/copy/panel/backups.ts";
import { recordBackup } from "../../app/features/backups/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Connection, Database } from "../../app/platform/database/database.server.ts";
import { countKnownMigrations, readTables } from "../../app/platform/database/schema.server.ts";
import { showProgress } from "../start-progress.ts";
import { StartRefused } from "../start-refused.ts";
import { writeBackup } from "./backup.ts";
import { connect } from "./connect.ts";
import { backedUpTables } from "./format.ts";
import { checkBackup } from "./read.ts";

/** A backup made before an update. The table that records backups may not exist yet. */
export type Saved = { file: string; bytes: number; made_at: Date };

/**
 * Backs up the site before an update. A retry replaces the previous try's backup, to avoid filling the disk.
 * @param seen how many migrations the database has applied
 * @returns null if there's nothing to save, or backups are off
 * @throws StartRefused if the backup fails
 */
export async function backUpBeforeUpdate(
  connection: Connection,
  { backupDir, dataDir, databaseUrl }: Config,
  seen: number,
): Promise<Saved | null> {
  if (!backupDir || !(await hasRows(connection))) return null;
  const made_at = new Date();
  // Other sites may use the same folder.
  const site = createHash("sha256").update(`${databaseUrl}\0${dataDir}`).digest("hex").slice(0, 8);
  const file = path.join(backupDir, `before-update-${seen}-to-${countKnownMigrations()}-${site}.backup`);
  try {
    // Updates don't touch images in a bucket, so they're left out.
    await writeBackup(connection, dataDir, file);
    await checkBackup(file);
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0];
    throw new StartRefused(
      `BACKUP_DIR=${backupDir}: the site couldn't be backed up before the database update (${reason}). Free up space, or set BACKUP_DIR to another folder. With BACKUP_DIR=off, the update runs without a backup.`,
    );
  }
  const bytes = fs.statSync(file).size;
  showProgress(`Backed up the site before the update to ${file} (${sizeInWords(bytes)})`);
  return { file, bytes, made_at };
}

/** Records a backup, which the worker then tests and manages. */
export async function recordSaved(db: Database, { file, bytes, made_at }: Saved): Promise<void> {
  await recordBackup(db, { kind: "update", state: "new", file, bytes, made_at });
}

async function hasRows(connection: Connection): Promise<boolean> {
  const client = await connect(connection);
  try {
    const any = backedUpTables(await readTables(client)).map(
      ({ name }) => `exists (select from ${pg.escapeIdentifier(name)})`,
    );
    const { rows } = await client.query<{ found: boolean }>(`select ${any.join(" or ")} as found`);
    return rows[0]!.found;
  } finally {
    await client.end();
  }
}
