// Finds records by current and former slugs. Triggers store the former slugs, except for industries.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { normalPath } from "./paths.ts";
import {
  FILTERED_LIST,
  type PageKind,
  pathOf,
  RECORD_PATHS,
  type RecordPath,
  recordOf,
} from "./record-paths.ts";
import { redirects, slug_history } from "./table.server.ts";

/** A record's current path; null if the record was deleted (410). */
export type Successor = { to_path: string | null };

/**
 * Resolves paths of records with one query per kind.
 * @param paths as `normalPath` spells them
 * @returns current targets by path; no entry for unknown or unpublished records
 */
export async function findRecords(db: Database, paths: Iterable<string>): Promise<Map<string, Successor>> {
  const slugs = new Map<PageKind, string[]>();
  for (const path of paths) {
    const record = recordOf(path);
    if (!record || record.kind === "industry") continue;
    slugs.set(record.kind, [...(slugs.get(record.kind) ?? []), record.slug]);
  }
  const found = await Promise.all([...slugs].map(([kind, asked]) => findOfKind(db, kind, asked)));
  return new Map(found.flat());
}

/** Cached by database and kind, because building the query takes as long as running it. */
const prepared = new WeakMap<Database, Map<PageKind, ReturnType<typeof prepareFind>>>();
function prepareFind(db: Database, kind: PageKind) {
  const table = sql.identifier(RECORD_PATHS[kind].table);
  const asked = sql`any(${sql.placeholder("slugs")}::text[])`;
  const found = sql`(
    select slug as asked, slug, false as is_gone from ${table}
      where slug = ${asked} and published and deleted_at is null
    union all select known.slug, moved.slug, is_gone from ${slug_history} as known left join ${table} as moved
      on moved.id = record_id and moved.published and moved.deleted_at is null
      where kind = ${kind} and known.slug = ${asked}) as found`;
  return db
    .select({
      asked: sql<string>`asked`,
      slug: sql<string | null>`slug`,
      is_gone: sql<boolean>`is_gone`,
    })
    .from(found)
    .prepare("");
}

async function findOfKind(db: Database, kind: PageKind, slugs: string[]): Promise<[string, Successor][]> {
  const queries = prepared.get(db) ?? new Map();
  prepared.set(db, queries);
  const query = queries.get(kind) ?? prepareFind(db, kind);
  queries.set(kind, query);
  const rows: { asked: string; slug: string | null; is_gone: boolean }[] = await query.execute({ slugs });
  const found = new Map<string, string | null>();
  // A record's current slug takes precedence over another record's former slug.
  for (const { asked, slug, is_gone } of rows)
    if (slug === asked || (!found.has(asked) && (slug !== null || is_gone))) found.set(asked, slug);
  return [...found].map(([asked, slug]) => [
    pathOf({ kind, slug: asked }),
    { to_path: slug === null ? null : pathOf({ kind, slug }) },
  ]);
}

/**
 * Returns the current filter path of a renamed industry.
 * @param path as `normalPath` spells it
 * @returns the same path if an industry has this name again; null if no existing industry was renamed from it
 */
export async function findFilter(db: Database, path: string): Promise<Successor | null> {
  const { rows } = await db.execute<{ name: string; is_it: boolean }>(
    sql`select name, industries.id = record_id as is_it from ${slug_history}, industries
      where kind = 'industry' and slug = ${path.slice(FILTERED_LIST.length)} and deleted_at is null`,
  );
  const filters = rows.map(({ name, is_it }) => ({ to_path: filterOf(name), is_it }));
  const found = filters.find(({ to_path }) => to_path === path) ?? filters.find(({ is_it }) => is_it);
  return found ? { to_path: found.to_path } : null;
}

const filterOf = (name: string) => normalPath(FILTERED_LIST + encodeURIComponent(name));

/**
 * Records an industry's rename. Triggers can't, because code derives the slug.
 * @param known.isPublic whether visitors could see the old name
 */
export async function recordIndustryRename(
  tx: Database,
  { id, before, now, isPublic }: { id: string; before: string; now: string; isPublic: boolean },
) {
  const [from, to] = [filterOf(before), filterOf(now)];
  if (from === to) return;
  const slug = from.slice(FILTERED_LIST.length);
  const row = tx.insert(slug_history).values({ kind: "industry", slug, record_id: id });
  const target = [slug_history.kind, slug_history.slug];
  // A hidden industry must not take over a slug that visitors know from another industry.
  if (isPublic) await row.onConflictDoUpdate({ target, set: { record_id: id } });
  else await row.onConflictDoNothing({ target });
  // Every old name now redirects to the new one, so all are marked as changed and search engines are notified.
  await tx
    .update(slug_history)
    .set({ updated_at: sql`now()` })
    .where(and(eq(slug_history.kind, "industry"), eq(slug_history.record_id, id)));
  if (isPublic) await tx.delete(redirects).where(eq(redirects.from_path, to));
}

/** Returns whether a published record had this slug, even if it was unpublished or deleted since. */
export const isFormerSlug = async (db: Database, kind: PageKind, slug: string): Promise<boolean> =>
  (await db.$count(slug_history, and(eq(slug_history.kind, kind), eq(slug_history.slug, slug)))) > 0;

/** Returns a record's current and former paths that visitors know. */
export async function listPathsOf(db: Database, record: string): Promise<string[]> {
  const rows = await db
    .select({ kind: slug_history.kind, slug: slug_history.slug })
    .from(slug_history)
    .where(eq(slug_history.record_id, record));
  return rows.map((row) => pathOf(row as RecordPath));
}

/** Returns filter paths of former industry names. */
export async function listOldFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ slug: slug_history.slug })
    .from(slug_history)
    .where(eq(slug_history.kind, "industry"));
  return rows.map(({ slug }) => FILTERED_LIST + slug);
}
