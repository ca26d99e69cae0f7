// Whether the site's jobs are done. The worker is a process of its own, perhaps on another machine: it leaves word in
// the database each minute.
import { sql } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { worker_pulse } from "./worker-pulse.table.server.ts";

/** Two of the worker's minutes, and time for a start. */
const STILL_SECONDS = 180;

/** The worker's word that a job has run just now. */
export async function recordPulse(db: Database): Promise<void> {
  await db
    .insert(worker_pulse)
    .values({})
    .onConflictDoUpdate({ target: worker_pulse.only, set: { at: sql`now()` } });
}

/**
 * Since when no job has run, where that is longer than it may be.
 * @returns null while jobs are done; also before the first one ever
 */
export async function jobsStalledSince(db: Database): Promise<Date | null> {
  const [still] = await db
    .select({ at: worker_pulse.at })
    .from(worker_pulse)
    .where(sql`${worker_pulse.at} < now() - make_interval(secs => ${STILL_SECONDS})`);
  return still?.at ?? null;
}
