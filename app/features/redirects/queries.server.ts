// Redirects for visitors, looked up only if no page answers.
import { and, like, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { localPath, redirectTarget } from "./paths.ts";
import { isQuery, normalFrom, patternsOf, targetFor } from "./patterns.ts";
import { FILTERED_LIST, recordOf } from "./record-paths.ts";
import { findFilter, findRecords, listOldFilters, type Successor } from "./slug-history.server.ts";
import { redirects } from "./table.server.ts";

/**
 * Returns the target of a path. Redirects and former slugs are followed to the end, so visitors take one hop and are
 * never sent to a hidden or deleted page.
 * @param asked from the root, in any spelling
 * @param known what `findRecords` returned for its path
 * @returns its current target with the query that's passed on, `to_path` null if it's permanently removed; null for a
 *   URL without redirect or history
 */
export async function findRedirect(db: Database, asked: string, known?: Records): Promise<Successor | null> {
  let at = asked;
  const seen = new Set<string>();
  const used = new Set<string>();
  while (!seen.has(normalFrom(at))) {
    seen.add(normalFrom(at));
    const next = await findNext(db, at, { known: at === asked ? known : undefined });
    // A wildcard whose target is one of its own URLs ends there.
    if (next === "here" || (next?.from && used.has(next.from))) return at === asked ? null : { to_path: at };
    if (!next?.to_path) return next;
    if (next.from) used.add(next.from);
    at = next.from ? targetFor(at, next.from, next.to_path) : redirectTarget(at, next.to_path);
    if (localPath(at, "") === null) return { to_path: at };
  }
  // A loop: only a backup or direct SQL can create one.
  return null;
}

/** Records by path, from `findRecords`. */
type Records = ReadonlyMap<string, Successor>;

/** A hop: `from` is the old URL of the owner's redirect that matched, absent for a former slug. */
type Hop = Successor & { from?: string };

/**
 * Returns one hop from a URL. An old URL with this query comes first, then one with this path, then former slugs,
 * then wildcards, the longest first.
 * @param asked from the root, in any spelling
 * @param given.except a redirect to ignore
 * @param given.known what `findRecords` returned for its path
 * @returns "here" if nothing redirects it; null for the path of a record that visitors can't reach
 */
export async function findNext(
  db: Database,
  asked: string,
  { except, known }: { except?: string; known?: Records } = {},
): Promise<Hop | "here" | null> {
  const { queries, path: at, wildcards } = patternsOf(asked);
  const own = await findMatching(db, [...queries, at, ...wildcards], except);
  if (own && isQuery(own.from)) return own;
  const record = recordOf(at);
  const successor = !record
    ? null
    : record.kind === "industry"
      ? await findFilter(db, at)
      : ((known ?? (await findRecords(db, [at]))).get(at) ?? null);
  if (successor?.to_path === at) return "here";
  if (own && (own.from === at || !successor)) return own;
  // A path that could be a landing page's may also be something else, such as a page that a proxy serves.
  return (
    successor ?? (record && (record.kind === "blog-post" || record.kind === "case-study") ? null : "here")
  );
}

/** Built once per database, which takes as long as running it. */
const matching = new WeakMap<Database, ReturnType<typeof prepareMatching>>();
const prepareMatching = (db: Database) =>
  db
    .select({ id: redirects.id, from: redirects.from_path, to_path: redirects.to_path })
    .from(redirects)
    .where(and(sql`${redirects.from_path} = any(${sql.placeholder("patterns")}::text[])`, redirects.is_on))
    .prepare("");

/** Returns the owner's redirect with the first of these old URLs. */
async function findMatching(db: Database, patterns: string[], except?: string) {
  const query = matching.get(db) ?? prepareMatching(db);
  matching.set(db, query);
  const rows = await query.execute({ patterns });
  const found = new Map(rows.filter(({ id }) => id !== except).map((row) => [row.from, row]));
  const first = patterns.find((pattern) => found.has(pattern));
  return first === undefined ? null : found.get(first)!;
}

/** Returns whether a redirect matches the query of a URL, which then comes before the page at its path. */
export async function isQueryRedirected(db: Database, asked: string): Promise<boolean> {
  const { queries } = patternsOf(asked);
  return queries.length > 0 && (await findMatching(db, queries)) !== null;
}

/** Returns the old URLs that only match requests with their query. */
export async function listQueries(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from: redirects.from_path })
    .from(redirects)
    .where(and(like(redirects.from_path, "%?%"), redirects.is_on));
  return rows.map(({ from }) => from).filter(isQuery);
}

/** Returns the case study filters that can be redirected, as `normalPath` spells them. */
export async function listMovedFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from_path: redirects.from_path })
    .from(redirects)
    .where(and(like(redirects.from_path, `${FILTERED_LIST}%`), redirects.is_on));
  return [...rows.map(({ from_path }) => from_path), ...(await listOldFilters(db))];
}

/**
 * Returns a permanent redirect that browsers revalidate; cached forever, it would loop once a path comes back (A to
 * B, B to A).
 */
export const permanentRedirect = (location: string) => redirectTo(location);

/**
 * Returns a redirect that browsers revalidate.
 * @param isTemporary for a page of a list that may exist one day
 */
export const redirectTo = (location: string, isTemporary = false) =>
  new Response(null, {
    status: isTemporary ? 302 : 301,
    headers: { Location: location, "Cache-Control": "no-cache" },
  });
