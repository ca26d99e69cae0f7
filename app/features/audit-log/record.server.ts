// Writes the security log: a row for the owner and a log line for the operator. Events are recorded after they
// happened, so a failing log blocks nothing. Events that anyone can cause are counted, so that an attack can't fill
// the log.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "./events.ts";
import { audit_log } from "./table.server.ts";

/** Networks with their own row per event and hour; all others share one row. */
const NETWORKS_MAX = 20;
export const OTHER_NETWORKS = "other networks";
/** How long blocked sign-ins are counted before the count is written. */
const GATHER_MS = 5_000;

/** The server itself, for events without a browser. */
const NOBODY: Actor = { browser: "", network: "", session: null };

/**
 * Records an event.
 * @param db the owner's database outside of a transaction: a failed insert must not roll back the event itself
 * @param actor from `actorOf`; undefined if the server did it
 * @returns a promise that never rejects
 */
export async function recordEvent<Event extends Exclude<AuditEvent, CountedEvent>>(
  db: Database,
  event: Event,
  details: AuditDetails[Event],
  actor: Actor = NOBODY,
): Promise<void> {
  const { browser, network, session, person: person_id } = actor;
  log.info({ event, browser, network, session, person_id, details }, "Security event");
  await orLog(() => db.insert(audit_log).values({ event, details, browser, network, session, person_id }));
}

/**
 * Records a wrong password. It runs after a check, so the sign-in limits bound how often.
 * @returns a promise that never rejects
 */
export async function recordWrongLogin(db: Database, actor: Actor): Promise<void> {
  await addTo(db, "login.wrong", actor, 1);
}

/**
 * Records a blocked sign-in. The first is written immediately; the others are counted and written every few seconds, so
 * a flood costs few writes.
 */
export function recordThrottledLogin(db: Database, actor: Actor): void {
  const hasRow = turnedAway.has(actor.network) || turnedAway.size < NETWORKS_MAX;
  const network = hasRow ? actor.network : OTHER_NETWORKS;
  const times = (turnedAway.get(network)?.times ?? 0) + 1;
  turnedAway.set(network, { actor: { ...actor, network }, times });
  if (isGathering) return;
  isGathering = true;
  void writeTurnedAway(db);
}

/** Blocked sign-ins by network since the last write. */
let turnedAway = new Map<string, { actor: Actor; times: number }>();
let isGathering = false;

async function writeTurnedAway(db: Database) {
  const all = [...turnedAway.values()];
  turnedAway = new Map();
  for (const { actor, times } of all) await addTo(db, "login.throttled", actor, times);
  setTimeout(() => {
    if (turnedAway.size) void writeTurnedAway(db);
    else isGathering = false;
  }, GATHER_MS).unref();
}

async function addTo(db: Database, event: CountedEvent, { browser, network }: Actor, times: number) {
  log.warn({ event, times, browser, network }, "Security event");
  const hour = sql`date_trunc('hour', now(), 'UTC')`;
  const ofHour = sql`from ${audit_log} where event = ${event} and hour = ${hour}`;
  await orLog(() =>
    db.execute(sql`
      with place as (
        select case when exists (select ${ofHour} and network = ${network}) or (select count(*) ${ofHour}) < ${NETWORKS_MAX}
          then ${network} else ${OTHER_NETWORKS} end as network)
      insert into ${audit_log} (event, browser, network, times, hour)
      select ${event}, ${browser}, network, ${times}::integer, ${hour} from place
      on conflict (event, hour, network) do update set
        times = ${audit_log.times} + excluded.times,
        last_at = now(),
        browser = case when ${audit_log.browser} = excluded.browser then excluded.browser else '' end`),
  );
}

async function orLog(write: () => Promise<unknown>) {
  try {
    await write();
  } catch (error) {
    log.error({ err: error }, "The security log couldn't be written");
  }
}
