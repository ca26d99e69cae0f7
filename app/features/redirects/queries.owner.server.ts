// What the owner reads and writes of redirects.
import { and, asc, count, desc, eq, ilike, isNull, or, type SQL, sql } from "drizzle-orm";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { FetchAsVisitor } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { likePattern } from "../../platform/like-pattern.server.ts";
import { pageOf } from "../../platform/paging.server.ts";
import { ChangedMeanwhile, deletedMeanwhile, Refused } from "../../platform/refused.ts";
import { deleteForUndo, readForUndo } from "../../platform/undo.server.ts";
import { listed } from "./listed.server.ts";
import { canonicalPath, localPath, normalPath, redirectTarget } from "./paths.ts";
import { findNext } from "./queries.server.ts";
import { pathOf, type RecordPath } from "./record-paths.ts";
import type { RedirectInput } from "./rules.ts";
import { missing_paths, redirects, slug_history } from "./table.server.ts";

const EXPORT_BATCH = 1_000;
/** Any number that no other lock of this kind has. */
const REDIRECTS_LOCK = 7_351_402_121;

const SORTS = {
  newest: [desc(listed.created_at), asc(listed.from_path)],
  hits: [desc(listed.hits), asc(listed.from_path)],
  latest: [sql`${listed.last_hit_at} desc nulls last`, asc(listed.from_path)],
  address: [asc(listed.from_path)],
} satisfies Record<string, SQL[]>;

type RedirectFilter = {
  /** part of either address; empty means all */
  search: string;
  sort: keyof typeof SORTS;
  /** from 1; beyond the last page means the last page */
  page: number;
  perPage: number;
};

const matches = (search: string) =>
  search
    ? or(ilike(listed.from_path, likePattern(search)), ilike(listed.to_path, likePattern(search)))
    : undefined;

/**
 * The owner's redirects, and the slugs that records have left behind.
 * @returns one page of `rows`, how many match, which page it is of how many
 */
export async function listRedirects(db: Database, filter: RedirectFilter) {
  const where = matches(filter.search);
  const [{ matching } = { matching: 0 }] = await db.select({ matching: count() }).from(listed).where(where);
  const { page, pages, offset } = pageOf(matching, filter);
  const rows = await db
    .select()
    .from(listed)
    .where(where)
    .orderBy(...SORTS[filter.sort])
    .limit(filter.perPage)
    .offset(offset);
  return { rows, matching, page, pages };
}

/**
 * Redirects that have the text in their old or their new address, newest first.
 * @param limit rows at most
 */
export function findRedirectsByPath(db: Database, text: string, limit: number) {
  const { id, from_path, to_path } = listed;
  return db
    .select({ id, from_path, to_path })
    .from(listed)
    .where(matches(text))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

/** @returns null where it is gone */
export async function findRedirectById(db: Database, id: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.id, id));
  return row ?? null;
}

/** An address that is gone for good, null where none is. */
export async function findGonePath(db: Database): Promise<string | null> {
  const { from_path, to_path } = redirects;
  const [own] = await db.select({ from_path }).from(redirects).where(isNull(to_path)).limit(1);
  if (own) return own.from_path;
  // Not from the whole list: that looks at every record, and each look at the Content tab asks for this.
  const { kind, slug, is_gone } = slug_history;
  const [left] = await db.select({ kind, slug }).from(slug_history).where(eq(is_gone, true)).limit(1);
  return left ? pathOf(left as RecordPath) : null;
}

/** What saving needs to know of the site. */
export type Site = { siteUrl: string; ask: FetchAsVisitor };

/**
 * Adds a redirect, or says that an address is gone for good.
 * @returns a note for the owner where the target redirects itself: this one goes to the end of the chain at once
 * @throws Refused where a page answers at the old address, there is a redirect from it already, or its target is
 *   itself, part of a loop or gone
 */
export async function addRedirect(db: Database, input: RedirectInput, site: Site) {
  const from = oldPath(input.from_path, site.siteUrl);
  return insert(db, from, input, site);
}

async function insert(db: Database, from: string, input: RedirectInput, site: Site, kept?: Kept) {
  if (await findByPath(db, from)) throw new Refused({ from_path: words.taken(from) });
  await refuseLive(from, site.ask);
  return db.transaction(async (tx) => {
    await oneAtATime(tx);
    if (await findByPath(tx, from)) throw new Refused({ from_path: words.taken(from) });
    return write(tx, null, from, input, site.siteUrl, kept);
  });
}

/**
 * Saves a redirect over the version its form was opened with.
 * @throws Refused as `addRedirect` does, where it is gone, and where another editor saved meanwhile
 */
