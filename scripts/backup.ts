// `npm run backup -- FILE`: saves everything in one file (CONTRACT "Commands"), whether the site is running or not;
// `npm run backup -- --verify FILE`: checks whether a file can be restored, without the site's help.
import path from "node:path";
import { type Config, readConfig } from "../app/platform/config.server.ts";
import { log } from "../app/platform/log.server.ts";
import { writeBackup } from "../server/backup/backup.ts";
import { BackupRefused } from "../server/backup/format.ts";
import { elsewhere } from "../server/backup/images.ts";
import { verifyBackup } from "../server/backup/proof.ts";
import { type CheckedBackup, checkBackup } from "../server/backup/read.ts";
import { runCommand, summarizeContents } from "./command.ts";
import { withDatabase } from "./with-database.ts";

await runCommand(async ([first, second]) => {
  const [name, work] = first === "--verify" ? [second, verify] : [first, save];
  if (!name || name.startsWith("--"))
    throw new BackupRefused(
      `Name a file: npm run backup -- FILE saves the site to it, npm run backup -- --verify FILE checks whether it can be restored.`,
    );
  return await work(path.resolve(name), readConfig());
});

async function save(file: string, config: Config): Promise<string> {
  const saved = await withDatabase(config, "back up", (connection) =>
    writeBackup(connection, config.dataDir, file, elsewhere(config)),
  );
  const unread = saved.unread?.length
    ? ` Skipped because they can't be read: ${saved.unread.join(", ")}.`
    : "";
  return `Saved ${summarizeContents(saved)} in ${file}.${unread} It contains what visitors wrote, so store it where only you can read it.`;
}

async function verify(file: string, config: Config): Promise<string> {
  const backup = await checkBackup(file);
  const proof = await verifyBackup(backup, config.dataDir, log);
  if (!proof.isRestored)
    throw new BackupRefused(
      `${file} is complete: ${comparedIn(backup)} Not tested with a restore: ${proof.why}.`,
    );
  return [
    `${file} can be restored: a test restore into a temporary PostgreSQL worked.`,
    comparedIn(backup),
  ].join("\n");
}

function comparedIn({ contents, end, sums, foreign }: CheckedBackup): string {
  const madeAt = contents.made_at.slice(0, 16).replace("T", " ");
  const rows = [...sums.values()].reduce((all, one) => all + one.rows, 0);
  const number = (count: number, one: string) =>
    `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;
  const by = end.sums
    ? "by number and checksum"
    : "by number only, because this older format has no checksums";
  return [
    `Created on ${madeAt} UTC with database version ${contents.migrations}.`,
    `Compared ${by}: ${number(sums.size, "table")} with ${number(rows, "record")}, ${number(end.files, "file")}.`,
    ...(end.unread?.length
      ? [`Files that couldn't be read when it was created: ${end.unread.join(", ")}.`]
      : []),
    ...(foreign.length
      ? [
          `Skipped because they don't belong to this site: ${foreign.map((one) => JSON.stringify(one)).join(", ")}.`,
        ]
      : []),
  ].join(" ");
}
