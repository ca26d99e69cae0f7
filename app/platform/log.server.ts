import { DrizzleQueryError } from "drizzle-orm/errors";
import { destination, type Logger, pino, stdTimeFunctions } from "pino";
import { currentRequest } from "./http/request-id.server.ts";

/** What writes the log: one JSON object a line. */
export type Log = Pick<Logger, "debug" | "info" | "warn" | "error" | "fatal">;

/**
 * An error as the log may hold it: where it happened and why, without the values that a failed query carried.
 * PostgreSQL's own `detail` repeats such values and is left out too.
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

/** Lines that cannot be written, kept until they can be; what comes beyond them is lost. */
const WAITING_MAX_BYTES = 256 * 1024;

/** A disk that is full takes lines of the log, not the site. */
function standardError() {
  const lines = destination({ dest: 2, sync: true, maxLength: WAITING_MAX_BYTES });
  lines.on("error", () => {});
  return lines;
}

const SECRETS = ["password", "authorization", "cookie"];

/**
 * The server's own log, on standard error: what start prints for a person has standard output to itself.
 * Written at once, so that the last line before a crash is there. Values named like secrets never appear.
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
