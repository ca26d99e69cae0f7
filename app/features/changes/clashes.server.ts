// Change sets that cannot both go live: found out by applying one after the other and rolling both back.
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { Refused } from "../../platform/refused.ts";
import { applyChanges, rolledBack } from "./apply.server.ts";
import { listChanges } from "./publish.server.ts";
import { isOpen } from "./record-key.server.ts";
import { change_items, change_sets } from "./table.server.ts";

/** A save of one of these records at this moment must not wait long for what is only a look. */
const LIMITS = "set local lock_timeout = '1s'; set local statement_timeout = '5s'";

/** Two full sets are compared in a second or two; an owner waits for no more than a few of them. */
const LOOK_MS = 3_000;

/**
 * Two sets of which the later one cannot be published any more once the earlier one is live.
 * @property isAfter whether it is the other set that goes live first; `title` is the other set's
 */
type Clash = { title: string; isAfter: boolean; reason: string };

/**
 * What a set that waits cannot share with the others that wait. Sets go live in the order of their times; one without a
 * time is taken to be published before them.
 * @returns nothing of what keeps a set from going live by itself, which its own records tell; those that were found by
 *   the time that an owner waits for
 */
export async function findClashes(db: Database, set: string): Promise<Clash[]> {
  const { id, title, publish_at, created_at } = change_sets;
  const hasItems = gt(db.$count(change_items, eq(change_items.change_set_id, id)), 0);
  const sets = await db
    .select({ id, title, publish_at })
    .from(change_sets)
    .where(and(isOpen, hasItems))
    .orderBy(publish_at, created_at, id);
  const own = sets.findIndex((one) => one.id === set);
  if (own < 0) return [];
  const clashes: Clash[] = [];
  const until = performance.now() + LOOK_MS;
  for (const [i, other] of sets.entries()) {
    if (i === own) continue;
    if (performance.now() > until) break;
    // Of two with times the order is theirs; else what the owner looks at is published first.
    const isAfter = i < own && other.publish_at !== null && sets[own]!.publish_at !== null;
    const [first, second] = isAfter ? [other.id, set] : [set, other.id];
    const reason = await refusalOf(db, [first, second]);
    if (reason && !(await refusalOf(db, [first])) && !(await refusalOf(db, [second])))
      clashes.push({ title: other.title, isAfter, reason });
  }
  return clashes;
}

/** Why these sets cannot go live one after the other; null where they can. */
function refusalOf(db: Database, sets: readonly string[]): Promise<string | null> {
  return rolledBack(db, async (tx) => {
    await tx.execute(sql.raw(LIMITS));
    for (const set of sets) {
      try {
        await applyChanges(tx, await listChanges(tx, set));
      } catch (error) {
        if (error instanceof Refused) return error.message;
        throw error;
      }
    }
    return null;
  });
}
