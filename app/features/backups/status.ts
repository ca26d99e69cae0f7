import type { Backup } from "./queries.server.ts";

/** Allows one failed night and the following day. */
const LATE_MS = 36 * 3_600_000;

/**
 * `fresh`: no backup is due yet. `late`: no usable backup in 36 hours. `failed` or `unfit`: the last one wasn't
 * created or can't be restored. The property `good` is the last usable backup.
 */
export type BackupStatus = {
  is: "fresh" | "late" | "good" | "failed" | "unfit";
  last: Backup | null;
  good: Backup | null;
};

/** Returns whether a backup was made or failed recently. With BACKUP_DIR=off, another machine may make them. */
export const hasRecentBackup = (backups: Backup[], now: Date): boolean =>
  backups.some(({ kind, made_at }) => kind !== "begun" && now.getTime() - made_at.getTime() <= LATE_MS);

/**
 * Returns the state of the site's backups.
 * @param backups from `listBackups`
 */
export function backupStatusOf(backups: Backup[], now: Date): BackupStatus {
  const made = backups.filter(({ kind }) => kind !== "begun");
  const [last = null] = made;
  const good = made.find(({ state }) => state !== "failed" && state !== "unfit") ?? null;
  const since = good?.made_at ?? backups.find(({ kind }) => kind === "begun")?.made_at ?? now;
  const isLate = now.getTime() - since.getTime() > LATE_MS;
  const found = { last, good };
  if (last?.state === "failed" || last?.state === "unfit") return { is: last.state, ...found };
  if (isLate) return { is: "late", ...found };
  return { is: good ? "good" : "fresh", ...found };
}
