import { destination, type Logger, pino, stdTimeFunctions } from "pino";

/** What writes the log: one JSON object a line. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

const SECRETS = ["password", "authorization", "cookie"];

/**
 * The server's own log, on standard error: what start prints for a person has standard output to itself.
 * Written at once, so that the last line before a crash is there. Values named like secrets never appear.
 */
export const log: Log = pino(
  {
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "***" },
  },
  destination({ dest: 2, sync: true }),
);
