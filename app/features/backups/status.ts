// The state of the site's backups, for the owner.
import type { Backup } from "./queries.server.ts";

/** One failed night and the day after it. */
const LATE_MS = 36 * 3_600_000;

/**
 * `fresh`: none yet, and none is overdue. `good`: the last one is fine. `late`: none within 36 hours. `failed`: the
 * last one couldn't be created. `unfit`: it was created but can't be restored. The property `good` is the last usable
 * backup, if any.
 */
export type BackupStatus = {
  is: "fresh" | "late" | "good" | "failed" | "unfit";
  last: Backup | null;
  good: Backup | null;
};

/** @param backups from `listBackups` */
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
