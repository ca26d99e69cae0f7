// Logs unknown paths (SPEC 2), one line each, with a limit.
import type { Log } from "../../platform/log.server.ts";

const LINES_MAX = 60;
const MINUTE_MS = 60_000;

/** @returns a function that logs an unknown path; beyond 60 a minute, paths are only counted and the count is logged */
export function absenceLog(log: Pick<Log, "info">): (facts: { request: string; path: string }) => void {
  let asked = 0;
  const endMinute = () => {
    // No request ID: the count covers all requests, although the first one started the timer.
    if (asked > LINES_MAX)
      log.info(
        { request: undefined, paths: asked - LINES_MAX },
        "More unknown paths within a minute, not listed",
      );
    asked = 0;
  };
  return (facts) => {
    if (asked === 0) setTimeout(endMinute, MINUTE_MS).unref();
    asked++;
    if (asked <= LINES_MAX) log.info(facts, "Unknown path");
  };
}
