import { and, asc, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { contains } from "../../platform/database/like-pattern.server.ts";
import { type Paging, pageOf } from "../../platform/database/paging.server.ts";
import { ChangedSinceOpened, Refused, recordGone } from "../../platform/database/refused.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { listed } from "./listed.server.ts";
import { pathOf, type RecordPath } from "./record-paths.ts";
import type { RedirectInput } from "./rules.ts";
import { redirects, slug_history } from "./table.server.ts";
import {
  findFinalTarget,
  type Kept,
  mayCoexistWithPages,
  newPath,
  oldPath,
  type RedirectValues,
  refuseRecord,
  refuseStar,
  refuseTaken,
  serializeSaves,
  store,
} from "./write.server.ts";

const EXPORT_BATCH = 1_000;

const SORTS = {
  newest: [desc(listed.created_at), asc(listed.from_path)],
  hits: [desc(listed.hits), asc(listed.from_path)],
  latest: [sql`${listed.last_hit_at} desc nulls last`, asc(listed.from_path)],
  address: [asc(listed.from_path)],
} satisfies Record<string, SQL[]>;

type RedirectFilter = Paging & {
  search: string;
  sort: keyof typeof SORTS;
};

const matches = (search: string) => contains(search, listed.from_path, listed.to_path);

/** Returns one page of the owner's redirects and those from former slugs. */
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

/** Finds redirects by part of either URL, newest first. */
export function findRedirectsByPath(db: Database, text: string, limit: number) {
  const { id, from_path, to_path, is_on } = listed;
  return db
    .select({ id, from_path, to_path, is_on })
    .from(listed)
    .where(matches(text))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

export async function findRedirectById(db: Database, id: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.id, id));
  return row ?? null;
}

/** Returns a permanently removed URL, or null if there's none. */
export async function findGonePath(db: Database): Promise<string | null> {
  const { from_path, to_path } = redirects;
  const isGone = and(isNull(to_path), redirects.is_on);
  const [own] = await db.select({ from_path }).from(redirects).where(isGone).limit(1);
  if (own) return own.from_path;
  // Avoids `listed`, which reads every record. The Content tab runs this query on each view.
  const { kind, slug, is_gone } = slug_history;
  const [left] = await db.select({ kind, slug }).from(slug_history).where(eq(is_gone, true)).limit(1);
  return left ? pathOf(left as RecordPath) : null;
}

export type Site = { siteUrl: string; ask: FetchAsVisitor };

/**
 * Adds a redirect, or marks a URL as permanently removed.
 * @returns a note if a redirect chain was shortened
 * @throws Refused if the old URL is on another site, can't be checked, or already has a page or redirect; if a
 *   wildcard is misplaced; or if the target is the old URL, is gone or would create a loop
 */
export async function addRedirect(db: Database, input: RedirectInput, site: Site) {
  const values = valuesOf(input, site.siteUrl);
  const from = values.from_path;
  await refuseTaken(db, from, null);
  if (values.is_on) await refuseLive(from, site.ask);
  return db.transaction(async (tx) => {
    await serializeSaves(tx);
    await refuseTaken(tx, from, null);
    return write(tx, null, values, site.siteUrl);
  });
}

/**
 * Updates a redirect.
 * @returns a note if a redirect chain was shortened
 * @throws Refused as `addRedirect` does, or if the redirect is gone or was changed in the meantime
 */
export async function updateRedirect(
  db: Database,
  id: string,
  version: number,
  input: RedirectInput,
  site: Site,
) {
  const before = await findRedirectById(db, id);
  const values = valuesOf(input, site.siteUrl, before);
  if (before) await refuseLiveNow(before, values, site.ask);
  return db.transaction(async (tx) => {
    await serializeSaves(tx);
    const now = await findRedirectById(tx, id);
    if (!now) throw recordGone("This redirect");
    if (now.version !== version) throw new ChangedSinceOpened("saved this redirect", now.version);
    await refuseTaken(tx, values.from_path, id);
    return write(tx, id, values, site.siteUrl);
  });
}

/** Deletes a redirect; does nothing if it's already gone. */
export async function deleteRedirect(db: Database, id: string): Promise<void> {
  await db.delete(redirects).where(eq(redirects.id, id));
}

