// Writes the security log: a row for the owner and a line for the operator. What is recorded has happened by then, so
// a log that cannot be written stops nothing; what strangers cause is counted, so that no attack fills it.
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Actor, AuditDetails, AuditEvent, CountedEvent } from "./events.ts";
import { audit_log } from "./table.server.ts";

/** Networks that have a row of their own for an event and hour; all others share one. */
const NETWORKS_MAX = 20;
export const OTHER_NETWORKS = "other networks";
/** How long what is turned away is counted before it is written. */
const GATHER_MS = 5_000;

/** The server itself, where no browser asked for it. */
const NOBODY: Actor = { browser: "", network: "", session: null };

/**
 * Records what has happened.
 * @param db the owner's handle, no transaction: a row that cannot be written must not undo what it tells of
 * @param actor from `actorOf`; absent where the server itself did it
 * @returns never rejects
 */
export async function recordEvent<Event extends Exclude<AuditEvent, CountedEvent>>(
  db: Database,
  event: Event,
  details: AuditDetails[Event],
  actor: Actor = NOBODY,
): Promise<void> {
  const { browser, network, session } = actor;
  log.info({ event, browser, network, session, details }, "An event of the security log");
  await orSaid(() => db.insert(audit_log).values({ event, details, browser, network, session }));
}

/**
 * Records a wrong password at the login. It comes after a check, and so no more often than those.
 * @returns never rejects
 */
export async function recordWrongLogin(db: Database, actor: Actor): Promise<void> {
  await addTo(db, "login.wrong", actor, 1);
}

/**
 * Records that a login was turned away. A flood of them costs one write in a few seconds: the first is written at once,
 * the others are counted until then.
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

/** By network, what was turned away since the last time that it was written. */
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
  log.warn({ event, times, browser, network }, "An event of the security log");
  const hour = sql`date_trunc('hour', now(), 'UTC')`;
  const ofHour = sql`from ${audit_log} where event = ${event} and hour = ${hour}`;
  await orSaid(() =>
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

async function orSaid(write: () => Promise<unknown>) {
  try {
    await write();
  } catch (error) {
    log.error({ err: error }, "The security log couldn't be written");
  }
}
