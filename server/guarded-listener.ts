import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../app/copy/refusals.ts";
import type { Log } from "../app/platform/log.server.ts";
import { refuse } from "./refuse.ts";

/**
 * A request listener out of which nothing gets: what it throws, at once or later, is logged once and answered with
 * 500, and a connection that breaks is no fault.
 * @param listener may return a promise
 */
export function guarded(
  log: Log,
  listener: (req: IncomingMessage, res: ServerResponse) => unknown,
): (req: IncomingMessage, res: ServerResponse) => void {
  const fail = (req: IncomingMessage, res: ServerResponse, error: unknown) => {
    if (res.destroyed || (error as NodeJS.ErrnoException)?.code === "ERR_STREAM_PREMATURE_CLOSE") return;
    log.error({ err: error }, "A request failed outside the app");
    if (res.headersSent) res.destroy();
    else refuse(req, res, 500, refusals.fault);
  };
  return (req, res) => {
    // Both tell of a broken connection, and without a listener they would end the process.
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
