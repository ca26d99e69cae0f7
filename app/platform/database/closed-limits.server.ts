// Caches exhausted rate limits, to reject requests without parsing them or querying the database.
import { LRUCache } from "lru-cache";
import type { Database } from "./database.server.ts";
import { countAttempt, type Limit } from "./rate-limit.server.ts";

/** `until` uses the monotonic clock, because the wall clock can change. */
type Closed = { until: number; refusals: number };

/** The database checks the limits of evicted entries again. */
const closed = new LRUCache<string, Closed>({ max: 10_000 });

const nameOf = ({ name }: Limit, key: string) => `${name} ${key}`;

/**
 * Counts an attempt against each limit in order, up to the first exhausted one.
 * @param key such as `networkOf(address)`
 * @returns 0 if allowed, otherwise seconds until that limit reopens
 */
export async function countAttempts(db: Database, limits: readonly Limit[], key: string): Promise<number> {
  for (const limit of limits) {
    const seconds = await countAttempt(db, limit, key);
    if (seconds > 0) {
      rememberBlock(limit, key, seconds);
      return seconds;
    }
  }
  return 0;
}

/**
 * Returns how long a sender is blocked, without querying the database.
 * @param after number of rejections per window that still get a full response
 * @returns 0 if no block is cached, otherwise seconds until all limits reopen
 */
export function knownBlockSeconds(limits: readonly Limit[], key: string, after = 0): number {
  const now = performance.now();
  const waits = limits.map((limit) => {
    const one = closed.get(nameOf(limit, key));
    return one && one.refusals > after && one.until > now ? Math.ceil((one.until - now) / 1000) : 0;
  });
  return Math.max(0, ...waits);
}

/** Records a rejection. `knownBlockSeconds` reports the block until the limit reopens. */
export function rememberBlock(limit: Limit, key: string, seconds: number) {
  const name = nameOf(limit, key);
  const now = performance.now();
  const before = closed.get(name);
  const refusals = before && before.until > now ? before.refusals + 1 : 1;
  closed.set(name, { until: now + seconds * 1000, refusals });
}

/** Forgets a block after a refund, which may reopen the limit. */
export function forgetBlock(limit: Limit, key: string) {
  closed.delete(nameOf(limit, key));
}
