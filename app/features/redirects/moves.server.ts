// What a change of a record's address leaves behind; each function belongs into the transaction of that change, which
// begins with `waitForOthers`.
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { normalAddress } from "./address.ts";
import { rewriteLinks } from "./links.server.ts";
import { redirects } from "./table.server.ts";

/** Which record it is, its address, whether visitors reach it there, and whether they ever reached the record. */
export type Place = { record: string; path: string; isPublic: boolean; isKnown: boolean };

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
  if (now.isPublic) await takeAddress(tx, now);
  if (!before?.isKnown || before.path === now.path) return;
  const isFound = before.isPublic || !(await isTaken(tx, before.path));
  await leadOwn(tx, now);
  if (isFound) await leadFollowers(tx, normalAddress(before.path), now.path, isNull(redirects.record_id));
  await leaveBehind(tx, before, { to_path: now.path, source: "rename" });
  if (isFound) await rewriteLinks(tx, before.path, now.path, siteUrl);
}

/** Whether an address leads elsewhere, or says that another record is gone: so does what leads to it, then. */
async function isTaken(tx: Database, path: string) {
  return (await tx.$count(redirects, eq(redirects.from_path, normalAddress(path)))) > 0;
}

/** A record's own old addresses lead to where it is, whatever they said. */
async function leadOwn(tx: Database, { record, path }: Place) {
  const own = eq(redirects.record_id, record);
  await tx.delete(redirects).where(and(own, eq(redirects.from_path, normalAddress(path))));
  await tx
    .update(redirects)
    .set({ to_path: path, updated_at: sql`now()` })
    .where(and(own, sql`${redirects.to_path} is distinct from ${path}`));
}

/** What visitors who know a record get at an address of it from now on. */
async function leaveBehind(
  tx: Database,
  { record, path, isPublic, isKnown }: Place,
  left: { to_path: string | null; source: "rename" | "delete" },
) {
  if (!isKnown) return;
  const values = { ...left, record_id: record };
  const insert = tx.insert(redirects).values({ from_path: normalAddress(path), ...values });
  if (isPublic) {
    const set = { ...values, updated_at: sql`now()` };
    await insert.onConflictDoUpdate({ target: redirects.from_path, set });
  } else {
    // What stands there though no page did is another record's, which visitors met there, or the owner's word.
    await insert.onConflictDoNothing({ target: redirects.from_path });
  }
}

/**
 * Redirects that led to an address lead to where it has moved, so that nobody takes two hops.
 * @param which only these of them
 */
export async function leadFollowers(tx: Database, from: string, to: string, which?: SQL) {
  const led = sql`lower(${redirects.to_path})`;
  const isSame = and(
    which,
    or(eq(led, from), sql`starts_with(${led}, ${`${from}?`})`, sql`starts_with(${led}, ${`${from}#`})`),
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

/** A deleted record is back, and so are its old addresses: its own is a page again, or at least not gone for good. */
export async function recordRestored(tx: Database, now: Place) {
  if (now.isPublic) await takeAddress(tx, now);
  await leadOwn(tx, now);
}

/**
 * An address is a page again. Where it said that another record is gone, that one's older addresses say so themselves
 * from now on: they do not lead to a page that has only its address.
 */
async function takeAddress(tx: Database, { record, path }: Place) {
  const [taken] = await tx
    .delete(redirects)
    .where(eq(redirects.from_path, normalAddress(path)))
    .returning();
  if (!taken?.record_id || taken.record_id === record || taken.to_path !== null) return;
  await tx
    .update(redirects)
    .set({ to_path: null, updated_at: sql`now()` })
    .where(eq(redirects.record_id, taken.record_id));
}
