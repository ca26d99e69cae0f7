// The worker, perhaps on another machine, records a pulse every minute.
import { sql } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { worker_pulse } from "./worker-pulse.table.server.ts";

/** Two missed pulses, plus time for a restart. */
const STILL_SECONDS = 180;

export async function recordPulse(db: Database): Promise<void> {
  await db
    .insert(worker_pulse)
    .values({})
    .onConflictDoUpdate({ target: worker_pulse.only, set: { at: sql`now()` } });
}

/** Returns the time of the last pulse if jobs have stalled; null otherwise, or before the first pulse. */
export async function jobsStalledSince(db: Database): Promise<Date | null> {
  const [still] = await db
    .select({ at: worker_pulse.at })
    .from(worker_pulse)
    .where(sql`${worker_pulse.at} < now() - make_interval(secs => ${STILL_SECONDS})`);
  return still?.at ?? null;
}
