// What a change of a record's address leaves behind; each function belongs into the transaction of that change, which
// begins with `waitForOthers`.
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { normalAddress } from "./address.ts";
import { rewriteLinks } from "./links.server.ts";
import { redirects } from "./table.server.ts";

/** A record's address, whether visitors reach it there, and whether they ever reached the record. */
export type Place = { path: string; isPublic: boolean; isKnown: boolean };

/**
 * One change of addresses at a time: two redirects that are saved at once could lead to each other, and two records
 * that link to each other would wait for each other for ever. It comes first in a transaction, before any row's lock.
 */
export const waitForOthers = (tx: Database) =>
  tx.execute(sql`lock table ${redirects} in share row exclusive mode`);

/**
 * A record was saved. Where visitors know it, an address that it has left leads to the new one, redirects that led
 * there lead to the new one at once, and links in the owner's own HTML follow; an address that is a page again
 * redirects no more: every old address is one hop from the right page. What leads to the address of a record that
 * nobody ever reached means another one, and stays.
 * @param before where it was; null where it is new
 * @param siteUrl for links that were written with the site's whole address
 */
export async function recordSaved(tx: Database, before: Place | null, now: Place, siteUrl = "") {
  if (now.isPublic) await forgetRedirectsOf(tx, [now.path]);
  if (!before?.isKnown || before.path === now.path) return;
  await followMove(tx, before, now.path);
  await rewriteLinks(tx, before.path, now.path, siteUrl);
}

async function followMove(tx: Database, before: Place, to: string) {
  const from = normalAddress(before.path);
  await leadFollowers(tx, from, to);
  await leaveBehind(tx, before, { to_path: to, source: "rename" });
}

/** What visitors who know a record get at an address of it from now on. */
async function leaveBehind(
  tx: Database,
  { path, isPublic, isKnown }: Place,
  left: { to_path: string | null; source: "rename" | "delete" },
) {
  if (!isKnown) return;
  const insert = tx.insert(redirects).values({ from_path: normalAddress(path), ...left });
  if (isPublic) {
    const set = { ...left, updated_at: sql`now()` };
    await insert.onConflictDoUpdate({ target: redirects.from_path, set });
  } else {
    // What stands there though no page did is another record's, which visitors met there, or the owner's word.
    await insert.onConflictDoNothing({ target: redirects.from_path });
  }
}

/** Redirects that led to an address lead to where it has moved, so that nobody takes two hops. */
export async function leadFollowers(tx: Database, from: string, to: string) {
  const led = sql`lower(${redirects.to_path})`;
  const isSame = or(
    eq(led, from),
    sql`starts_with(${led}, ${`${from}?`})`,
    sql`starts_with(${led}, ${`${from}#`})`,
  );
  // It would lead to itself.
  await tx.delete(redirects).where(and(isSame, eq(redirects.from_path, normalAddress(to))));
  await tx
    .update(redirects)
    .set({
      to_path: sql`${to} || substr(${redirects.to_path}, ${from.length + 1}::int)`,
      updated_at: sql`now()`,
    })
    .where(isSame);
}

/** Records were deleted: their addresses say so to visitors (410). */
export async function recordsDeleted(tx: Database, places: Place[]) {
  for (const place of places) await leaveBehind(tx, place, { to_path: null, source: "delete" });
}

/** A deleted record is back: its address is a page again, or at least none that is gone for good. */
export async function recordRestored(tx: Database, now: Place) {
  if (now.isPublic) await forgetRedirectsOf(tx, [now.path]);
  else if (now.isKnown) {
    const from = normalAddress(now.path);
    await tx.delete(redirects).where(and(eq(redirects.from_path, from), isNull(redirects.to_path)));
  }
}

async function forgetRedirectsOf(tx: Database, paths: string[]) {
  await tx.delete(redirects).where(inArray(redirects.from_path, paths.map(normalAddress)));
}
