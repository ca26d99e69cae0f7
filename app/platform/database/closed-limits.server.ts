// Limits that this process has met closed, so that a sender who goes on costs neither a parse nor a query.
import type { Database } from "./database.server.ts";
import { countAttempt, type Limit } from "./rate-limit.server.ts";

/** `until` on the process's own clock: the one on the wall may be set. */
type Closed = { until: number; refusals: number };

const closed = new Map<string, Closed>();
/** The oldest go first; a sender who is not in here is counted in the database, as all are. */
const MAX_CLOSED = 10_000;

const nameOf = ({ name }: Limit, key: string) => `${name} ${key}`;

/**
 * Counts one more at each of several limits, in their order, up to the first that is closed.
 * @param key e.g. `networkOf(address)`
 * @returns 0 to let it through, else the seconds until that limit is open again
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
 * What is known without asking the database.
 * @param after how many refusals in the same window go before; those are answered at length
 * @returns 0 where nothing is known, else the seconds until all of the limits are open again
 */
export function knownBlockSeconds(limits: readonly Limit[], key: string, after = 0): number {
  const now = performance.now();
  const waits = limits.map((limit) => {
    const one = closed.get(nameOf(limit, key));
    return one && one.refusals > after && one.until > now ? Math.ceil((one.until - now) / 1000) : 0;
  });
  return Math.max(0, ...waits);
}

/** Notes that a sender was refused: `knownBlockSeconds` tells it until then. */
export function rememberBlock(limit: Limit, key: string, seconds: number) {
  const name = nameOf(limit, key);
  const now = performance.now();
  const before = closed.get(name);
  const refusals = before && before.until > now ? before.refusals + 1 : 1;
  closed.delete(name);
  closed.set(name, { until: now + seconds * 1000, refusals });
  if (closed.size > MAX_CLOSED) closed.delete(closed.keys().next().value!);
}

/** For a point that is given back: the limit may be open again. */
export function forgetBlock(limit: Limit, key: string) {
  closed.delete(nameOf(limit, key));
}
