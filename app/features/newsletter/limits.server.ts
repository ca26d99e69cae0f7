// Limits sign-ups, because each may cause an email to someone who didn't ask for it.
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
 * @returns 0, or the seconds until this IP address may try again
 */
export const countSubscription = (db: Database, ip: string): Promise<number> =>
  countAttempts(db, LIMITS, networkOf(ip));

/**
 * Checks the limit before a request is read.
 * @param forgiven number of rejections per window that still return the full form
 * @returns 0, or the seconds until this IP address may try again
 */
export const subscriptionBlockSeconds = (ip: string, forgiven = 0): number =>
  knownBlockSeconds(LIMITS, networkOf(ip), forgiven);
