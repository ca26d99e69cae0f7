import { createHmac } from "node:crypto";
import { eq, gt, inArray, lt, or } from "drizzle-orm";
import type { Pool, QueryConfig } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "./database.server.ts";
import { rate_limits } from "./rate-limit.table.server.ts";
import { secretOf } from "./secret.server.ts";

/** Largest tolerated clock difference between a site's machines. */
const CLOCKS_APART_MS = 60_000;
const LONGEST_SECONDS = 24 * 3600;

/** Allows `points` attempts in `seconds`, starting with the first attempt. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts an attempt, allowed or not. All processes share the count.
 * @param db the owner's, because visitors can't access counters
 * @param key such as `networkOf(address)`; stored as an HMAC
 * @returns 0 if allowed, otherwise seconds until the limit reopens
 */
export async function countAttempt(db: Database, limit: Limit, key: string): Promise<number> {
  const stored = await keyOf(db, key);
  const counted = await consume(db, limit, stored);
  if (!counted || isSensible(limit, counted.msBeforeNext)) return secondsOf(counted);
  await db.delete(rate_limits).where(eq(rate_limits.key, `${limit.name}:${stored}`));
  return secondsOf(await consume(db, limit, stored));
}

async function consume(db: Database, limit: Limit, stored: string): Promise<RateLimiterRes | null> {
  try {
    await counterOf(db, limit).consume(stored);
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal;
    throw refusal;
  }
}

/** Refunds an attempt that shouldn't count, such as one with the correct password. */
export async function refundPoint(db: Database, limit: Limit, key: string): Promise<void> {
  await counterOf(db, limit).reward(await keyOf(db, key));
}

export type Counted = [limit: Limit, key: string];

/**
 * Checks several limits in one query, without counting.
 * @returns for each limit, 0 or the seconds until it reopens
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

/** Returns the fewest points left on any limit. */
export async function pointsLeft(db: Database, counted: readonly Counted[]): Promise<number> {
  const left = await Promise.all(
    counted.map(
      async ([limit, key]) => (await counterOf(db, limit).get(await keyOf(db, key)))?.remainingPoints,
    ),
  );
  return Math.min(...left.map((points, index) => points ?? counted[index]![0].points));
}

/** Deletes counters that expired, or that a wrong clock put too far in the future. Runs hourly. */
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
    // Counters are created per use, so the library's cleanup would leak a timer each time.
    clearExpiredByTimeout: false,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
  });
}

const poolOf = (db: Database) => (db as Database & { $client: Pool }).$client;

/** Doesn't wait for the disk. A database crash may lose counts from the last half second. */
async function countQuickly(pool: Pool, statement: QueryConfig) {
  const client = await pool.connect();
  try {
    await client.query("begin; set local synchronous_commit to off");
    const result = await client.query(statement);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // The connection's state is unknown, so it's discarded.
    client.release(true);
    throw error;
  }
}

/** False for a window that started while a clock was ahead. */
const isSensible = (limit: Limit, msBeforeNext: number) =>
  msBeforeNext <= limit.seconds * 1000 + CLOCKS_APART_MS;

/** Returns a fixed-length HMAC, because a plain hash of an address could be reversed. */
async function keyOf(db: Database, key: string): Promise<string> {
  return createHmac("sha256", await secretOf(db, "rate-limits"))
    .update(key)
    .digest("hex");
}

const secondsOf = (refusal: RateLimiterRes | null) =>
  refusal ? Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) : 0;
