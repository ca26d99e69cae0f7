// How many subscriptions one sender may ask for: each may cause one mail to another person's address.
import { countAttempts, knownBlockSeconds } from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Limit } from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";

const LIMITS: Limit[] = [
  { name: "newsletter-minute", points: 10, seconds: 60 },
  { name: "newsletter-hour", points: 60, seconds: 3600 },
];

/**
 * Counts a subscription.
 * @returns 0, or the seconds until this address may ask again
 */
export const countSubscription = (db: Database, ip: string): Promise<number> =>
  countAttempts(db, LIMITS, networkOf(ip));

/**
 * Whether an address is known to have asked for too many, before anything is read of what it sends now.
 * @param forgiven how many times it has been answered so at length, with everything typed
 * @returns 0, or the seconds until it may ask again
 */
export const subscriptionBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
