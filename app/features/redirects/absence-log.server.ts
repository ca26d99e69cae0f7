import type { Log } from "../../platform/log.server.ts";

const LINES_MAX = 60;
const MINUTE_MS = 60_000;

/** Returns a function that logs unknown paths (SPEC 2). Beyond 60 a minute, paths are only counted. */
export function absenceLog(log: Pick<Log, "info">): (facts: { request: string; path: string }) => void {
  let asked = 0;
  const endMinute = () => {
    // No request ID, because the count covers many requests.
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
