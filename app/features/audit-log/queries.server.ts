import { and, asc, desc, getTableColumns, inArray, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { listPage, type Paging } from "../../platform/database/paging.server.ts";
import { audit_log } from "./table.server.ts";

const KEPT = sql`interval '180 days'`;

export async function listEvents(db: Database, asked: Paging) {
  const { hour, ...columns } = getTableColumns(audit_log);
  const { id, last_at } = columns;
  return listPage(
    db,
    { from: audit_log, where: undefined, orders: [desc(last_at), asc(id)], columns },
    asked,
  );
}

/** Fewer tries may come from an owner who forgot the password. */
const ATTACK_TRIES = 50;

/**
 * Detects password guessing in the last hour.
 * @returns null for fewer than 50 tries; `networks` is a minimum, because some networks share a row
 */
export async function findAttack(
  db: Database,
): Promise<{ tries: number; networks: number; since: Date } | null> {
  const [found] = await db
    .select({
      tries: sql<number>`coalesce(sum(${audit_log.times}), 0)::integer`,
      networks: sql<number>`count(distinct ${audit_log.network})::integer`,
      since: sql<Date | null>`min(${audit_log.happened_at})`.mapWith(audit_log.happened_at),
    })
    .from(audit_log)
    .where(
      sql`${audit_log.event} in ('login.wrong', 'login.throttled')
        and ${audit_log.hour} >= date_trunc('hour', now(), 'UTC') - interval '1 hour'
        and ${audit_log.last_at} > now() - interval '1 hour'`,
    );
  if (!found?.since || found.tries < ATTACK_TRIES) return null;
  return { ...found, since: found.since };
}

/** Deletes events older than 180 days. Runs hourly. */
export async function purgeOldEvents(db: Database): Promise<void> {
  await db.delete(audit_log).where(lt(audit_log.last_at, sql`now() - ${KEPT}`));
}

/**
 * Returns each session's last browser and network, if the log has them.
 * @param sessions from `sessionMark`
 */
export async function listSessionOrigins(
  db: Database,
  sessions: readonly string[],
): Promise<Map<string, { browser: string; network: string }>> {
  if (!sessions.length) return new Map();
  const { session, browser, network, last_at } = audit_log;
  const rows = await db
    .selectDistinctOn([session], { session, browser, network })
    .from(audit_log)
    .where(and(inArray(session, [...sessions]), ne(browser, "")))
    .orderBy(session, desc(last_at));
  return new Map(rows.map(({ session, ...origin }) => [session!, origin]));
}
