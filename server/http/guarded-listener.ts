import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../../app/copy/refusals.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { refuse } from "./refuse.ts";

/** Errors with these codes (`Crowded`, `DatabaseUnavailable`) are temporary and aren't logged. */
const LATER = new Map([
  ["ECROWDED", { message: refusals.crowd, seconds: "2" }],
  ["EAWAY", { message: refusals.fault, seconds: "5" }],
]);

/**
 * Wraps a request listener: errors are logged once and answered with a 500, or a 503 if they're temporary. Broken
 * connections aren't errors.
 * @param listener may return a promise
 */
export function guarded(
  log: Log,
  listener: (req: IncomingMessage, res: ServerResponse) => unknown,
): (req: IncomingMessage, res: ServerResponse) => void {
  const fail = (req: IncomingMessage, res: ServerResponse, error: unknown) => {
    if (res.destroyed || (error as NodeJS.ErrnoException)?.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    const later = LATER.get((error as NodeJS.ErrnoException)?.code ?? "");
    if (!later)
      log.error({ err: error, request: res.getHeader("X-Request-Id") }, "A request failed outside the app");
    if (res.headersSent) res.destroy();
    else if (later) refuse(req, res, 503, later.message, { "Retry-After": later.seconds });
    else refuse(req, res, 500, refusals.fault);
  };
  return (req, res) => {
    // Without these, a broken connection would crash the process.
    req.on("error", ignore);
    res.on("error", ignore);
    try {
      const answered = listener(req, res);
      if (answered instanceof Promise) answered.catch((error: unknown) => fail(req, res, error));
    } catch (error) {
      fail(req, res, error);
    }
  };
}

function ignore() {}
