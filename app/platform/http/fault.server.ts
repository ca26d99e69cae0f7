import { DrizzleQueryError } from "drizzle-orm";

/** SQLSTATE classes of a server that is gone, stopping or full, and Node's codes for one that can't be reached. */
const OUTAGE = /^(08|53|57P)|^E(CONN|HOST|NET|PIPE|TIMEDOUT)|^ENOENT$/;

/**
 * Returns whether an error comes from the database: it's down, or a read failed. The page then returns 503, so that
 * search engines try again. Any other error is a bug of ours (decision 0035.12).
 */
export function isDatabaseFault(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DrizzleQueryError) return true;
    const { code } = one as { code?: unknown };
    if (typeof code === "string" && OUTAGE.test(code)) return true;
    // pg's own errors have no code.
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(one.message)) return true;
  }
  return false;
}

/** Returns an error for the log. A database error repeats the row it failed on, so the log only gets its reason. */
export function describeProblem(error: unknown) {
  const cause = (error as Error).cause ?? error;
  const { code, message } = cause as Error & { code?: string };
  return { code, reason: message };
}
