import { DrizzleQueryError } from "drizzle-orm";

/** SQLSTATE classes of a server that is gone, stopping or full; and what Node says of one that cannot be reached. */
const OUTAGE = /^(08|53|57P)|^E(CONN|HOST|NET|PIPE|TIMEDOUT)|^ENOENT$/;

/**
 * Whether a fault is the database's: it is down, or a read of it failed. Such a page is worth asking for again,
 * which 503 says to search engines; any other fault is ours (decision 0035.12).
 */
export function isDatabaseFault(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof DrizzleQueryError) return true;
    const { code } = one as { code?: unknown };
    if (typeof code === "string" && OUTAGE.test(code)) return true;
    // pg's own words have no code.
    if (/^(Connection terminated|timeout exceeded when trying to connect)/.test(one.message)) return true;
  }
  return false;
}

/** For the log: a database error repeats the row it failed on; the log gets its reason only. */
export function describeFault(error: unknown) {
  const cause = (error as Error).cause ?? error;
  const { code, message } = cause as Error & { code?: string };
  return { code, reason: message };
}
