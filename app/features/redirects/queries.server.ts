// What visitors need of redirects: asked only where nothing else answers.
import { eq, like, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { FILTERED_LIST, normalAddress } from "./address.ts";
import { redirects } from "./table.server.ts";

/** Records that the owner can hide or delete. Their tables are named, not imported, as those of links are. */
const HIDEABLE = [
  { path: /^\/blog\/([^/]+)$/, table: "blog_posts" },
  { path: /^\/case-studies\/([^/]+)$/, table: "case_studies" },
];

/**
 * What became of an address. Nobody is sent on to a page that is hidden or gone: the old address of a draft is as
 * unknown as the draft, that of a deleted record gone with it.
 * @param asked from the root, in whatever spelling
 * @returns where it leads now, `to_path` null where it is gone for good; null where nothing is known of it
 */
export async function findRedirect(db: Database, asked: string) {
  const found = await findFrom(db, normalAddress(asked));
  if (!found?.to_path) return found;
  const end = normalAddress(found.to_path);
  if (await isReached(db, end)) return found;
  const beyond = await findFrom(db, end);
  return beyond?.to_path === null ? beyond : null;
}

async function findFrom(db: Database, from_path: string) {
  const [row] = await db
    .select({ to_path: redirects.to_path })
    .from(redirects)
    .where(eq(redirects.from_path, from_path));
  return row ?? null;
}

/**
 * Whether visitors reach what stands at an address, as far as the owner decides it.
 * @param address as pages of this site are spelt
 */
export async function isReached(db: Database, address: string): Promise<boolean> {
  for (const { path, table } of HIDEABLE) {
    const slug = path.exec(address)?.[1];
    if (slug === undefined) continue;
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where slug = ${slug} and published and deleted_at is null`,
    );
    return rows.length > 0;
  }
  return true;
}

/** The filters of the list of case studies that lead elsewhere, as `normalAddress` spells them. */
export async function listMovedFilters(db: Database): Promise<string[]> {
  const rows = await db
    .select({ from_path: redirects.from_path })
    .from(redirects)
    .where(like(redirects.from_path, `${FILTERED_LIST}%`));
  return rows.map(({ from_path }) => from_path);
}

/**
 * The answer that sends people on for good. Browsers would keep it for ever, and go round in circles where an
 * address comes back (A to B, B to A): so they ask each time.
 */
export const sendOn = (address: string) =>
  new Response(null, { status: 301, headers: { Location: address, "Cache-Control": "no-cache" } });
