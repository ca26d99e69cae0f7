import { DrizzleQueryError } from "drizzle-orm/errors";
import { destination, type Logger, pino, stdTimeFunctions } from "pino";
import { currentRequest } from "./http/request-id.server.ts";

/** One JSON object per line. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/**
 * Returns an error for the log, without a failed query's values or PostgreSQL's `detail`, which repeats them.
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

/** Lines beyond this buffer are lost. */
const WAITING_MAX_BYTES = 256 * 1024;

/** Returns a stream that drops log lines if the disk is full, instead of crashing the process. */
function standardError() {
  const lines = destination({ dest: 2, sync: true, maxLength: WAITING_MAX_BYTES });
  lines.on("error", () => {});
  return lines;
}

const SECRETS = ["password", "authorization", "cookie"];

/**
 * The server's log, on standard error. Synchronous, to keep the last line before a crash. Masks the fields
 * in `SECRETS`.
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
