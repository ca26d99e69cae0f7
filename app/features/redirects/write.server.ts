import { eq, sql } from "drizzle-orm";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { canonicalPath, localPath, redirectTarget } from "./paths.ts";
import { isQuery, isWildcard, isWildcardTarget, normalFrom, patternsOf, targetFor } from "./patterns.ts";
import { findNext, mayContainPages } from "./queries.server.ts";
import { findRecords } from "./slug-history.server.ts";
import { missing_paths, redirect_turns, redirects } from "./table.server.ts";

type Stored = typeof redirects.$inferSelect;
/** Other columns to restore with a deleted redirect. */
export type Kept = Partial<Pick<Stored, "id" | "hits" | "last_hit_at" | "created_at">>;

/** Columns that a save writes. `to_path` is null for a 410. */
export type RedirectValues = Pick<Stored, "from_path" | "to_path" | "is_on">;

/** Finds an active or inactive redirect by its normalized old URL. */
export async function findByPath(db: Database, from: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.from_path, from));
  return row ?? null;
}

/**
 * Serializes saves of redirects, because concurrent saves could form a loop.
 * @throws a serialization failure if the transaction's snapshot is too old
 */
export const serializeSaves = (tx: Database) =>
  tx
    .insert(redirect_turns)
    .values({})
    .onConflictDoUpdate({
      target: redirect_turns.one,
      set: { taken: sql`${redirect_turns.taken} % 1000000 + 1` },
    });

/**
 * Returns an old URL as stored: a path, a path with a query, or a wildcard.
 * @throws Refused if it's on another site, or its wildcard doesn't cover a whole folder
 */
export function oldPath(link: string, siteUrl: string): string {
  const local = localPath(link, siteUrl);
  if (local === null) throw new Refused({ from_path: words.elsewhere });
  const from = normalFrom(local);
  if (/^[^?]*\*/.test(from) && !/^(\/[^/*?]+)+\/\*$/.test(from))
    throw new Refused({ from_path: words.wrongStar });
  return from;
}

/** Throws Refused if a target has a wildcard before its end or in its host, or one that the old URL can't fill. */
export function refuseStar(from: string, to: string | null) {
  if (to?.includes("*") && !(isWildcard(from) && isWildcardTarget(to)))
    throw new Refused({ to_path: words.wrongTargetStar });
}

/** Returns a target as stored: canonical, and without this site's host. */
export function newPath(link: string, siteUrl: string): string {
  const local = localPath(link, siteUrl);
  return local === null ? link : canonicalPath(local);
}

/**
 * Saves a redirect as given, without requests. Never shortens chains, because Undo compares the written
 * values.
 * @param id null to add one
 * @throws Refused if the old URL is taken, a wildcard in the target is misplaced, or an active redirect's target is
 *   the old URL, is gone or would create a loop
 */
export async function saveValues(db: Database, id: string | null, values: RedirectValues, kept?: Kept) {
  await db.transaction(async (tx) => {
    await serializeSaves(tx);
    const { from_path: from, to_path: to, is_on } = values;
    await refuseTaken(tx, from, id);
    if (is_on) await refuseRecord(tx, from);
    refuseStar(from, to);
    if (is_on && to !== null) await findFinalTarget(tx, { id, from, to }, "");
    await store(tx, id, values, kept);
  });
}

/**
 * Returns whether an old URL may overlap with pages. Wildcards skip pages, and a query only matches some
 * requests.
 */
export const mayCoexistWithPages = (from: string) => isWildcard(from) || isQuery(from);

/** Throws Refused if a record has the path. */
export async function refuseRecord(db: Database, from: string) {
  if (mayCoexistWithPages(from)) return;
  if ((await findRecords(db, [from])).get(from)?.to_path === from)
    throw new Refused({ from_path: words.answers(from) });
}

/** Throws Refused if another redirect has the path. */
export async function refuseTaken(db: Database, from: string, id: string | null) {
  const other = await findByPath(db, from);
  if (other && other.id !== id)
    throw new Refused({ from_path: other.is_on ? words.taken(from) : words.takenOff(from) });
}

/**
 * Writes a checked redirect and, if active, removes its path from the 404 log.
 * @throws Refused if a restored redirect already exists
 */
export async function store(tx: Database, id: string | null, values: RedirectValues, kept?: Kept) {
  if (id)
    await tx
      .update(redirects)
      .set({ ...values, updated_at: sql`now()` })
      .where(eq(redirects.id, id));
  else {
    const adding = tx.insert(redirects).values({ ...values, ...kept });
    const { rowCount } = await adding.onConflictDoNothing({ target: redirects.id });
    if (!rowCount) throw new Refused({ "": words.isBack });
  }
  const { from_path: from } = values;
  const isFixed = isWildcard(from)
    ? sql`starts_with(${missing_paths.path} || '/', ${from.slice(0, -1)})`
    : eq(missing_paths.path, from);
  if (values.is_on) await tx.delete(missing_paths).where(isFixed);
}

/**
 * Returns the last target of a redirect chain, and whether the chain was longer than one redirect.
 * @param of.id the redirect to ignore; null for a new one
 * @param of.mayBeGone true for a redirect that's restored unchanged
 * @throws Refused if the redirect would be part of a loop or its target is gone
 */
export async function findFinalTarget(
  tx: Database,
  of: { id: string | null; from: string; to: string; mayBeGone?: boolean },
  siteUrl: string,
): Promise<{ to: string; isShortened: boolean }> {
  const { id, from, to: link, mayBeGone = false } = of;
  let to = newPath(link, siteUrl);
  const seen = new Set([from]);
  let kept: { to: string; isShortened: boolean } | undefined;
  for (let isShortened = false; ; isShortened = true) {
    const local = localPath(to, siteUrl);
    if (local === null) return kept ?? { to, isShortened };
    const target = normalFrom(local);
    const { queries, path, wildcards } = patternsOf(local);
    // If a wildcard's target matched its own pattern, the URL would get longer with each hop.
    const own = [...queries, path, ...(isWildcard(target) ? wildcards : [])];
    if (own.includes(from) || seen.has(target))
      throw new Refused({ to_path: isShortened ? words.loop(from, link) : words.itself });
    seen.add(target);
    const next = await findNext(tx, local, { except: id ?? undefined });
    if (!next || next === "here" || (next.to_path === null && (kept || mayBeGone)))
      return kept ?? { to, isShortened };
    if (next.to_path === null) throw new Refused({ to_path: words.leadsToGone(target) });
    // Pages in a wildcard's folder win over the next redirect, so each visit decides where the chain ends.
    if (isWildcard(target) && mayContainPages(target)) kept ??= { to, isShortened };
    to = next.from ? targetFor(local, next.from, next.to_path) : redirectTarget(local, next.to_path);
  }
}
