// How many enquiries one sender may send (CONTRACT "HTTP").
import { countAttempts, knownBlockSeconds } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Limit } from "../../platform/database/rate-limit.server.ts";
import { describeFault } from "../../platform/http/fault.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { log } from "../../platform/log.server.ts";

/** CONTRACT "HTTP": 20 enquiries a minute and 200 an hour from one address. */
const LIMITS: Limit[] = [
  { name: "enquiries-minute", points: 20, seconds: 60 },
  { name: "enquiries-hour", points: 200, seconds: 3600 },
];

/**
 * Counts an enquiry. A limit that cannot be read lets it through: losing a lead is worse than one too many.
 * @returns 0, or the seconds until this address may send again
 */
export async function countEnquiry(db: Database, ip: string): Promise<number> {
  try {
    return await countAttempts(db, LIMITS, networkOf(ip));
  } catch (error) {
    log.warn(describeFault(error), "The enquiry limit couldn't be read");
    return 0;
  }
}

/**
 * Whether an address is known to have sent too many, before anything is read of what it sends now.
 * @param forgiven how many times it has been answered so at length, with everything typed
 * @returns 0, or the seconds until it may send again
 */
export const enquiryBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
