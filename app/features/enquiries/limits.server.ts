// Rate limits for enquiries (CONTRACT "HTTP").
import { countAttempts, knownBlockSeconds } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Limit } from "../../platform/database/rate-limit.server.ts";
import { describeProblem } from "../../platform/http/fault.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { log } from "../../platform/log.server.ts";

/** CONTRACT "HTTP": 20 enquiries a minute and 200 an hour per IP. */
const LIMITS: Limit[] = [
  { name: "enquiries-minute", points: 20, seconds: 60 },
  { name: "enquiries-hour", points: 200, seconds: 3600 },
];

/**
 * Counts an enquiry. If the limit can't be read, the enquiry passes: losing a lead is worse than accepting one too
 * many.
 * @returns 0, or the seconds until this IP may send again
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
 * Checks whether an IP is already known to be over the limit, before its request body is read.
 * @param forgiven how many requests over the limit still get the full answer, with everything the visitor typed
 * @returns 0, or the seconds until it may send again
 */
export const enquiryBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
