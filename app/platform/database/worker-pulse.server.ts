// Tells whether the site's jobs are running. The worker is a separate process, perhaps on another machine, so it
// records a pulse in the database every minute.
import { sql } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { worker_pulse } from "./worker-pulse.table.server.ts";

/** Two of the worker's intervals, plus time for a start. */
const STILL_SECONDS = 180;

/** Records that the worker has just run a job. */
export async function recordPulse(db: Database): Promise<void> {
  await db
    .insert(worker_pulse)
    .values({})
    .onConflictDoUpdate({ target: worker_pulse.only, set: { at: sql`now()` } });
}

/**
 * Returns since when no job has run, if that is longer than it should be; null while jobs are running and before the
 * first one ever.
 */
export async function jobsStalledSince(db: Database): Promise<Date | null> {
  const [still] = await db
    .select({ at: worker_pulse.at })
    .from(worker_pulse)
    .where(sql`${worker_pulse.at} < now() - make_interval(secs => ${STILL_SECONDS})`);
  return still?.at ?? null;
}
