import { pino } from "pino";
import type { Log } from "../../app/platform/log.server.ts";

/** For tests that make things fail on purpose. */
export const quietLog: Log = pino({ level: "silent" });
