import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { patternsOf } from "./patterns.ts";
import { type RecordPath, recordOf } from "./record-paths.ts";
import { missing_paths, redirects, slug_history } from "./table.server.ts";

/** Beyond this limit, the least recently requested paths are deleted. */
const MISSING_MAX = 5_000;
const REFERRERS_MAX = 5;

const MISSING_LOCK = 404_404;

/** `referrers` counts visits by referring host. */
export type Visits = { path: string; hits: number; referrers: Record<string, number> };

/** Counts visits that got a redirect or a 410. */
export async function recordRedirected(db: Database, visits: Pick<Visits, "path" | "hits">[]) {
  // Sorted, so concurrent processes lock rows in the same order.
  for (const { path, hits } of visits.toSorted(byPath)) {
    const { queries, path: at, wildcards } = patternsOf(path);
    const record = recordOf(at);
    // Same order as `findNext`.
    (await countFirst(db, [...queries, at], hits)) ||
      (record && (await countSlug(db, record, hits))) ||
      (await countFirst(db, wildcards, hits));
  }
}

async function countFirst(db: Database, patterns: string[], hits: number) {
  if (!patterns.length) return false;
  const first = db
    .select({ id: redirects.id })
    .from(redirects)
    .where(and(inArray(redirects.from_path, patterns), redirects.is_on))
    .orderBy(sql`array_position(${sql.param(patterns)}::text[], ${redirects.from_path})`)
    .limit(1);
  const { rowCount } = await db
    .update(redirects)
    .set({ hits: sql`${redirects.hits} + ${hits}`, last_hit_at: sql`now()` })
    .where(inArray(redirects.id, first));
  return Boolean(rowCount);
}

async function countSlug(db: Database, { kind, slug }: RecordPath, hits: number) {
  const { rowCount } = await db
    .update(slug_history)
    .set({ hits: sql`${slug_history.hits} + ${hits}`, last_hit_at: sql`now()` })
    .where(and(eq(slug_history.kind, kind), eq(slug_history.slug, slug)));
  return Boolean(rowCount);
}

/**
 * Adds visits to the 404 log.
 * @param limit for tests
 */
export async function recordMissing(db: Database, visits: Visits[], limit = MISSING_MAX) {
  if (!visits.length) return;
  await db.transaction(async (tx) => {
    // One process at a time, because referrers are read, merged and written back.
    await tx.execute(sql`select pg_advisory_xact_lock(${MISSING_LOCK})`);
    const paths = visits.map(({ path }) => path);
    const known = await tx
      .select({ path: missing_paths.path, referrers: missing_paths.referrers })
      .from(missing_paths)
      .where(inArray(missing_paths.path, paths));
    const before = new Map(known.map(({ path, referrers }) => [path, referrers]));
    await tx
      .insert(missing_paths)
      .values(
        visits.toSorted(byPath).map(({ path, hits, referrers }) => ({
          path,
          hits,
          referrers: addReferrers(before.get(path) ?? {}, referrers),
        })),
      )
      .onConflictDoUpdate({
        target: missing_paths.path,
        set: {
          hits: sql`${missing_paths.hits} + excluded.hits`,
          referrers: sql`excluded.referrers`,
          last_seen_at: sql`now()`,
        },
      });
    await tx.execute(sql`
      delete from ${missing_paths} where path in (
        select path from ${missing_paths} order by last_seen_at desc, path offset ${limit})`);
  });
}

/** Merges counts. Limits the number of hosts, so a client can't fill the table. */
export function addReferrers(before: Record<string, number>, more: Record<string, number>) {
  const sum = new Map(Object.entries(before));
  for (const [host, times] of Object.entries(more)) {
    if (sum.has(host) || sum.size < REFERRERS_MAX) sum.set(host, (sum.get(host) ?? 0) + times);
  }
  return Object.fromEntries(sum);
}

const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
