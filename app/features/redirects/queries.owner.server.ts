// The owner's reads and writes of redirects.
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
  /** part of either URL; empty means all */
  search: string;
  sort: keyof typeof SORTS;
};

const matches = (search: string) => contains(search, listed.from_path, listed.to_path);

/** Returns the owner's redirects and former slugs. */
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

/** Redirects with the text in either URL, newest first. */
export function findRedirectsByPath(db: Database, text: string, limit: number) {
  const { id, from_path, to_path, is_on } = listed;
  return db
    .select({ id, from_path, to_path, is_on })
    .from(listed)
    .where(matches(text))
    .orderBy(...SORTS.newest)
    .limit(limit);
}

/** @returns null if it's gone */
export async function findRedirectById(db: Database, id: string) {
  const [row] = await db.select().from(redirects).where(eq(redirects.id, id));
  return row ?? null;
}

/** Returns a URL that is permanently removed; null if there's none. */
export async function findGonePath(db: Database): Promise<string | null> {
  const { from_path, to_path } = redirects;
  const isGone = and(isNull(to_path), redirects.is_on);
  const [own] = await db.select({ from_path }).from(redirects).where(isGone).limit(1);
  if (own) return own.from_path;
  // Not from the full list, which reads every record: each view of the Content tab needs this.
  const { kind, slug, is_gone } = slug_history;
  const [left] = await db.select({ kind, slug }).from(slug_history).where(eq(is_gone, true)).limit(1);
  return left ? pathOf(left as RecordPath) : null;
}

export type Site = { siteUrl: string; ask: FetchAsVisitor };

/**
 * Adds a redirect, or marks a URL as permanently removed.
 * @returns a note if the target redirects itself: this one then goes straight to the end of the chain
 * @throws Refused if the old URL has a page or a redirect, or the target is itself, part of a loop or gone
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
 * Saves a redirect over the version its form was opened with.
 * @throws Refused as `addRedirect` does, if it's gone, or if another editor has saved since
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

/** One that's already gone isn't an error. */
export async function deleteRedirect(db: Database, id: string): Promise<void> {
  await db.delete(redirects).where(eq(redirects.id, id));
}

/**
 * Restores a deleted redirect, taking later changes into account: if its target now redirects too, it goes to the
 * end of the chain.
 * @param row as it was
 * @throws Refused as `addRedirect` does, except that its target may be gone, as it was before
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

/** Returns all active redirects that match the search, by path, read in batches. */
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

/** A redirect at a page's URL would never be followed. */
export async function refuseLive(from: string, ask: FetchAsVisitor) {
  if (mayCoexistWithPages(from)) return;
  const { status } = await ask(from, "HEAD");
  if (status >= 500) throw new Refused({ from_path: words.unchecked });
  // 301 and 410 are responses of redirects.
  if (![301, 404, 410].includes(status)) throw new Refused({ from_path: words.answers(from) });
}

/** The same if a change starts to redirect a URL. */
async function refuseLiveNow(
  before: RedirectValues,
  { from_path, is_on }: RedirectValues,
  ask: FetchAsVisitor,
) {
  if (is_on && (!before.is_on || before.from_path !== from_path)) await refuseLive(from_path, ask);
}

/**
 * Returns what a redirect's form writes.
 * @param before what's stored; a form that doesn't say whether it's on leaves that alone
 * @throws Refused if the old URL is on another site, or a wildcard is in the wrong place
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
 * @param kept of one that's being restored
 * @returns a note if the target redirects itself: this one then goes straight to the end of the chain
 * @throws Refused because of its target; one that's off may have any
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

/**
 * Points a redirect to the end of a chain.
 * @throws Refused as `findFinalTarget` does
 */
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
 * Returns what a redirect's form saves as a draft: its URLs as they're stored, after every check that needs the
 * site itself.
 * @param before the published redirect; null for a new one
 * @returns `note` as a save returns it
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
