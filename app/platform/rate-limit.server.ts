import { createHash } from "node:crypto";
import { inArray, lt } from "drizzle-orm";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server.ts";
import { rate_limits } from "./rate-limit.table.server.ts";

/** So many points within so many seconds, counted from the first one; `name` keeps limits apart. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts one more for a key, whether or not it is let through; the count is shared by all processes.
 * @param db the owner's: visitors have no right to the counters
 * @param key e.g. `networkOf(address)`; only a hash of it is stored
 * @returns 0 to let it through, else the seconds until the limit is open again
 * @throws on a database fault
 */
export async function takePoint(db: Database, limit: Limit, key: string): Promise<number> {
  try {
    await counterOf(db, limit).consume(hash(key));
    return 0;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
    throw refusal;
  }
}

/**
 * Takes back what `takePoint` counted, for what turned out not to count (a right password).
 * @throws on a database fault
 */
export async function givePointBack(db: Database, limit: Limit, key: string): Promise<void> {
  await counterOf(db, limit).reward(hash(key));
}

/** A limit and the key that it is counted by. */
export type Counted = [limit: Limit, key: string];

/**
 * Looks at several counters at once, without counting: one statement that writes nothing.
 * @returns for each, 0 while there are points left, else the seconds until the limit is open again
 * @throws on a database fault
 */
export async function secondsUntilOpen(db: Database, counted: readonly Counted[]): Promise<number[]> {
  const keys = counted.map(([limit, key]) => counterOf(db, limit).getKey(hash(key)));
  const rows = await db.select().from(rate_limits).where(inArray(rate_limits.key, keys));
  const now = Date.now();
  return counted.map(([limit], index) => {
    const row = rows.find(({ key }) => key === keys[index]);
    if (!row || row.points < limit.points || row.expire === null || row.expire <= now) return 0;
    return Math.max(1, Math.ceil((row.expire - now) / 1000));
  });
}

/** Forgets counters that no longer count; the worker does it every hour. */
export async function forgetExpiredLimits(db: Database): Promise<void> {
  await db.delete(rate_limits).where(lt(rate_limits.expire, Date.now()));
}

function counterOf(db: Database, limit: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: { query: (statement: QueryConfig) => countQuickly(poolOf(db), statement) },
    storeType: "client",
    tableName: "rate_limits",
    tableCreated: true,
    // One counter is made for each use: the library's own clearing would leave a timer behind each time.
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
  });
}

const poolOf = (db: Database) => (db as Database & { $client: Pool }).$client;

/**
 * Runs a statement whose outcome need not have reached the disk: somebody waits for it, and counts of the last
 * half second may get lost in a crash of the database.
 */
async function countQuickly(pool: Pool, statement: QueryConfig) {
  const client = await pool.connect();
  try {
    await client.query("begin; set local synchronous_commit to off");
    const result = await client.query(statement);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Not for the next one, in whatever state it is.
    client.release(true);
    throw error;
  }
}

/** Whatever a header claimed the address to be, the key fits its column. */
const hash = (key: string) => createHash("sha256").update(key).digest("hex");

const secondsOf = (count: RateLimiterRes) => Math.max(1, Math.ceil(count.msBeforeNext / 1000));
