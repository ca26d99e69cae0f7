import { DrizzleQueryError } from "drizzle-orm";

/** Matches SQLSTATE classes and Node error codes that mean the server is unavailable. */
const OUTAGE = /^(08|53|57P)|^E(CONN|HOST|NET|PIPE|TIMEDOUT)|^ENOENT$/;

/**
 * Returns whether the database caused an error. The page then returns a 503, so search engines try again
 * (decision 0035.12).
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

/** Returns an error for the log. Describes a failed query's cause, because Drizzle's message repeats the row. */
export function describeProblem(error: unknown) {
  const cause = (error as Error).cause ?? error;
  const { code, message } = cause as Error & { code?: string };
  return { code, reason: message };
}
