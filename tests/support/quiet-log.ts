import { pino } from "pino";
import type { Log } from "../../app/platform/log.server.ts";

/** For tests that cause errors on purpose. */
export const quietLog: Log = pino({ level: "silent" });
