// What a change of a record's address leaves behind; each function belongs into the transaction of that change.
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { normalAddress } from "./address.ts";
import { rewriteLinks } from "./links.server.ts";
import { redirects } from "./table.server.ts";

/** A record's address, and whether visitors reach it there. */
export type Place = { path: string; isPublic: boolean };

/**
 * A record was saved. An address that it has left leads to the new one where visitors knew it, redirects that led
 * there lead to the new one at once, links in the owner's own HTML follow, and an address that is a page again
 * redirects no more: every old address is one hop from the right page.
 * @param before where it was; null where it is new
 * @param siteUrl for links that were written with the site's whole address
 */
export async function recordSaved(tx: Database, before: Place | null, now: Place, siteUrl = "") {
  if (now.isPublic) await forgetRedirectsOf(tx, [now.path]);
  if (!before || before.path === now.path) return;
  await followMove(tx, before, now.path);
  await rewriteLinks(tx, before.path, now.path, siteUrl);
}

async function followMove(tx: Database, before: Place, to: string) {
  const from = normalAddress(before.path);
  await leadFollowers(tx, from, to);
  if (!before.isPublic) return;
  await tx
    .insert(redirects)
    .values({ from_path: from, to_path: to, source: "rename" })
    .onConflictDoUpdate({
      target: redirects.from_path,
      set: { to_path: to, source: "rename", updated_at: sql`now()` },
    });
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

/** Records were deleted: the addresses that visitors knew say so (410). */
export async function recordsDeleted(tx: Database, places: Place[]) {
  const known = places.filter(({ isPublic }) => isPublic);
  if (!known.length) return;
  await tx
    .insert(redirects)
    .values(known.map(({ path }) => ({ from_path: normalAddress(path), to_path: null, source: "delete" })))
    .onConflictDoUpdate({
      target: redirects.from_path,
      set: { to_path: null, source: "delete", updated_at: sql`now()` },
    });
}

/** A deleted record is back: its address is a page again, or at least none that is gone for good. */
export async function recordRestored(tx: Database, now: Place) {
  if (now.isPublic) await forgetRedirectsOf(tx, [now.path]);
  else {
    const from = normalAddress(now.path);
    await tx.delete(redirects).where(and(eq(redirects.from_path, from), isNull(redirects.to_path)));
  }
}

async function forgetRedirectsOf(tx: Database, paths: string[]) {
  await tx.delete(redirects).where(inArray(redirects.from_path, paths.map(normalAddress)));
}
