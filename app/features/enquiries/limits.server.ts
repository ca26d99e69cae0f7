import { countAttempts, knownBlockSeconds } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Limit } from "../../platform/database/rate-limit.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { log } from "../../platform/log.server.ts";

/** Per IP address (CONTRACT "HTTP"). */
const LIMITS: Limit[] = [
  { name: "enquiries-minute", points: 20, seconds: 60 },
  { name: "enquiries-hour", points: 200, seconds: 3600 },
];

/**
 * Counts an enquiry toward the limits. On a database error, the enquiry is accepted, so that no lead is lost.
 * @returns 0, or the seconds until this IP address may try again
 */
export async function countEnquiry(db: Database, ip: string): Promise<number> {
  try {
    return await countAttempts(db, LIMITS, networkOf(ip));
  } catch (error) {
    log.warn(describeProblem(error), "The enquiry limit couldn't be read");
    return 0;
  }
}

/**
 * Returns the remaining seconds of an IP address's block, or 0. Runs before the body is read.
 * @param forgiven number of blocked requests that still get a full reply
 */
export const enquiryBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