/**
 * Restores a deleted redirect. If its target now redirects, the chain is shortened.
 * @throws Refused as `addRedirect` does, except for a target that's gone
 */
export async function restoreRedirect(
  db: Database,
  { from_path, to_path, is_on, ...kept }: RedirectValues & Required<Kept>,
): Promise<void> {
  const values = { from_path, to_path, is_on };
  await db.transaction(async (tx) => {
    await serializeSaves(tx);
    await refuseTaken(tx, values.from_path, null);
    if (values.is_on) await refuseRecord(tx, values.from_path);
    await write(tx, null, values, "", kept);
  });
}

/** Yields matching active redirects, sorted by path. Reads them in batches. */
export async function* eachRedirect(db: Database, search: string) {
  for (let after = ""; ; ) {
    const rows = await db
      .select()
      .from(listed)
      .where(and(matches(search), listed.is_on, sql`${listed.from_path} > ${after}`))
      .orderBy(asc(listed.from_path))
      .limit(EXPORT_BATCH);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH) return;
    after = last.from_path;
  }
}

/** Throws Refused if the URL has a page, because visitors would never be redirected, or if that can't be checked. */
export async function refuseLive(from: string, ask: FetchAsVisitor) {
  if (mayCoexistWithPages(from)) return;
  const { status } = await ask(from, "HEAD");
  if (status >= 500) throw new Refused({ from_path: words.unchecked });
  // Redirects themselves return 301 and 410.
  if (![301, 404, 410].includes(status)) throw new Refused({ from_path: words.answers(from) });
}

async function refuseLiveNow(
  before: RedirectValues,
  { from_path, is_on }: RedirectValues,
  ask: FetchAsVisitor,
) {
  if (is_on && (!before.is_on || before.from_path !== from_path)) await refuseLive(from_path, ask);
}

/**
 * Returns the form's values as stored.
 * @param before the stored redirect, which stays on or off if the form has no switch
 * @throws Refused if the old URL is on another site or a wildcard is misplaced
 */
export function valuesOf(
  input: RedirectInput,
  siteUrl: string,
  before?: RedirectValues | null,
): RedirectValues {
  const { from_path: typed, query, answer, is_on } = input;
  const from_path = oldPath(query === "ignore" ? typed.replace(/[?#].*/s, "") : typed, siteUrl);
  const to_path = answer === "410" ? null : newPath(input.to_path, siteUrl);
  refuseStar(from_path, to_path);
  return { from_path, to_path, is_on: is_on === undefined ? (before?.is_on ?? true) : is_on === "true" };
}

/**
 * Writes a redirect whose old URL was checked.
 * @param id null to add one
 * @param kept columns of a restored redirect
 * @returns a note if a redirect chain was shortened
 * @throws Refused if an active redirect's target is the old URL, is gone or would create a loop
 */
export async function write(
  tx: Database,
  id: string | null,
  values: RedirectValues,
  siteUrl: string,
  kept?: Kept,
): Promise<{ note: string | undefined }> {
  const { values: shortened, note } = await shorten(tx, id, values, siteUrl, Boolean(kept));
  await store(tx, id, shortened, kept);
  return { note };
}

async function shorten(
  tx: Database,
  id: string | null,
  values: RedirectValues,
  siteUrl: string,
  mayBeGone = false,
) {
  const { from_path: from, to_path: to, is_on } = values;
  if (!is_on || to === null) return { values, note: undefined };
  const end = await findFinalTarget(tx, { id, from, to, mayBeGone }, siteUrl);
  return {
    values: { ...values, to_path: end.to },
    note: end.isShortened ? words.shortened(end.to) : undefined,
  };
}

/**
 * Normalizes a draft's URLs and runs the checks that need the running site.
 * @returns the values to store, and a note if a redirect chain was shortened
 * @throws Refused as `addRedirect` does
 */
export async function prepareDraft(
  db: Database,
  before: Pick<typeof redirects.$inferSelect, keyof RedirectValues | "id"> | null,
  input: RedirectInput,
  site: Site,
) {
  const values = valuesOf(input, site.siteUrl, before);
  await refuseTaken(db, values.from_path, before?.id ?? null);
  if (before) await refuseLiveNow(before, values, site.ask);
  else await refuseLive(values.from_path, site.ask);
  return shorten(db, before?.id ?? null, values, site.siteUrl);
}