export async function updateRedirect(
  db: Database,
  id: string,
  version: number,
  input: RedirectInput,
  site: Site,
) {
  const from = oldPath(input.from_path, site.siteUrl);
  const before = await findRedirectById(db, id);
  if (before && before.from_path !== from) await refuseLive(from, site.ask);
  return db.transaction(async (tx) => {
    await oneAtATime(tx);
    const now = await findRedirectById(tx, id);
    if (!now) throw deletedMeanwhile("This redirect");
    if (now.version !== version) throw new ChangedMeanwhile("saved this redirect", now.version);
    const other = await findByPath(tx, from);
    if (other && other.id !== id) throw new Refused({ from_path: words.taken(from) });
    return write(tx, id, from, input, site.siteUrl);
  });
}

/**
 * One that is gone already is no fault.
 * @returns the id for `restoreRedirect`, and how many were deleted: 1, or 0
 */
export const deleteRedirect = (db: Database, id: string) =>
  db.transaction((tx) => deleteForUndo(tx, [[redirects, eq(redirects.id, id)]]));

/** What of a deleted redirect comes back with it, besides its addresses. */
type Kept = Pick<typeof redirects.$inferSelect, "hits">;

/**
 * Brings a deleted redirect back. What changed meanwhile counts: where its target redirects by now, it takes that one's target.
 * @param undoId from `deleteRedirect`
 * @returns a note for the owner, as `addRedirect` does
 * @throws Refused as `addRedirect` does, except that its target may be gone, as it was before; and once it is
 *   too late
 */
export async function restoreRedirect(db: Database, undoId: string, site: Site) {
  const [row] = await readForUndo(db, undoId, "redirects");
  const { from_path, to_path, hits } = row as typeof redirects.$inferSelect;
  const answer = to_path === null ? ("410" as const) : ("301" as const);
  return insert(db, from_path, { from_path, answer, to_path: to_path ?? "" }, site, { hits });
}

/** All that the search leaves, by address, read in batches. */
export async function* eachRedirect(db: Database, search: string) {
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(listed)
      .where(and(matches(search), sql`${listed.from_path} > ${after}`))
      .orderBy(asc(listed.from_path))
      .limit(EXPORT_BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH) return;
    after = last.from_path;
  }
}

/** The redirect from an address, which is in the normal spelling. */
export async function findByPath(db: Database, from: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.from_path, from));
  return row ?? null;
}

/** @throws Refused where the address is another site's */
export function oldPath(link: string, siteUrl: string): string {
  const local = localPath(link, siteUrl);
  if (local === null) throw new Refused({ from_path: words.elsewhere });
  return normalPath(local);
}

/** Where a page answers, a redirect would never be followed. */
export async function refuseLive(from: string, ask: FetchAsVisitor) {
  const { status } = await ask(from, "HEAD");
  if (status >= 500) throw new Refused({ from_path: words.unchecked });
  // 301 and 410 are answers of redirects.
  if (![301, 404, 410].includes(status)) throw new Refused({ from_path: words.answers(from) });
}

/**
 * Two redirects that are saved at once could form a loop: each waits for the one before it. Visitors, counts and
 * the saves of records wait for none of them.
 */
export const oneAtATime = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(${REDIRECTS_LOCK})`);

/**
 * Writes a redirect that may be written as far as its old address goes; the log of 404s forgets it.
 * @param id null to add one
 * @param kept of one that comes back
 * @throws Refused for what its target does not allow
 */
export async function write(
  tx: Database,
  id: string | null,
  from: string,
  input: RedirectInput,
  siteUrl: string,
  kept?: Kept,
): Promise<{ note: string | undefined }> {
  const end =
    input.answer === "410" ? null : await endOf(tx, id, from, input.to_path, siteUrl, Boolean(kept));
  const values = { ...kept, from_path: from, to_path: end ? end.to : null };
  if (id)
    await tx
      .update(redirects)
      .set({ ...values, updated_at: sql`now()` })
      .where(eq(redirects.id, id));
  else await tx.insert(redirects).values(values);
  await tx.delete(missing_paths).where(eq(missing_paths.path, from));
  return { note: end?.isShortened ? words.shortened(end.to) : undefined };
}

/** The last target of a chain of redirects, so that the owner sees at once where visitors end up. */
async function endOf(
  tx: Database,
  id: string | null,
  from: string,
  link: string,
  siteUrl: string,
  mayBeGone: boolean,
) {
  const ours = localPath(link, siteUrl);
  let to = ours === null ? link : canonicalPath(ours);
  const seen = new Set([from]);
  for (let isShortened = false; ; isShortened = true) {
    const local = localPath(to, siteUrl);
    if (local === null) return { to, isShortened };
    const target = normalPath(local);
    if (seen.has(target)) throw new Refused({ to_path: isShortened ? words.loop(from, link) : words.itself });
    seen.add(target);
    const next = await findNext(tx, target, id ?? undefined);
    if (!next || next === "here" || (next.to_path === null && mayBeGone)) return { to, isShortened };
    if (next.to_path === null) throw new Refused({ to_path: words.leadsToGone(target) });
    to = redirectTarget(local, next.to_path);
  }
}
