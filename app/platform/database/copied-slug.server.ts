import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.server.ts";

/** Returns a free slug for a copy: "…-copy", numbered if necessary. */
export async function copiedSlug(
  db: Database,
  table: PgTable & { slug: PgColumn; deleted_at: PgColumn },
  slug: string,
): Promise<string> {
  const base = `${slug.replace(/-copy(-\d+)?$/, "").slice(0, 180)}-copy`;
  const starts: SQL = sql`starts_with(${table.slug}, ${base})`;
  const rows = await db
    .select({ slug: sql<string>`${table.slug}` })
    .from(table)
    .where(and(starts, isNull(table.deleted_at)));
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

export const copiedTitle = (title: string) => `${title.slice(0, 190)} (copy)`;
