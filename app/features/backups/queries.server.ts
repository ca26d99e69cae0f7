import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { backups } from "./table.server.ts";

export type Backup = typeof backups.$inferSelect;

/** Returns all backups, newest first. There are only a few dozen. */
export const listBackups = (db: Database): Promise<Backup[]> =>
  db.select().from(backups).orderBy(desc(backups.made_at), backups.id);

/** Records that backups are due from now on. Later calls do nothing. */
export async function beginBackups(db: Database): Promise<void> {
  await db.execute(sql`
    insert into ${backups} (kind, state) select 'begun', 'none' where not exists (select from ${backups})`);
}

/** Records a backup, replacing failures and any backup with the same file. */
export async function recordBackup(
  db: Database,
  backup: Omit<typeof backups.$inferInsert, "id">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const replaced = backup.file ? eq(backups.file, backup.file) : undefined;
    await tx.delete(backups).where(or(eq(backups.state, "failed"), replaced));
    await tx.insert(backups).values(backup);
  });
}

/** Stores the result of checking a new backup. */
export async function recordBackupCheck(
  db: Database,
  id: string,
  found: Pick<Backup, "state" | "detail">,
): Promise<void> {
  await db
    .update(backups)
    .set(found)
    .where(and(eq(backups.id, id), eq(backups.state, "new")));
}

export async function purgeBackups(db: Database, ids: string[]): Promise<void> {
  await db.delete(backups).where(inArray(backups.id, ids));
}
