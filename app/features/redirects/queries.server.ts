// Redirects for visitors. Those with a query win over pages; the others apply only if no page matches.
import { and, like, sql } from "drizzle-orm";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { canonicalPath, localPath, normalPath, redirectTarget } from "./paths.ts";
import { isQuery, isWildcard, normalFrom, patternsOf, targetFor } from "./patterns.ts";
import { FILTERED_LIST, recordOf } from "./record-paths.ts";
import { findFilter, findRecords, listOldFilters, type Successor } from "./slug-history.server.ts";
import { redirects } from "./table.server.ts";

const PAGE_NAMES = (Object.keys(pages) as PageName[]).filter((name) => name !== "not-found");
const PAGE_PATHS = new Set(PAGE_NAMES.map(pagePath));

/** Returns whether there can be pages in a wildcard's folder. */
export function mayContainPages(wildcard: string): boolean {
  const folder = wildcard.slice(0, -1);
  return recordOf(`${folder}a`) !== null || [...PAGE_PATHS].some((path) => path.startsWith(folder));
}

/**
 * Returns the final target of a path, so visitors take one hop and never reach a hidden or deleted page.
 * @param asked from the root, in any spelling
 * @param known lookups already made for this URL
 * @returns null if there's no redirect or former slug; `to_path` is null for a 410
 */
export async function findRedirect(db: Database, asked: string, known?: Known): Promise<Successor | null> {
  let at = asked;
  const seen = new Set<string>();
  const used = new Set<string>();
  while (!seen.has(normalFrom(at))) {
    seen.add(normalFrom(at));
    const next = await findNext(db, at, at === asked ? known : undefined);
    // The chain ends where a wildcard matches its own target.
    if (next === "here" || (next?.from && used.has(next.from)))
      return at === asked ? null : { to_path: await asPage(db, at) };
    if (!next?.to_path) return next;
    if (next.from) used.add(next.from);
    at = next.from ? targetFor(at, next.from, next.to_path) : redirectTarget(at, next.to_path);
    if (localPath(at, "") === null) return { to_path: at };
  }
  // A loop, which only a restored backup or direct SQL can create.
  return null;
}

/** A URL's records, from `findRecords`, and the owner's redirect, from `findOwn`. */
type Known = { records?: ReadonlyMap<string, Successor>; own?: Own | null };

/** Returns a page's path in its canonical spelling, and any other path as it is. */
async function asPage(db: Database, path: string): Promise<string> {
  const canonical = canonicalPath(path);
  if (canonical === path) return path;
  const normal = normalPath(path);
  const isPage = PAGE_PATHS.has(normal) || (await findRecords(db, [normal])).get(normal)?.to_path === normal;
  return isPage ? canonical : path;
}

/** `from` is the matching old URL of the owner's redirect, absent for a former slug. */
type Hop = Successor & { from?: string };

/**
 * Returns the next hop. Order: redirects with this query, redirects with this path, former slugs, then the longest
 * wildcard. A built-in page wins over all but the first.
 * @param given.except a redirect to ignore
 * @returns "here" if there's no redirect; null for a record that visitors can't reach
 */
export async function findNext(
  db: Database,
  asked: string,
  { except, records, own: known }: Known & { except?: string } = {},
): Promise<Hop | "here" | null> {
  const at = normalPath(asked);
  const found = known === undefined ? await findOwn(db, asked, except) : known;
  if (found && isQuery(found.from)) return found;
  if (PAGE_PATHS.has(at)) return "here";
  const record = recordOf(at);
  // A filtered list is a page too.
  const own = found && isWildcard(found.from) && record?.kind === "industry" ? null : found;
  const successor = !record
    ? null
    : record.kind === "industry"
      ? await findFilter(db, at)
      : ((records ?? (await findRecords(db, [at]))).get(at) ?? null);
  if (successor?.to_path === at) return "here";
  if (own && (own.from === at || !successor)) return own;
  // A path that looks like a landing page's may be another page, such as one behind a proxy.
  return (
    successor ?? (record && (record.kind === "blog-post" || record.kind === "case-study") ? null : "here")
  );
}

/** Cached, because building the query takes as long as running it. */
const matching = new WeakMap<Database, ReturnType<typeof prepareMatching>>();
const prepareMatching = (db: Database) =>
  db
    .select({ id: redirects.id, from: redirects.from_path, to_path: redirects.to_path })
    .from(redirects)
    .where(and(sql`${redirects.from_path} = any(${sql.placeholder("patterns")}::text[])`, redirects.is_on))
    .prepare("");

type Own = { id: string; from: string; to_path: string | null };

/**
 * Returns the owner's redirect whose old URL matches most specifically.
 * @param asked from the root, in any spelling
 * @param except a redirect to ignore
 */
export async function findOwn(db: Database, asked: string, except?: string): Promise<Own | null> {
  const { queries, path, wildcards } = patternsOf(asked);
  const patterns = [...queries, path, ...wildcards];
  const query = matching.get(db) ?? prepareMatching(db);
  matching.set(db, query);
  const rows = await query.execute({ patterns });
  const found = new Map(rows.filter(({ id }) => id !== except).map((row) => [row.from, row]));
  const first = patterns.find((pattern) => found.has(pattern));
  return first === undefined ? null : found.get(first)!;
}

/** Returns old URLs that only match with their query. */
export async function listQueries(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from: redirects.from_path })
    .from(redirects)
    .where(and(like(redirects.from_path, "%?%"), redirects.is_on));
  return rows.map(({ from }) => from).filter(isQuery);
}

/** Returns redirected case study filters, as `normalPath` spells them. */
export async function listMovedFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from_path: redirects.from_path })
    .from(redirects)
    .where(and(like(redirects.from_path, `${FILTERED_LIST}%`), redirects.is_on));
  return [...rows.map(({ from_path }) => from_path), ...(await listOldFilters(db))];
}

/**
 * Returns a permanent redirect that browsers revalidate, because a cached redirect could cause a loop later.
 */
export const permanentRedirect = (location: string) => redirectTo(location);

/**
 * Returns a redirect that browsers revalidate.
 * @param isTemporary whether to send a 302, for a list page past the last one, which may exist later
 */
export const redirectTo = (location: string, isTemporary = false) =>
  new Response(null, {
    status: isTemporary ? 302 : 301,
    headers: { Location: location, "Cache-Control": "no-cache" },
  });
