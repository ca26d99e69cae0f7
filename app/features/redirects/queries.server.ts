// Redirects for visitors, looked up only if no page answers.
import { and, eq, like } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { localPath, normalPath, redirectTarget } from "./paths.ts";
import { FILTERED_LIST, recordOf } from "./record-paths.ts";
import { findFilter, findRecords, listOldFilters, type Successor } from "./slug-history.server.ts";
import { redirects } from "./table.server.ts";

/**
 * Returns the target of a path. Redirects and former slugs are followed to the end, so visitors take one hop and are
 * never sent to a hidden or deleted page.
 * @param asked from the root, in any spelling
 * @returns its current target, `to_path` null if it's permanently removed; null for a path without redirect or history
 */
export async function findRedirect(db: Database, asked: string): Promise<Successor | null> {
  let to: string | null = null;
  const seen = new Set<string>();
  for (let at = normalPath(asked); !seen.has(at); ) {
    seen.add(at);
    const next = await findNext(db, at);
    if (next === "here") return to === null ? null : { to_path: to };
    if (!next?.to_path) return next;
    to = to === null ? next.to_path : redirectTarget(to, next.to_path);
    if (localPath(to, "") === null) return { to_path: to };
    at = normalPath(to);
  }
  // A loop, which redirects from a backup or SQL may form.
  return null;
}

/**
 * One hop from a path. The owner's redirects come before former slugs.
 * @param at as `normalPath` spells it
 * @param except a redirect to ignore
 * @returns "here" if nothing redirects it; null for the path of a record that visitors can't reach
 */
export async function findNext(
  db: Database,
  at: string,
  except?: string,
): Promise<Successor | "here" | null> {
  const record = recordOf(at);
  const standing = !record
    ? null
    : record.kind === "industry"
      ? await findFilter(db, at)
      : ((await findRecords(db, [at])).get(at) ?? null);
  if (standing?.to_path === at) return "here";
  const own = await db
    .select({ id: redirects.id, to_path: redirects.to_path })
    .from(redirects)
    .where(and(eq(redirects.from_path, at), redirects.is_on));
  const [redirect] = own.filter(({ id }) => id !== except);
  if (redirect) return { to_path: redirect.to_path };
  return standing ?? (record && record.kind !== "industry" ? null : "here");
}

/**
 * Whether visitors reach a page at a path, as far as the owner decides it.
 * @param path in canonical spelling
 */
export async function isReached(db: Database, path: string): Promise<boolean> {
  const record = recordOf(path);
  if (!record || record.kind === "industry") return true;
  return (await findRecords(db, [path])).get(path)?.to_path === path;
}

/** The case study filters that can be redirected, as `normalPath` spells them. */
export async function listMovedFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from_path: redirects.from_path })
    .from(redirects)
    .where(and(like(redirects.from_path, `${FILTERED_LIST}%`), redirects.is_on));
  return [...rows.map(({ from_path }) => from_path), ...(await listOldFilters(db))];
}

/**
 * A permanent redirect that browsers revalidate; cached forever, it would loop once a path comes back (A to B, B to A).
 */
export const permanentRedirect = (location: string) =>
  new Response(null, { status: 301, headers: { Location: location, "Cache-Control": "no-cache" } });
