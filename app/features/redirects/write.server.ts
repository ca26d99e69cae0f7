// Writes redirects: the rules for their URLs, and one save at a time.
import { eq, sql } from "drizzle-orm";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { canonicalPath, localPath, redirectTarget } from "./paths.ts";
import { isQuery, isWildcard, normalFrom, patternsOf, targetFor } from "./patterns.ts";
import { findNext } from "./queries.server.ts";
import { findRecords } from "./slug-history.server.ts";
import { missing_paths, redirect_turns, redirects } from "./table.server.ts";

type Stored = typeof redirects.$inferSelect;
/** The values that are restored with a deleted redirect besides its URLs. */
export type Kept = Partial<Pick<Stored, "id" | "hits" | "last_hit_at" | "created_at">>;

/** The columns that a save writes. `to_path` null: permanently removed (410). */
export type RedirectValues = Pick<Stored, "from_path" | "to_path" | "is_on">;

/** Returns the redirect from a normalized path, including one that's off. */
export async function findByPath(db: Database, from: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.from_path, from));
  return row ?? null;
}

/**
 * Serializes saves of redirects, since two at once could form a loop. Visitors, counters and saves of records never
 * wait for them.
 * @throws a serialization failure in a transaction whose snapshot is older than another save
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
 * Returns an old URL as it's stored: a path, a path with a query, or a wildcard.
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

/** Throws Refused if a target has a wildcard that its old URL can't fill. */
export function refuseStar(from: string, to: string | null) {
  if (to?.includes("*") && (!isWildcard(from) || !/^[^*]*\*$/.test(to)))
    throw new Refused({ to_path: words.wrongTargetStar });
}

/** Returns a target as it's stored: this site's own pages without the host, in canonical spelling. */
export function newPath(link: string, siteUrl: string): string {
  const local = localPath(link, siteUrl);
  return local === null ? link : canonicalPath(local);
}

/**
 * Saves a redirect as given, also within a publish: it makes no requests, and keeps the target even if that redirects,
 * because Undo compares what was written.
 * @param id null to add one
 * @throws Refused if the old URL belongs to another redirect or a record's page, or the target is the old URL, part of
 * a loop or gone; an inactive redirect may have any target
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
 * Returns whether an old URL may match paths of pages: a wildcard skips pages, and a query limits it to some requests.
 */
export const mayCoexistWithPages = (from: string) => isWildcard(from) || isQuery(from);

/** Throws Refused if a record's page is at the path. */
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
 * Writes a checked redirect. If it's active, its path is removed from the 404 log.
 * @throws Refused if one that's being restored already exists
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
 * Returns the last target of a chain of redirects, so that the owner sees at once where visitors end up.
 * @param of.id of the redirect, which is itself ignored; null for a new one
 * @param of.mayBeGone for a redirect that's restored unchanged
 * @throws Refused if it's part of a loop or gone
 */
export async function findFinalTarget(
  tx: Database,
  of: { id: string | null; from: string; to: string; mayBeGone?: boolean },
  siteUrl: string,
): Promise<{ to: string; isShortened: boolean }> {
  const { id, from, to: link, mayBeGone = false } = of;
  let to = newPath(link, siteUrl);
  const seen = new Set([from]);
  for (let isShortened = false; ; isShortened = true) {
    const local = localPath(to, siteUrl);
    if (local === null) return { to, isShortened };
    const target = normalFrom(local);
    const { queries, path, wildcards } = patternsOf(local);
    // A wildcard that fills its own URLs would grow with each hop; one with a fixed target may point into its folder.
    const own = [...queries, path, ...(isWildcard(target) ? wildcards : [])];
    if (own.includes(from) || seen.has(target))
      throw new Refused({ to_path: isShortened ? words.loop(from, link) : words.itself });
    seen.add(target);
    const next = await findNext(tx, local, { except: id ?? undefined });
    if (!next || next === "here" || (next.to_path === null && mayBeGone)) return { to, isShortened };
    if (next.to_path === null) throw new Refused({ to_path: words.leadsToGone(target) });
    to = next.from ? targetFor(local, next.from, next.to_path) : redirectTarget(local, next.to_path);
  }
}
