// `npm run backup -- FILE` and `npm run backup -- --verify FILE` (CONTRACT "Commands"). Both work while the site is
// running.
import fs from "node:fs";
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

const VERIFY = "--verify";

await runCommand(async (given) => {
  // Without "--", npm takes --verify for itself.
  const isVerifying = given.includes(VERIFY) || process.env.npm_config_verify !== undefined;
  const [name, ...more] = given.filter((one) => one !== VERIFY);
  // A backup replaces an existing file, so nothing is saved unless the arguments are clear.
  if (!name || more.length || name.startsWith("--"))
    throw new BackupRefused(
      `Name a file: npm run backup -- FILE saves the site to it, npm run backup -- --verify FILE checks whether it can be restored.`,
    );
  return await (isVerifying ? verify : save)(path.resolve(name), readConfig());
});

async function save(file: string, config: Config): Promise<string> {
  checkTarget(file);
  const saved = await withDatabase(config, "back up", (connection) =>
    writeBackup(connection, config.dataDir, file, elsewhere(config)),
  );
  const unread = saved.unread?.length
    ? ` Skipped because they can't be read: ${saved.unread.join(", ")}.`
    : "";
  return `Saved ${summarizeContents(saved)} in ${file}.${unread} It contains what visitors wrote, so store it where only you can read it.`;
}

/** Throws BackupRefused if the file can't be written. */
function checkTarget(file: string) {
  try {
    fs.accessSync(path.dirname(file), fs.constants.W_OK | fs.constants.X_OK);
    if (fs.statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it's a folder");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BackupRefused(`${file} can't be written: ${code ?? message}.`);
  }
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
