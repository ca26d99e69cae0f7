// Writes security events to a table and to the operator's log. Events that anyone can trigger are counted, so
// attacks can't fill the table.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "./events.ts";
import { audit_log } from "./table.server.ts";

/** Maximum number of networks with their own row per event and hour. All others share a row. */
const NETWORKS_MAX = 20;
export const OTHER_NETWORKS = "other networks";
/** Interval for writing counts of blocked sign-ins. */
const GATHER_MS = 5_000;

/** For events caused by the server itself. */
const NOBODY: Actor = { browser: "", network: "", session: null };

/**
 * Records an event. Never rejects.
 * @param db must not be a transaction, because a failed insert would abort it
 * @param actor from `actorOf`; undefined for the server
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

/** Records a wrong password. The sign-in limits also limit these writes. Never rejects. */
export async function recordWrongLogin(db: Database, actor: Actor): Promise<void> {
  await addTo(db, "login.wrong", actor, 1);
}

/** Records a blocked sign-in: the first immediately, others in batches, so a flood causes few writes. */
export function recordThrottledLogin(db: Database, actor: Actor): void {
  const hasRow = blocked.has(actor.network) || blocked.size < NETWORKS_MAX;
  const network = hasRow ? actor.network : OTHER_NETWORKS;
  const times = (blocked.get(network)?.times ?? 0) + 1;
  blocked.set(network, { actor: { ...actor, network }, times });
  if (isGathering) return;
  isGathering = true;
  void writeBlocked(db);
}

/** Blocked sign-ins since the last write, by network. */
let blocked = new Map<string, { actor: Actor; times: number }>();
let isGathering = false;

async function writeBlocked(db: Database) {
  const all = [...blocked.values()];
  blocked = new Map();
  for (const { actor, times } of all) await addTo(db, "login.throttled", actor, times);
  setTimeout(() => {
    if (blocked.size) void writeBlocked(db);
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
