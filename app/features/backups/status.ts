// How the site's backups stand, for the owner.
import type { Backup } from "./queries.server.ts";

/** A night that failed, and the day after it. */
const LATE_MS = 36 * 3_600_000;

/**
 * `fresh`: none yet, and none is overdue. `good`: the last one is. `late`: none within 36 hours. `failed`: the last
 * one could not be made. `unfit`: it was made and could not be restored. `good` is the last good one, if any.
 */
export type BackupStatus = {
  is: "fresh" | "late" | "good" | "failed" | "unfit";
  last: Backup | null;
  good: Backup | null;
};

/** @param backups as `listBackups` has them */
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
