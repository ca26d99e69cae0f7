// Finds records by every slug they ever had. Saves write nothing here: triggers store slugs (db/migrations), and what
// became of one is resolved on request.
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

/** Where visitors reach a record now; `to_path` null: it was deleted (410). */
export type Successor = { to_path: string | null };

/**
 * Resolves the paths of records: one query per kind.
 * @param paths as `normalPath` spells them
 * @returns by path; the target of a page is its own path; no entry if visitors know no such record, or it's unpublished
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

async function findOfKind(db: Database, kind: PageKind, slugs: string[]): Promise<[string, Successor][]> {
  const table = sql.identifier(RECORD_PATHS[kind].table);
  const asked = sql`any(${sql.param(slugs)}::text[])`;
  const { rows } = await db.execute<{ asked: string; slug: string | null; is_gone: boolean }>(
    sql`select slug as asked, slug, false as is_gone from ${table}
        where slug = ${asked} and published and deleted_at is null
      union all select known.slug, moved.slug, is_gone from ${slug_history} as known left join ${table} as moved
        on moved.id = record_id and moved.published and moved.deleted_at is null
        where kind = ${kind} and known.slug = ${asked}`,
  );
  const found = new Map<string, string | null>();
  // The page that has a slug takes precedence over one that used to have it.
  for (const { asked, slug, is_gone } of rows)
    if (slug === asked || (!found.has(asked) && (slug !== null || is_gone))) found.set(asked, slug);
  return [...found].map(([asked, slug]) => [
    pathOf({ kind, slug: asked }),
    { to_path: slug === null ? null : pathOf({ kind, slug }) },
  ]);
}

/**
 * Returns the filter path with the current name of a renamed industry.
 * @param path as `normalPath` spells it
 * @returns the path itself if an industry has the name, null if visitors know none that ever had it
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
 * Records an industry's rename. Its slug is derived from its name by the site, so no trigger can store it.
 * @param tx the rename's transaction
 * @param known.isPublic visitors find case studies under it, so they know its old name
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
  // Otherwise, visitors may know another industry by this slug, which then keeps it.
  if (isPublic) await row.onConflictDoUpdate({ target, set: { record_id: id } });
  else await row.onConflictDoNothing({ target });
  // All its old names redirect elsewhere from now on, and search engines are notified.
  await tx
    .update(slug_history)
    .set({ updated_at: sql`now()` })
    .where(and(eq(slug_history.kind, "industry"), eq(slug_history.record_id, id)));
  if (isPublic) await tx.delete(redirects).where(eq(redirects.from_path, to));
}

/** Returns all paths by which visitors know a record, including the current one. */
export async function listPathsOf(db: Database, record: string): Promise<string[]> {
  const rows = await db
    .select({ kind: slug_history.kind, slug: slug_history.slug })
    .from(slug_history)
    .where(eq(slug_history.record_id, record));
  return rows.map((row) => pathOf(row as RecordPath));
}

/** Returns former names of industries, as filter paths. */
export async function listOldFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ slug: slug_history.slug })
    .from(slug_history)
    .where(eq(slug_history.kind, "industry"));
  return rows.map(({ slug }) => FILTERED_LIST + slug);
}
