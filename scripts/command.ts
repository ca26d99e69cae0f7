import { UnusableValue } from "../app/platform/config.variables.server.ts";
import { DatabaseRefused } from "../app/platform/database/database.server.ts";
import { BackupRefused, type End } from "../server/backup/format.ts";
import { StartRefused } from "../server/start-refused.ts";

/**
 * Runs a command with its arguments, prints the result and exits with its code, or with 0 for a plain text. On failure,
 * prints a one-line refusal or the error to standard error and exits with 1.
 */
export async function runCommand(
  work: (args: string[]) => Promise<string | { text: string; code: number }>,
): Promise<never> {
  try {
    const result = await work(process.argv.slice(2));
    const { text, code } = typeof result === "string" ? { text: result, code: 0 } : result;
    process.stdout.write(`${text}\n`);
    process.exit(code);
  } catch (error) {
    const isRefusal = [BackupRefused, DatabaseRefused, StartRefused, UnusableValue].some(
      (kind) => error instanceof kind,
    );
    process.stderr.write(`${isRefusal ? (error as Error).message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Returns what a backup contains, such as "312 records and 4 files". */
export function summarizeContents({ rows, files }: End): string {
  const records = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return `${records} records and ${files} ${files === 1 ? "file" : "files"}`;
}
