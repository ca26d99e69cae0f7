// Remembers exhausted rate limits in memory, so that rejecting further requests needs neither parsing nor a query.
import type { Database } from "./database.server.ts";
import { countAttempt, type Limit } from "./rate-limit.server.ts";

/** `until` is on the process's monotonic clock, because the wall clock may be changed. */
type Closed = { until: number; refusals: number };

const closed = new Map<string, Closed>();
/** The oldest entries are evicted first; a sender without an entry is counted in the database as usual. */
const MAX_CLOSED = 10_000;

const nameOf = ({ name }: Limit, key: string) => `${name} ${key}`;

/**
 * Counts one attempt against each limit in order, stopping at the first exhausted one.
 * @param key e.g. `networkOf(address)`
 * @returns 0 to allow the request, otherwise the seconds until that limit opens again
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
 * Returns how long a sender is known to be blocked, without querying the database.
 * @param after the number of rejections per window that still get a full response
 * @returns 0 if nothing is known, otherwise the seconds until all limits are open again
 */
export function knownBlockSeconds(limits: readonly Limit[], key: string, after = 0): number {
  const now = performance.now();
  const waits = limits.map((limit) => {
    const one = closed.get(nameOf(limit, key));
    return one && one.refusals > after && one.until > now ? Math.ceil((one.until - now) / 1000) : 0;
  });
  return Math.max(0, ...waits);
}

/** Records a rejection, which `knownBlockSeconds` reports until the limit opens again. */
export function rememberBlock(limit: Limit, key: string, seconds: number) {
  const name = nameOf(limit, key);
  const now = performance.now();
  const before = closed.get(name);
  const refusals = before && before.until > now ? before.refusals + 1 : 1;
  closed.delete(name);
  closed.set(name, { until: now + seconds * 1000, refusals });
  if (closed.size > MAX_CLOSED) closed.delete(closed.keys().next().value!);
}

/** Clears a block after a point was refunded, since the limit may be open again. */
export function forgetBlock(limit: Limit, key: string) {
  closed.delete(nameOf(limit, key));
}
