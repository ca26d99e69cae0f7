import { DrizzleQueryError } from "drizzle-orm/errors";
import { destination, type Logger, pino, stdTimeFunctions } from "pino";
import { currentRequest } from "./http/request-id.server.ts";

/** The log: one JSON object per line. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/**
 * Returns an error for the log: where it happened and why, without the values of a failed query. PostgreSQL's `detail`
 * repeats such values and is left out too.
 */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack = "", code, cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  const isQuery = error instanceof DrizzleQueryError;
  const frames = stack.slice(Math.max(0, stack.indexOf("\n    at ")));
  return {
    type: name,
    message: isQuery ? `Failed query: ${error.query}` : message,
    code,
    stack: isQuery || stack.startsWith(name) ? frames.trim() : stack,
    cause: cause === undefined ? undefined : loggable(cause),
  };
}

/** Lines that can't be written are buffered up to this size; any more are lost. */
const WAITING_MAX_BYTES = 256 * 1024;

/** Returns a destination that drops log lines when the disk is full, instead of taking the site down. */
function standardError() {
  const lines = destination({ dest: 2, sync: true, maxLength: WAITING_MAX_BYTES });
  lines.on("error", () => {});
  return lines;
}

const SECRETS = ["password", "authorization", "cookie"];

/**
 * The server's own log, on standard error; standard output is for what the start prints for people. Written
 * synchronously, so that the last line before a crash is there. Values named like secrets never appear.
 */
export const log: Log = pino(
  {
    serializers: { err: loggable },
    base: { pid: process.pid },
    mixin: () => ({ request: currentRequest() }),
    timestamp: stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "***" },
  },
  standardError(),
);
