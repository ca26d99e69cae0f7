// Shared by commands that do one thing and end.
import { UnusableValue } from "../app/platform/config.variables.server.ts";
import { DatabaseRefused } from "../app/platform/database/database.server.ts";
import { BackupRefused, type End } from "../server/backup/format.ts";
import { StartRefused } from "../server/start-refused.ts";

/**
 * Runs a command with its arguments and ends the process: code 0 after its last line, 1 after a refusal, which is one
 * line on standard error, or after an error.
 */
export async function runCommand(work: (args: string[]) => Promise<string>): Promise<never> {
  try {
    process.stdout.write(`${await work(process.argv.slice(2))}\n`);
    process.exit(0);
  } catch (error) {
    const isRefusal = [BackupRefused, DatabaseRefused, StartRefused, UnusableValue].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${isRefusal ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Describes what a backup holds. */
export function summarizeContents({ rows, files }: End): string {
  const records = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return `${records} records and ${files} ${files === 1 ? "file" : "files"}`;
}
