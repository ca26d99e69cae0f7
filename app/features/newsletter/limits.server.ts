// Limits sign-ups per sender, since each may email someone else.
import { countAttempts, knownBlockSeconds } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Limit } from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";

const LIMITS: Limit[] = [
  { name: "newsletter-minute", points: 10, seconds: 60 },
  { name: "newsletter-hour", points: 60, seconds: 3600 },
];

/**
 * Counts a sign-up.
 * @returns 0, or the seconds until this address may try again
 */
export const countSubscription = (db: Database, ip: string): Promise<number> =>
  countAttempts(db, LIMITS, networkOf(ip));

/**
 * Returns whether an address is over the limit, before anything it sends is read.
 * @param forgiven how many times it has received the full form back
 * @returns 0, or the seconds until it may try again
 */
export const subscriptionBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
