import { createHmac } from "node:crypto";
import { eq, gt, inArray, lt, or } from "drizzle-orm";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server.ts";
import { rate_limits } from "./rate-limit.table.server.ts";
import { secretOf } from "./secret.server.ts";

/** How far apart the clocks of a site's machines may be. */
const CLOCKS_APART_MS = 60_000;
/** The longest window of any limit. */
const LONGEST_SECONDS = 24 * 3600;

/** A number of points within a number of seconds, counted from the first one; `name` separates limits. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts one attempt for a key, whether or not it is allowed; all processes share the count.
 * @param db the owner's: visitors have no rights to the counters
 * @param key e.g. `networkOf(address)`; what is stored reveals nothing without the site's secret
 * @returns 0 to allow the attempt, otherwise the seconds until the limit opens again
 */
export async function countAttempt(db: Database, limit: Limit, key: string): Promise<number> {
  const stored = await keyOf(db, key);
  const counted = await consume(db, limit, stored);
  if (!counted || isSensible(limit, counted.msBeforeNext)) return secondsOf(counted);
  await db.delete(rate_limits).where(eq(rate_limits.key, `${limit.name}:${stored}`));
  return secondsOf(await consume(db, limit, stored));
}

/** Returns null if the attempt is allowed. */
async function consume(db: Database, limit: Limit, stored: string): Promise<RateLimiterRes | null> {
  try {
    await counterOf(db, limit).consume(stored);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** Refunds what `countAttempt` counted for an attempt that turned out not to count (a correct password). */
export async function refundPoint(db: Database, limit: Limit, key: string): Promise<void> {
  await counterOf(db, limit).reward(await keyOf(db, key));
}

/** A limit and the key to count by. */
export type Counted = [limit: Limit, key: string];

/**
 * Checks several counters at once without counting, in a single read-only statement.
 * @returns for each, 0 while there are points left, otherwise the seconds until the limit opens again
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

/** Returns the fewest points left on any of the counters. */
export async function pointsLeft(db: Database, counted: readonly Counted[]): Promise<number> {
  const left = await Promise.all(
    counted.map(
      async ([limit, key]) => (await counterOf(db, limit).get(await keyOf(db, key)))?.remainingPoints,
    ),
  );
  return Math.min(...left.map((points, index) => points ?? counted[index]![0].points));
}

/** Deletes counters that have expired or are too far in the future; the worker runs this every hour. */
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
    // A counter is created for each use, and the library's own cleanup would leave a timer behind each time.
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
  });
}

const poolOf = (db: Database) => (db as Database & { $client: Pool }).$client;

/**
 * Runs a statement without waiting for its result to reach the disk, because a visitor is waiting. A crash of the
 * database may lose the counts of the last half second.
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
    // Its state is unknown, so it must not be reused.
    client.release(true);
    throw error;
  }
}

/** A window that began while a clock was ahead would last until that time comes. */
const isSensible = (limit: Limit, msBeforeNext: number) =>
  msBeforeNext <= limit.seconds * 1000 + CLOCKS_APART_MS;

/** Returns a fixed-length key, whatever address a header claimed; a plain hash of an address could be looked up. */
async function keyOf(db: Database, key: string): Promise<string> {
  return createHmac("sha256", await secretOf(db, "rate-limits"))
    .update(key)
    .digest("hex");
}

const secondsOf = (refusal: RateLimiterRes | null) =>
  refusal ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 0;
