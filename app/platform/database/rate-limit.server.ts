import { createHmac } from "node:crypto";
import { eq, gt, inArray, lt, or } from "drizzle-orm";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server.ts";
import { rate_limits } from "./rate-limit.table.server.ts";
import { secretOf } from "./secret.server.ts";

/** What the clocks of a site's machines may be apart. */
const CLOCKS_APART_MS = 60_000;
/** No limit's window is longer. */
const LONGEST_SECONDS = 24 * 3600;

/** So many points within so many seconds, counted from the first one; `name` keeps limits apart. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts one more for a key, whether or not it is let through; the count is shared by all processes.
 * @param db the owner's: visitors have no right to the counters
 * @param key e.g. `networkOf(address)`; what is stored of it tells nothing without the site's secret
 * @returns 0 to let it through, else the seconds until the limit is open again
 */
export async function countAttempt(db: Database, limit: Limit, key: string): Promise<number> {
  const stored = await keyOf(db, key);
  const counted = await consume(db, limit, stored);
  if (!counted || isSensible(limit, counted.msBeforeNext)) return secondsOf(counted);
  await db.delete(rate_limits).where(eq(rate_limits.key, `${limit.name}:${stored}`));
  return secondsOf(await consume(db, limit, stored));
}

/** @returns null where it is let through */
async function consume(db: Database, limit: Limit, stored: string): Promise<RateLimiterRes | null> {
  try {
    await counterOf(db, limit).consume(stored);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** Takes back what `countAttempt` counted, for what turned out not to count (a right password). */
export async function refundPoint(db: Database, limit: Limit, key: string): Promise<void> {
  await counterOf(db, limit).reward(await keyOf(db, key));
}

/** A limit and the key that it is counted by. */
export type Counted = [limit: Limit, key: string];

/**
 * Looks at several counters at once, without counting: one statement that writes nothing.
 * @returns for each, 0 while there are points left, else the seconds until the limit is open again
 */
export async function secondsUntilOpen(db: Database, counted: readonly Counted[]): Promise<number[]> {
  const keys = await Promise.all(
    counted.map(async ([limit, key]) => counterOf(db, limit).getKey(await keyOf(db, key))),
  );
  const rows = await db.select().from(rate_limits).where(inArray(rate_limits.key, keys));
  const now = Date.now();
  return counted.map(([limit], index) => {
    const row = rows.find(({ key }) => key === keys[index]);
    if (!row || row.points < limit.points || row.expire === null || row.expire <= now) return 0;
    const msBeforeNext = row.expire - now;
    return isSensible(limit, msBeforeNext) ? Math.max(1, Math.ceil(msBeforeNext / 1000)) : 0;
  });
}

/** Forgets counters that no longer count, or never should have; the worker does it every hour. */
export async function purgeExpiredLimits(db: Database): Promise<void> {
  const now = Date.now();
  const never = gt(rate_limits.expire, now + LONGEST_SECONDS * 1000 + CLOCKS_APART_MS);
  await db.delete(rate_limits).where(or(lt(rate_limits.expire, now), never));
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
 * Runs a statement whose outcome need not have reached the disk: a visitor waits for it, and counts of the last
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

/** A window that began while a clock ran ahead would last until that time comes. */
const isSensible = (limit: Limit, msBeforeNext: number) =>
  msBeforeNext <= limit.seconds * 1000 + CLOCKS_APART_MS;

/** Of fixed length, whatever a header claimed the address to be; a bare hash of an address could be looked up. */
async function keyOf(db: Database, key: string): Promise<string> {
  return createHmac("sha256", await secretOf(db, "rate-limits"))
    .update(key)
    .digest("hex");
}

const secondsOf = (refusal: RateLimiterRes | null) =>
  refusal ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 0;
