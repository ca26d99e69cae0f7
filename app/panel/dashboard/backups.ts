import { sizeInWords, backups as words } from "../../copy/panel/backups.ts";
import type { BackupStatus } from "../../features/backups/status.ts";
import { shortTime } from "../../platform/time/dates.ts";

/** `lines` go at the bottom of the dashboard, `alarm` at the top. */
type BackupWords = { lines: string[]; alarm: { title: string; text: string } | null };

/** @param standing null if backups are off (BACKUP_DIR=off) */
export function describeBackups(standing: BackupStatus | null, timeZone: string): BackupWords {
  if (!standing) return { lines: [words.off], alarm: null };
  const { is, last, good } = standing;
  if (is === "fresh") return { lines: [words.fresh], alarm: null };
  const lines: string[] = [
    good ? words.last(shortTime(good.made_at, timeZone), sizeInWords(good.bytes)) : words.none,
  ];
  if (good && good.state in words.proof) lines.push(words.proof[good.state as keyof typeof words.proof]);
  if (is === "good") return { lines, alarm: null };
  const { title, text } = is === "failed" ? words.failed[last?.trouble ?? "other"] : words[is];
  const more = is !== "late" && last?.detail ? [words.server(last.detail)] : [];
  return { lines, alarm: { title, text: [text, lines[0], ...more].join(" ") } };
}
